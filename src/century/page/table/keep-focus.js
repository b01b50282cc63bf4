// Keyboard focus: when the focused element disappears, the focus moves to the next useful one.
import { useEffect } from "../lib/ui.js";

const CANDIDATES = [
  ".confirm:enabled", ".repetition", ".bar .choice.legal", ".bar .actions button:enabled:not(.undo, .go-back)", ".board-area .choice.legal",
  ".bar-area",
];

/** Move the focus on when the focused element within `within` is removed, such as a card that was played. */
export function useKeepFocus(within) {
  useEffect(() => {
    const area = within.current;
    let last = null;
    const remember = ({ target }) => { last = area.contains(target) ? target : null; };
    const restore = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      const next = CANDIDATES.map((selector) => area.querySelector(selector)).find(Boolean);
      next?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(restore);
    observer.observe(area, { childList: true, subtree: true });
    addEventListener("focusin", remember);
    return () => {
      observer.disconnect();
      removeEventListener("focusin", remember);
    };
  }, []);
}
