// A labelled checkbox that is bound to a signal.
import { html } from "../lib/ui.js";

export function Checkbox({ checked, label }) {
  return html`<label class="check">
    <input type="checkbox" checked=${checked.value} onChange=${(e) => { checked.value = e.target.checked; }} />${label}
  </label>`;
}
