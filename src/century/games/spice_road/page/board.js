// The board of Spice Road: opponents at the top, the two rows of cards, the viewer's own area at the bottom.
import { html, classNames } from "/static/lib/ui.js";
import { Opponents, Summary } from "./opponents.js";
import { OwnArea } from "./own-area.js";
import { MerchantRow, PointRow } from "./market-rows.js";

export function Board({ table, view }) {
  const me = table.me.value ?? 0; // spectators see the board from the first seat
  const deciding = table.shown.value.legal.length > 0;
  return html`<div class=${classNames("board", deciding && "deciding", `of-${view.players}`)}>
    <${Opponents} table=${table} view=${view} me=${me} />
    <${Summary} view=${view} me=${me} />
    <div class="market"><${PointRow} table=${table} view=${view} /><${MerchantRow} table=${table} view=${view} /></div>
    <${OwnArea} table=${table} view=${view} seat=${me} />
  </div>`;
}
