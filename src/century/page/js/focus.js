// Keeping the focus where somebody works, though what had it is gone.
import { useEffect } from "./ui.js";

const NEXT = [
  ".confirm:enabled", ".rung", ".bar .choice.legal", ".bar .actions button:enabled", ".board-area .choice.legal",
  ".bar-area",
];

/** When what has the focus within an element vanishes, such as a card that is played, it goes on to what comes next. */
export function useKeptFocus(within) {
  useEffect(() => {
    const area = within.current;
    let last = null;
    const note = ({ target }) => { last = area.contains(target) ? target : null; };
    const keep = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const next = NEXT.map((selector) => area.querySelector(selector)).find(Boolean);
      next?.focus({ preventScroll: true });
    };
    const seen = new MutationObserver(keep);
    seen.observe(area, { childList: true, subtree: true });
    addEventListener("focusin", note);
    return () => {
      seen.disconnect();
      removeEventListener("focusin", note);
    };
  }, []);
}
