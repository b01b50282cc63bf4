// The page module of Tiny Ladder: the face-up card and a line for each seat.
import { Choice } from "/static/table/choice.js";
import { Player } from "/static/table/player.js";
import { html } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";

function Board({ table, view }) {
  const { card, deck } = view;
  const label = t("tiny-ladder.board.card", { card });
  return html`<div class="tiny-ladder-board">
    <${Choice} table=${table} token="take" label=${label} class="tiny-ladder-card">${card}</${Choice}>
    <p>${t("tiny-ladder.board.deck", { n: deck })}</p>
    <ol>${view.seats.map(({ claimed, top }, seat) => html`<li key=${seat} data-seat=${seat}>
      <${Player} table=${table} seat=${seat} />
      <span>${t("tiny-ladder.board.seat", { n: claimed, top: top || "–" })}</span></li>`)}</ol>
  </div>`;
}

// The card on the board is the button for `take`; the turn bar has a button for `rest`.
export default { Board, barVerbs: ["rest"] };
