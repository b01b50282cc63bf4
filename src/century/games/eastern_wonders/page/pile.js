// The pile of victory point tiles as a button: it opens the list of the tiles that may still come.
import { Dialog } from "/static/parts/dialog.js";
import { Cubes } from "/static/parts/pieces.js";
import { html, useSignal } from "/static/lib/ui.js";
import { cubesInWords, t } from "/static/lib/words.js";
import { Medal, TileBack } from "./piece-icons.js";

const GAME = "eastern-wonders";
const ports = (view) => Object.values(view.map).filter(({ kind }) => kind === "port");

/** The tiles that the view does not show: they are in the pile, or face down with the other players. */
function unseenTiles(view, pieces) {
  const seen = new Set([...ports(view).map(({ tile }) => tile), ...view.seats.flatMap(({ tiles }) => tiles ?? [])].map((tile) => tile?.cost));
  return pieces.victory_tiles.filter(({ cost }) => !seen.has(cost)).sort((one, other) => other.points - one.points);
}

export function Pile({ view, pieces }) {
  const open = useSignal(false);
  const label = t("eastern-wonders.stock.pile", { n: view.vp_pile });
  const closedIsHidden = ports(view).every(({ tile }) => tile !== null);
  return html`<button type="button" class="vp-pile stack" aria-label=${`${label}. ${t("eastern-wonders.stock.look")}`} title=${label}
      onClick=${() => { open.value = true; }}><${TileBack} /><b class="left">×${view.vp_pile}</b>
      <span class="stack-name">${t("eastern-wonders.sheet.tiles")}</span></button>
    <${Dialog} open=${open} title=${t("eastern-wonders.stock.unseen")}>
      <ul class="unseen-tiles">${unseenTiles(view, pieces).map(({ cost, points }) => html`
        <li key=${cost}><span role="img" aria-label=${t("eastern-wonders.cell.tile", { points, cost: cubesInWords(GAME, cost) })}>
          <${Medal} points=${points} /><${Cubes} game=${GAME} cubes=${cost} /></span></li>`)}</ul>
      ${closedIsHidden && html`<p>${t("eastern-wonders.stock.closed-hidden")}</p>`}
    </${Dialog}>`;
}
