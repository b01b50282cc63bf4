// A deck as a button: it opens the list of the cards that may still come.
import { Dialog } from "/static/parts/dialog.js";
import { piecesOf } from "/static/lib/games.js";
import { html, useSignal } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";
import { Deck, GAME, Merchant, Point } from "./cards.js";

/** The merchant cards that the view does not show: all of them are in the deck. */
function unseenMerchants(view) {
  const seen = new Set([...view.merchant_row.map(({ card }) => card), ...view.seats.flatMap(({ hand, played }) => [...hand, ...played])]);
  return piecesOf(GAME).merchants.filter((card) => !seen.has(card));
}

/** The point cards that the view does not show: they are in the deck, or face down with the other players. */
function unseenPoints(view) {
  const seen = new Set([...view.point_row, ...view.seats.flatMap(({ cards }) => cards ?? [])].map(({ cost }) => cost));
  return piecesOf(GAME).point_cards.filter(({ cost }) => !seen.has(cost)).sort((one, other) => other.points - one.points);
}

/** `kind` is "merchant" or "point". */
export function DeckButton({ kind, view }) {
  const open = useSignal(false);
  const count = view[`${kind}_deck`];
  const label = t("spice-road.board.deck", { n: count });
  return html`<button type="button" class="deck-button" aria-label=${`${label} ${t("spice-road.board.deck-look")}`} title=${label}
      onClick=${() => { open.value = true; }}><${Deck} kind=${kind} count=${count} label=${label} /></button>
    <${Dialog} open=${open} title=${t(`spice-road.board.unseen-${kind}`)}>
      <div class=${`mini-row unseen-cards ${kind}`}>${kind === "merchant"
    ? unseenMerchants(view).map((card) => html`<${Merchant} key=${card} card=${card} />`)
    : unseenPoints(view).map((card) => html`<${Point} key=${card.cost} card=${card} />`)}</div>
    </${Dialog}>`;
}
