// The two rows of Spice Road: point cards with the coins over them, merchant cards with the cubes on them. The key of a card makes it a new
// element when it takes the place of another one: nothing inside it shifts.
import { Choice } from "/static/table/choice.js";
import { RulesHelp } from "/static/parts/rules-help.js";
import { Cubes, CubeSlot, effectInWords } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";
import { cubesInWords, t } from "/static/lib/words.js";
import { GAME, Merchant, merchantPiece, Point, pointPiece } from "./cards.js";
import { Coins } from "./coins.js";
import { DeckButton } from "./deck-list.js";

export function PointRow({ table, view }) {
  return html`<section class="market-row points" aria-label=${t("spice-road.board.points")}>
    <ol class="cards">${view.point_row.map((card, i) => html`<li key=${i}>
      <${PointChoice} table=${table} card=${card} number=${i + 1} /></li>`)}
      <${Unseen} row=${view.point_row} slots=${view.point_slots} deck=${view.point_deck} /></ol>
    <${RowEnd} kind="point" view=${view} label=${t("spice-road.board.points")} ids=${["SR13", "SR14", "SR17", "SR18"]} />
  </section>`;
}

function PointChoice({ table, card, number }) {
  const { coin, coins } = card;
  const missing = card.missing[table.me.value] ?? ""; // spectators have no cubes
  const text = t("spice-road.board.claim", { n: number, points: card.points, cost: cubesInWords(GAME, card.cost) });
  const withCoin = coin ? `${text} ${t("log.coin", { coin: t(`coin.${coin}`, { n: 1 }) })}` : text;
  const label = missing ? `${withCoin}; ${t("spice-road.board.missing", { cubes: cubesInWords(GAME, missing) })}` : withCoin;
  return html`<${Choice} table=${table} token=${`claim ${number}`} label=${label} title=${withCoin} class="place" data-piece=${pointPiece(card)}>
    <${Point} key=${card.cost} card=${card} missing=${missing} />
    ${coin && html`<span class="over" data-piece=${`coins-${coin}`}><${Coins} kind=${coin} count=${coins} left /></span>`}
  </${Choice}>`;
}

/** The merchant cards with their price and the cubes on them. While a player pays, the next card to get a cube is marked. */
export function MerchantRow({ table, view }) {
  const { acquire, next } = view.acting ?? {};
  return html`<section class="market-row merchants" aria-label=${t("spice-road.board.merchants")}>
    <ol class="cards">${view.merchant_row.map((slot, i) => html`<li key=${i}>
      <${MerchantChoice} table=${table} slot=${slot} number=${i + 1} wanted=${acquire === i + 1} next=${next === i + 1} /></li>`)}
      <${Unseen} row=${view.merchant_row} slots=${view.merchant_slots} deck=${view.merchant_deck} /></ol>
    <${RowEnd} kind="merchant" view=${view} label=${t("spice-road.board.merchants")} ids=${["SR10", "SR11"]} />
  </section>`;
}

function MerchantChoice({ table, slot, number, wanted, next }) {
  const { card, cubes, price } = slot;
  const details = [effectInWords(GAME, card), t("spice-road.board.price", { n: price })];
  if (cubes) details.push(t("spice-road.board.lying", { cubes: cubesInWords(GAME, cubes) }));
  if (next) details.push(t("spice-road.board.next"));
  const label = t("spice-road.board.acquire", { n: number, what: details.join("; ") });
  return html`<${Choice} table=${table} token=${`acquire ${number}`} label=${label} data-piece=${merchantPiece(card)}
    class=${classNames("place", wanted && "wanted", next && "next")}>
    <${Merchant} key=${card} card=${card} />
    <span class="price" aria-hidden="true">${price === 0 ? t("spice-road.board.free") : Array.from({ length: price }, () => html`<${CubeSlot} />`)}</span>
    <span class="lying">${cubes && html`<${Cubes} game=${GAME} cubes=${cubes} place=${`card-${card}`} />`}
      ${next && html`<span class="slot" aria-hidden="true"></span>`}</span>
  </${Choice}>`;
}

/** Placeholders for the cards that a staged turn would draw from the deck: the preview does not reveal them. */
function Unseen({ row, slots, deck }) {
  const count = deck > 0 ? slots - row.length : 0;
  return Array.from({ length: count }, (_, i) => html`<li key=${`unseen-${i}`} class="unseen" aria-hidden="true">?</li>`);
}

/** The deck beside a row, and the help about the row. */
function RowEnd({ kind, view, label, ids }) {
  return html`<div class="row-end">
    <${DeckButton} kind=${kind} view=${view} />
    <${RulesHelp} game=${GAME} ids=${ids} label=${label} />
  </div>`;
}
