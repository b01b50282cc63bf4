// The two rows of Spice Road: point cards with the coins over them, merchant cards with the cubes on them.
import { Choice } from "../choice.js";
import { Help } from "../help.js";
import { Coin, Cubes, effectInWords } from "../pieces.js";
import { html, names } from "../ui.js";
import { cubesInWords, t } from "../words.js";
import { Deck, GAME, Merchant, Point, pointName, travelName } from "./cards.js";

/** Five point cards; gold lies over the first, silver over the second, or over the first once the gold is gone. */
export function PointRow({ table, view }) {
  const coins = view.gold ? [["gold", view.gold], ["silver", view.silver]] : [["silver", view.silver]];
  return html`<section class="market-row points" aria-label=${t("spice-road.board.points")}>
    <ol class="cards">${view.point_row.map((card, i) => html`<li key=${i}>
      <${PointChoice} table=${table} card=${card} number=${i + 1} coin=${coins[i]} /></li>`)}
      <${Unseen} row=${view.point_row} slots=${5} deck=${view.point_deck} /></ol>
    <${RowEnd} kind="point" count=${view.point_deck} what="points" ids=${["SR13", "SR14", "SR17", "SR18"]} />
  </section>`;
}

function PointChoice({ table, card, number, coin }) {
  const lies = coin?.[1] > 0;
  const told = t("spice-road.board.claim", { n: number, points: card.points, cost: cubesInWords(GAME, card.cost) });
  const label = lies ? `${told} ${t("log.coin", { coin: t(`coin.${coin[0]}`, { n: 1 }) })}` : told;
  return html`<${Choice} table=${table} token=${`claim ${number}`} label=${label} class="place" data-travel=${pointName(card)}>
    <${Point} card=${card} />
    ${lies && html`<span class="over" data-travel=${`coins-${coin[0]}`}><${Coin} kind=${coin[0]} count=${coin[1]} /></span>`}
  </${Choice}>`;
}

/** Six merchant cards with their price and the cubes lying on them. */
export function MerchantRow({ table, view }) {
  const { acquire, left } = view.phase === "pay" ? view.acting : {};
  const next = acquire - 1 - left; // payment goes from the left
  return html`<section class="market-row merchants" aria-label=${t("spice-road.board.merchants")}>
    <ol class="cards">${view.merchant_row.map((lying, i) => html`<li key=${i}>
      <${MerchantChoice} table=${table} lying=${lying} number=${i + 1} wanted=${acquire === i + 1} next=${next === i} /></li>`)}
      <${Unseen} row=${view.merchant_row} slots=${6} deck=${view.merchant_deck} /></ol>
    <${RowEnd} kind="merchant" count=${view.merchant_deck} what="merchants" ids=${["SR10", "SR11"]} />
  </section>`;
}

function MerchantChoice({ table, lying, number, wanted, next }) {
  const { card, cubes } = lying;
  const price = number - 1;
  const told = [effectInWords(GAME, card), t("spice-road.board.price", { n: price })];
  if (cubes) told.push(t("spice-road.board.lying", { cubes: cubesInWords(GAME, cubes) }));
  if (next) told.push(t("spice-road.board.next"));
  const label = t("spice-road.board.acquire", { n: number, what: told.join("; ") });
  return html`<${Choice} table=${table} token=${`acquire ${number}`} label=${label} data-travel=${travelName(card)}
    class=${names("place", wanted && "wanted", next && "next")}>
    <${Merchant} card=${card} />
    <span class="price" aria-hidden="true">${price === 0 ? t("spice-road.board.free") : html`${price}<i></i>`}</span>
    <span class="lying">${cubes && html`<${Cubes} game=${GAME} cubes=${cubes} place=${`card-${card}`} />`}
      ${next && html`<span class="slot" aria-hidden="true"></span>`}</span>
  </${Choice}>`;
}

/** Where a card would come from the deck that nobody has seen yet. */
function Unseen({ row, slots, deck }) {
  const count = deck > 0 ? slots - row.length : 0;
  return Array.from({ length: count }, (_, i) => html`<li key=${`unseen-${i}`} class="unseen" aria-hidden="true">?</li>`);
}

function RowEnd({ kind, count, what, ids }) {
  return html`<div class="row-end">
    <${Deck} kind=${kind} count=${count} label=${t("spice-road.board.deck", { n: count })} />
    <${Help} game=${GAME} ids=${ids} label=${t(`spice-road.board.${what}`)} />
  </div>`;
}
