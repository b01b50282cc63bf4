import { html } from "./ui.js";

export function Rules() {
  return html`<p>…</p>`;
}
