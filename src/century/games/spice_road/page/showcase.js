// What the front page shows of a game of Spice Road: both rows of cards, and the players.
import { ShowcasePlayers } from "/static/parts/showcase-players.js";
import { html } from "/static/lib/ui.js";
import { Merchant, merchantPiece, Point, pointPiece } from "./cards.js";

export function Showcase({ table, view }) {
  return html`<div class="showcase">
    <ol class="showcase-cards">${view.point_row.map((card) => html`<li key=${card.cost} data-piece=${pointPiece(card)}><${Point} card=${card} /></li>`)}</ol>
    <ol class="showcase-cards">${view.merchant_row.map(({ card }) => html`<li key=${card} data-piece=${merchantPiece(card)}><${Merchant} card=${card} /></li>`)}</ol>
    <${ShowcasePlayers} table=${table} view=${view} />
  </div>`;
}
