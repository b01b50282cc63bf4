// Keeping the focus where somebody works, though what had it is gone.
import { useEffect, useRef } from "./ui.js";

/** While the focus is within an element, it goes on to the next thing to press there when its holder vanishes. */
export function useKeptFocus(within) {
  useEffect(() => {
    const area = within.current;
    let inside = false;
    const follow = ({ target }) => { inside = area.contains(target); };
    const keep = () => {
      if (!inside || ![document.body, area].includes(document.activeElement)) return;
      (area.querySelector(".confirm:enabled, .actions button:enabled") ?? area).focus({ preventScroll: true });
    };
    const seen = new MutationObserver(keep);
    seen.observe(area, { childList: true, subtree: true });
    addEventListener("focusin", follow);
    return () => {
      seen.disconnect();
      removeEventListener("focusin", follow);
    };
  }, []);
}

/** Where what had the focus is gone, such as a card that was played, the focus goes on to what comes next. */
export function useFocus() {
  const last = useRef(null);
  useEffect(() => {
    const note = (event) => { last.current = event.target; };
    addEventListener("focusin", note);
    return () => removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    const lost = last.current && document.activeElement === document.body && !last.current.isConnected;
    if (lost) document.querySelector(".bar .confirm, .bar .rung, .board .choice.legal")?.focus({ preventScroll: true });
  });
}
