import { html } from "./ui.js";

export function Editor() {
  return html`<p>…</p>`;
}
