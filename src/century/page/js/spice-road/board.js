// The board of Spice Road: the others above, the rows between, one's own side below.
import { html, names } from "../ui.js";
import { Opponents } from "./opponents.js";
import { Own } from "./own.js";
import { MerchantRow, PointRow } from "./rows.js";

export function Board({ table, view }) {
  const me = table.me.value ?? 0; // a spectator sits behind the first seat
  const deciding = table.shown.value.legal.length > 0;
  return html`<div class=${names("board", deciding && "deciding", `of-${view.players}`)}>
    <${Opponents} table=${table} view=${view} me=${me} />
    <div class="market"><${PointRow} table=${table} view=${view} /><${MerchantRow} table=${table} view=${view} /></div>
    <${Own} table=${table} view=${view} seat=${me} />
  </div>`;
}
