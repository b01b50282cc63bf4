// Drawn examples of the rules of Spice Road, by rule id.
import { Arrow, Change, Points, Returned, Round, Tied } from "/static/parts/diagrams.js";
import { Coin, Cubes, Effect, SeatMark } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";

const GAME = "spice-road";

/** A small merchant card with its price above and the cubes on it below. */
function Merchant({ effect, price, cubes = "", wanted }) {
  return html`<span class=${classNames("fig-card", wanted && "wanted")}>
    ${price !== undefined && html`<i>${price}</i>`}
    <span><${Effect} game=${GAME} effect=${effect} /></span>
    <${Cubes} game=${GAME} cubes=${cubes} />
  </span>`;
}

/** A small point card with the coins over it. */
function Point({ cost, points, gold, silver }) {
  return html`<span class="fig-card point">
    <i>${gold > 0 && html`<${Coin} kind="gold" count=${gold} />`}
      ${silver > 0 && html`<${Coin} kind="silver" count=${silver} />`}</i>
    <span><b>${points}</b><${Cubes} game=${GAME} cubes=${cost} /></span>
  </span>`;
}

const PRICES = [["YYR", 0, "G"], ["G>RR", 1, ""], ["RR>GG", 2, "YR"], ["up3", 3, ""]];
const STARTS = ["YYY", "YYYY", "YYYY", "YYYR", "YYYR"];

const Coins = () => html`<div class="fig-row">
  <${Point} cost="RRGG" points=${10} gold=${8} /><${Point} cost="YYBB" points=${10} silver=${8} />
  <${Point} cost="GGGG" points=${12} />
</div>`;

const Hand = () => html`<div class="fig-row"><${Merchant} effect="YY" /><${Merchant} effect="up2" /></div>`;

const Starts = () => html`<div class="fig-list">${STARTS.map((cubes, seat) => html`
  <span class="fig-turn"><${SeatMark} seat=${seat} /><${Cubes} game=${GAME} cubes=${cubes} /></span>`)}</div>`;

const Upgrade = () => html`<div class="fig-list">
  <${Change} game=${GAME} before="YYR" after="RRR" /><${Change} game=${GAME} before="YYR" after="YRG" />
</div>`;

const Trade = () => html`<div class="fig-row"><${Merchant} effect="YYY>B" />
  <${Change} game=${GAME} before="YYYYYYR" after="RBB" by="2 ×" /></div>`;

const Acquire = () => html`<div class="fig-row">${PRICES.map(([effect, price, cubes]) => html`
  <${Merchant} effect=${effect} price=${price} cubes=${cubes} wanted=${price === 2} />`)}</div>`;

const Slide = () => html`<div class="fig-row">
  <${Merchant} effect="YYR" cubes="YG" /><${Merchant} effect="G>RR" cubes="Y" /><${Merchant} effect="up3" />
</div>`;

const Claim = () => html`<div class="fig-row"><${Point} cost="RRGG" points=${10} />
  <${Change} game=${GAME} before="YYRRGGB" after="YYB" /></div>`;

const LastGold = () => html`<div class="fig-row">
  <${Point} cost="RRGG" points=${10} gold=${1} /><${Point} cost="YYBB" points=${10} silver=${3} />
  <${Arrow} /><${Point} cost="YYBB" points=${10} silver=${3} /><${Point} cost="GGGG" points=${12} />
</div>`;

const Limit = () => html`<${Returned} game=${GAME} kept="YYYRRRGGBB" back="YY" />`;
const Ending = () => html`<${Round} seats=${[0, 1, 2]} end=${1} />`;
const Tie = () => html`<${Tied} seats=${[0, 1, 2]} winner=${2} points=${63} />`;

const Score = () => html`<${Points} rows=${[
  [t("spice-road.sheet.cards"), "16 + 12 + 10 + 9 + 6 + 14", 67],
  [t("spice-road.sheet.gold"), html`<${Coin} kind="gold" count=${2} /> × 3`, 6],
  [t("spice-road.sheet.silver"), html`<${Coin} kind="silver" count=${1} /> × 1`, 1],
  [t("spice-road.sheet.cubes"), html`<${Cubes} game=${GAME} cubes="YYRG" />`, 2],
]} />`;

export default {
  SR2: Coins, SR3: Hand, SR5: Starts, SR8: Upgrade, SR9: Trade, SR10: Acquire, SR11: Slide, SR13: Claim,
  SR14: LastGold, SR15: Limit, SR17: Ending, SR18: Score, SR19: Tie,
};
