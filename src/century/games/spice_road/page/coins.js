// Coins with their worth inside and their number beside them, so that neither reads as the other.
import { Coin } from "/static/parts/pieces.js";
import { piecesOf } from "/static/lib/games.js";
import { html } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";
import { GAME } from "./cards.js";

/** `left`: the coins are over the row; otherwise a seat holds them. */
export function Coins({ kind, count, left = false }) {
  const points = piecesOf(GAME).coin_points[kind];
  const label = t(`spice-road.board.${left ? "coins-left" : "coins-held"}`, { coins: t(`coin.${kind}`, { n: count }), n: points });
  return html`<span class="coins" role="img" aria-label=${label} title=${label}>
    <${Coin} kind=${kind} count=${points} /><b aria-hidden="true">×${count}</b></span>`;
}
