// Something more to see about a thing: under the mouse, with the keyboard's focus, or after a tap.
import { html, names, useSignal } from "./ui.js";

/** A button with a panel that shows while it is pointed at or opened. `panel` draws what is in it. */
export function Peek({ label, class: kind, panel, children }) {
  const open = useSignal(false);
  const shut = () => { open.value = false; };
  const press = (event) => {
    if (event.key !== "Escape" || !open.value) return;
    event.stopPropagation(); // it would take back a choice
    shut();
  };
  const leave = (event) => { if (!event.currentTarget.contains(event.relatedTarget)) shut(); };
  return html`<div class=${names("peek", kind, open.value && "open")} onKeyDown=${press} onFocusOut=${leave}>
    <button type="button" class="peek-button" aria-label=${label} aria-expanded=${open.value}
      onClick=${() => { open.value = !open.value; }}>${children}</button>
    <div class="peek-panel" role="group" aria-label=${label}>${panel()}</div>
  </div>`;
}
