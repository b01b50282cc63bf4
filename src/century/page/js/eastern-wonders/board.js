// The board of Eastern Wonders: the map, the others, the stock, and one's own board.
import { piecesOf } from "../about.js";
import { Help } from "../help.js";
import { html } from "../ui.js";
import { t } from "../words.js";
import { SeaMap } from "./map.js";
import { Mine, Strip } from "./players.js";
import { Stock } from "./stock.js";

export function Board({ table, view }) {
  const pieces = piecesOf(view.game);
  if (!pieces) return html`<p class="loading" aria-busy="true">…</p>`;
  const me = table.me.value ?? 0;
  const others = view.seats.map((_, i) => (me + 1 + i) % view.players).slice(0, -1);
  return html`<div class=${`wonders players-${view.players}`}>
    <div class="waters">
      <${SeaMap} table=${table} view=${view} types=${pieces.types} tool=${html`
        <${Help} game=${view.game} ids=${["EW8", "EW9", "EW10", "EW15", "EW16", "EW17"]}
          label=${t("eastern-wonders.help.map")} />`} />
    </div>
    <div class="rivals">${others.map((seat) => html`
      <${Strip} key=${seat} table=${table} seat=${seat} view=${view} pieces=${pieces} />`)}</div>
    <${Stock} table=${table} view=${view} pieces=${pieces} />
    <${Mine} table=${table} seat=${me} view=${view} pieces=${pieces} />
  </div>`;
}
