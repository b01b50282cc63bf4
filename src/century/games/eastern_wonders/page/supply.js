// The supply beside the map: bonus tiles by kind, the pile of victory point tiles, and during setup the starting sets.
import { Choice } from "/static/table/choice.js";
import { RulesHelp } from "/static/parts/rules-help.js";
import { Cubes } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";
import { cubesInWords, t } from "/static/lib/words.js";
import { Pile } from "./pile.js";
import { bonusInWords, BonusTile } from "./player-board.js";

const GAME = "eastern-wonders";

/** The stacks and the pile. With a `table` the player can choose from the stacks. */
export function Supply({ table, view, pieces }) {
  return html`<div class="stock" role="group" aria-label=${t("eastern-wonders.stock.title")}>
    <span class="stock-title" aria-hidden="true">${t("eastern-wonders.board.bonus-tiles")}</span>
    ${Object.entries(view.bonus_stacks).map(([kind, left]) => html`
      <${Stack} key=${kind} table=${table} kind=${kind} left=${left} pieces=${pieces} />`)}
    <${Pile} view=${view} pieces=${pieces} />
    ${table && html`<${RulesHelp} game=${GAME} ids=${["EW4", "EW5", "EW13", "EW14"]} label=${t("eastern-wonders.help.stock")} />`}
  </div>`;
}

function Stack({ table, kind, left, pieces }) {
  const count = left.length ?? left;
  const does = bonusInWords(kind, pieces, left[0]);
  const label = t("eastern-wonders.stock.stack", { n: count, does });
  const drawn = html`<${BonusTile} kind=${kind} pieces=${pieces} points=${left[0] ?? "–"} /><b class="left">×${count}</b>
    <span class="stack-name">${t(`eastern-wonders.bonus.${kind}`)}</span>`;
  if (!table) return html`<span class=${classNames("stack", !count && "used-up")} role="img" aria-label=${label}>${drawn}</span>`;
  return html`<${Choice} table=${table} token=${`bonus ${kind}`} label=${label} title=${does} class=${classNames("stack", !count && "used-up")}>${drawn}</${Choice}>`;
}

/** The starting sets. They are shown in place of the hold until the player has taken one. */
export function StartSets({ table, view, pieces }) {
  return html`<div class="hold start-sets" data-own role="group" aria-label=${t("eastern-wonders.phase.take")}>
    ${pieces.start_sets.map((cubes, i) => html`<${Choice} key=${cubes} table=${table} token=${`take ${i + 1}`}
      label=${t("eastern-wonders.stock.set", { cubes: cubesInWords(GAME, cubes) })}
      class=${classNames("start-set", !view.start_sets.includes(cubes) && "taken")}>
      <${Cubes} game=${GAME} cubes=${cubes} /></${Choice}>`)}
  </div>`;
}
