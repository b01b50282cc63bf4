// Keeping the focus where somebody works, though what had it is gone.
import { useEffect } from "./ui.js";

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
