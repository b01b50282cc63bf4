// A panel with details that opens on hover, on keyboard focus, or on a tap.
import { classNames, html, useSignal } from "../lib/ui.js";

/** A button with such a panel; `panel` renders the content. */
export function Popover({ label, class: kind, panel, children }) {
  const open = useSignal(false);
  const close = () => { open.value = false; };
  const press = (event) => {
    if (event.key !== "Escape" || !open.value) return;
    event.stopPropagation(); // Escape would also take back a choice
    close();
  };
  const leave = (event) => { if (!event.currentTarget.contains(event.relatedTarget)) close(); };
  return html`<div class=${classNames("popover", kind, open.value && "open")} onKeyDown=${press} onFocusOut=${leave}>
    <button type="button" class="popover-button" aria-label=${label} aria-expanded=${open.value}
      onClick=${() => { open.value = !open.value; }}>${children}</button>
    <div class="popover-panel" role="group" aria-label=${label}>${panel()}</div>
  </div>`;
}
