// Icons of the pieces. Boats and outposts have their own shape and number for each seat, bonus tiles a sign for each kind.
import { html } from "/static/lib/ui.js";

const SAILS = [
  html`<path d="M17 1.5 29 18H17z" /><path d="M14.5 6 5 18h9.5z" />`,
  html`<path d="M6 3.5q10-3 20 0v14q-10 2.6-20 0z" />`,
  html`<path d="M16 1C26.5 2.5 29 11 27 18H5C3 11 5.5 2.5 16 1z" />`,
  html`<path d="M16 .5 29 10 16 19 3 10z" />`,
];

export function Boat({ seat, animated }) {
  return html`<svg class=${`boat seat-${seat}`} viewBox="0 0 32 30" aria-hidden="true" data-boat=${seat}
    data-piece=${animated ? `boat-${seat}` : undefined}>
    <path class="hull" d="M2 20.5h28q-2 8-8 8H10q-6 0-8-8z" /><g class="sail">${SAILS[seat]}</g>
    <text x=${seat === 0 ? 20.5 : 16} y=${seat === 0 ? 13.4 : 11}>${seat + 1}</text></svg>`;
}

const OUTPOSTS = [
  html`<path d="M10 1 19 9v10H1V9z" />`,
  html`<path d="M2 19V2h4v3h2.5V2h3v3H14V2h4v17z" />`,
  html`<path d="M1 19V11a9 10 0 0 1 18 0v8z" />`,
  html`<path d="M10 .5 19.5 19H.5z" />`,
];

export function Outpost({ seat, piece }) {
  return html`<svg class=${`outpost seat-${seat}`} viewBox="0 0 20 20" aria-hidden="true" data-piece=${piece}>
    ${OUTPOSTS[seat]}<text x="10" y=${seat === 3 ? 14.6 : 13.2}>${seat + 1}</text></svg>`;
}

const SIGNS = {
  move: html`<path d="M2 9h12V4l8 8-8 8v-5H2z" />`,
  harvest: html`<path d="M2 10h20l-3 11H5z" /><path class="line" d="M6 10q6-12 12 0" />`,
  upgrade: html`<path d="M12 1 22 12h-6v11H8V12H2z" />`,
  cargo: html`<path d="M2 4h20v17H2z" /><path class="cut" d="M2 10h20M9 4v17M15 4v17" />`,
  points: html`<path d="m12 1 3.3 7 7.7.9-5.7 5.2 1.5 7.6L12 17.9l-6.8 3.8 1.5-7.6L1 8.9 8.7 8z" />`,
};

/** The sign of a kind of bonus tile. */
export function BonusSign({ kind }) {
  return html`<svg class=${`sign kind-${kind}`} viewBox="0 0 24 24" aria-hidden="true">${SIGNS[kind]}</svg>`;
}

/** A victory point tile, face up. */
export function Medal({ points }) {
  return html`<svg class="vp-medal" viewBox="0 0 32 32" aria-hidden="true">
    <circle cx="16" cy="16" r="15" /><circle class="ring" cx="16" cy="16" r="12" /><text x="16" y="16.8">${points}</text></svg>`;
}

/** A victory point tile, face down. */
export function TileBack() {
  return html`<svg class="tile-back" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="9" /><path d="M10 4v9M6.5 6.5h7M4.5 11q1.5 5 5.5 5t5.5-5" /></svg>`;
}
