// The cards of Spice Road: merchant cards, point cards and decks.
import { Cube, Effect } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";
import { Scene } from "./art/scenes.js";

export const GAME = "spice-road";

export const kindOf = (card) => (card.startsWith("up") ? "upgrade" : card.includes(">") ? "trade" : "spice");

/** The name of a merchant card for transitions. Every seat has its own copy of the starting cards; the others are unique. */
export const merchantPiece = (card, seat) => `m-${card.replace(">", "-")}${["YY", "up2"].includes(card) ? `-${seat}` : ""}`;
export const pointPiece = ({ cost }) => `p-${cost}`;

export function Merchant({ card, class: more, piece }) {
  const kind = kindOf(card);
  return html`<span class=${classNames("card", "merchant", kind, more)} data-card=${card} data-piece=${piece}>
    <${Scene} card=${card} kind=${kind} /><${Effect} game=${GAME} effect=${card} /></span>`;
}

/** A point card with its points and its cost. `missing` are the cubes of the cost that the viewer does not have: they are faded. */
export function Point({ card, missing = "" }) {
  return html`<span class="card point">
    <${Scene} card=${card.cost} kind="point" /><span class="medal">${card.points}</span>
    <span class="cost">${costCubes(card.cost, missing).map(({ letter, lacking }, i) => html`
      <${Cube} key=${i} letter=${letter} ghost=${lacking} />`)}</span></span>`;
}

/** The cubes of a cost: of each spice first those that the viewer has, then the missing ones. */
function costCubes(cost, missing) {
  const count = (cubes, letter) => [...cubes].filter((cube) => cube === letter).length;
  return [...cost].map((letter, i) => {
    const earlier = count(cost.slice(0, i), letter);
    return { letter, lacking: earlier >= count(cost, letter) - count(missing, letter) };
  });
}

/** A deck with the number of its cards. */
export function Deck({ kind, count, label }) {
  return html`<span class=${classNames("deck", kind, count === 0 && "empty")} role="img" aria-label=${label} title=${label}>
    <strong>${count}</strong></span>`;
}

/** The icon before a row of the score sheet. */
export function SheetIcon({ kind }) {
  if (kind === "cubes") return html`<${Cube} letter="G" />`;
  if (kind !== "cards") return html`<span class=${`coin ${kind}`} />`;
  return html`<svg viewBox="0 0 16 20"><rect width="16" height="20" rx="3" fill="#6d3377" /><circle cx="8" cy="8" r="4" fill="#efc451" /></svg>`;
}
