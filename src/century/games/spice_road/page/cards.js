// The cards of Spice Road: merchant cards, point cards and decks.
import { Cube, Effect } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";

export const GAME = "spice-road";

// The picture at the bottom of a card, by kind: dunes, mountains, a town, an arch.
const SCENES = {
  spice: html`<circle cx="76" cy="10" r="6" /><path d="M0 40V27C16 15 34 16 50 24s36 8 50-3v19z" />
    <path d="M0 40v-6c24-7 40-5 58 0 16 4 30 2 42-3v9z" />`,
  upgrade: html`<path d="M0 40V30L17 13l12 11L46 5l21 23 13-12 20 17v7z" /><path d="m46 5 7 8-5 3-4-4-4 3z" />`,
  trade: html`<path d="M0 40V30h9v-7a7 7 0 0 1 14 0v7h8V13l2-5 2 5v17h7c0-9 5-13 10-17
    5 4 10 8 10 17h7V16l2-5 2 5v14h7v-4a6 6 0 0 1 12 0v4h8v10z" />`,
  point: html`<path d="M0 40V24q14-2 20-12 4-8 10-8h40q6 0 10 8 6 10 20 12v16z" />`,
};

export const kindOf = (card) => (card.startsWith("up") ? "upgrade" : card.includes(">") ? "trade" : "spice");

/** The name of a merchant card for transitions. Every seat has its own copy of the starting cards; the others are unique. */
export const merchantPiece = (card, seat) => `m-${card.replace(">", "-")}${["YY", "up2"].includes(card) ? `-${seat}` : ""}`;
export const pointPiece = ({ cost }) => `p-${cost}`;

function Scene({ kind }) {
  return html`<svg class="scene" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">${SCENES[kind]}</svg>`;
}

export function Merchant({ card, class: more, piece }) {
  const kind = kindOf(card);
  return html`<span class=${classNames("card", "merchant", kind, more)} data-card=${card} data-piece=${piece}>
    <${Scene} kind=${kind} /><${Effect} game=${GAME} effect=${card} /></span>`;
}

/** A point card with its points and its cost. */
export function Point({ card }) {
  return html`<span class="card point">
    <${Scene} kind="point" /><span class="medal">${card.points}</span>
    <span class="cost">${[...card.cost].map((letter, i) => html`<${Cube} key=${i} letter=${letter} />`)}</span></span>`;
}

/** A deck with the number of its cards. */
export function Deck({ kind, count, label }) {
  return html`<span class=${classNames("deck", kind, count === 0 && "empty")} role="img" aria-label=${label} title=${label}>
    <svg viewBox="0 0 60 60" aria-hidden="true"><path d="M30 6 54 30 30 54 6 30z" /><path d="M30 17 43 30 30 43 17 30z" /></svg>
    <strong>${count}</strong></span>`;
}
