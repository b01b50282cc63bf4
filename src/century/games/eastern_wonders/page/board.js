// The board of Eastern Wonders: the map, the opponents, the supply, and the viewer's own board.
import { bounds } from "/static/lib/hex-grid.js";
import { piecesOf } from "/static/lib/games.js";
import { RulesHelp } from "/static/parts/rules-help.js";
import { html } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";
import { Chart } from "./art/chart.js";
import { SeaMap } from "./map.js";
import { Opponent, OwnBoard } from "./players.js";
import { Supply } from "./supply.js";

export function Board({ table, view }) {
  const pieces = piecesOf(view.game);
  const me = table.me.value ?? 0;
  const { width, height } = bounds(Object.values(view.map));
  const others = view.seats.map((_, i) => (me + 1 + i) % view.players).slice(0, -1);
  return html`<div class=${`wonders players-${view.players}`} style=${{ "--shape": width / height }}>
    <div class="waters"><${Chart} />
      <${SeaMap} table=${table} view=${view} types=${pieces.types} tool=${html`
        <${RulesHelp} game=${view.game} ids=${["EW8", "EW9", "EW10", "EW15", "EW16", "EW17"]}
          label=${t("eastern-wonders.help.map")} />`} />
    </div>
    <div class="rivals">${others.map((seat) => html`
      <${Opponent} key=${seat} table=${table} seat=${seat} view=${view} pieces=${pieces} />`)}</div>
    <${Supply} table=${table} view=${view} pieces=${pieces} />
    <${OwnBoard} table=${table} seat=${me} view=${view} pieces=${pieces} />
  </div>`;
}
