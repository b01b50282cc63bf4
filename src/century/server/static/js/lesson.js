import { html } from "./ui.js";

export function Lesson() {
  return html`<p>…</p>`;
}
