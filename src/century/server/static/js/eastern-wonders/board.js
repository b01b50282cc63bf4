// The board of Eastern Wonders.
import { Choice } from "../choice.js";
import { html } from "../ui.js";

export function Board({ table }) {
  return html`<div class="board">${table.shown.value.legal.map((token) => html`<${Choice} key=${token} table=${table} token=${token} label=${token}>${token}</${Choice}>`)}</div>`;
}
