// Icons of the pieces. Boats and outposts have their own shape for each seat, bonus tiles a sign for each kind.
import { defineSymbols } from "/static/parts/art/symbols.js";
import { Cube, Glyph } from "/static/parts/pieces.js";
import { classNames, html } from "/static/lib/ui.js";
import { cubeLetter } from "/static/lib/words.js";

defineSymbols(html`<radialGradient id="gold-face" cx=".35" cy=".28" r=".8">
  <stop offset="0" stop-color="#fff0b8" /><stop offset=".45" stop-color="#efc451" /><stop offset="1" stop-color="#b77d12" /></radialGradient>
  <linearGradient id="outpost-light" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".5" /><stop offset=".7" stop-color="#fff" stop-opacity="0" /></linearGradient>`);

const SAILS = [
  html`<path d="M17 1.5 29 18H17z" /><path d="M14.5 6 5 18h9.5z" /><path class="shadow" d="M17 1.5 29 18h-6.5z" />`,
  html`<path d="M6 3.5q10-3 20 0v14q-10 2.6-20 0z" /><path class="shadow" d="M19.5 2.3q3.5 .4 6.5 1.2v14q-3 .8-6.5 1.2z" />`,
  html`<path d="M16 1C26.5 2.5 29 11 27 18H5C3 11 5.5 2.5 16 1z" /><path class="shadow" d="M16 1C26.5 2.5 29 11 27 18H20.5Q22 7 16 1z" />`,
  html`<path d="M16 .5 29 10 16 19 3 10z" /><path class="shadow" d="M16 .5 29 10 16 19 20.5 10z" />`,
];

export function Boat({ seat, animated, own }) {
  return html`<svg class=${classNames("boat", `seat-${seat}`, own && "own")} viewBox="0 0 32 30" aria-hidden="true" data-boat=${seat}
    data-piece=${animated ? `boat-${seat}` : undefined}>
    <ellipse class="bay" cx="16" cy="27" rx="18" ry="4.5" /><path class="hull" d="M2 20.5h28q-2 8-8 8H10q-6 0-8-8z" /><path class="mast" d="M16 .5V21" /><path class="plank" d="M4.5 23.5h23M7 26.2h18" /><g class="sail">${SAILS[seat]}</g></svg>`;
}

const OUTPOSTS = [
  html`<path d="M10 1 19 9v10H1V9z" />`,
  html`<path d="M2 19V2h4v3h2.5V2h3v3H14V2h4v17z" />`,
  html`<path d="M1 19V11a9 10 0 0 1 18 0v8z" />`,
  html`<path d="M10 .5 19.5 19H.5z" />`,
];

// The side away from the light
const SHADOWS = [
  html`<path class="shadow" d="M10 1 19 9v10h-6V9z" />`,
  html`<path class="shadow" d="M14 2h4v17h-5V5h1z" />`,
  html`<path class="shadow" d="M10 1a9 10 0 0 1 9 10v8h-6v-8Q13 4 10 1z" />`,
  html`<path class="shadow" d="M10 .5 19.5 19H13z" />`,
];

/** An outpost; with a `letter`, it shows that spice. */
export function Outpost({ seat, piece, letter }) {
  return html`<svg class=${`outpost seat-${seat}`} viewBox="0 0 20 20" aria-hidden="true" data-piece=${piece}>
    <ellipse class="shadow" cx="11.5" cy="19" rx="11" ry="2.4" />${OUTPOSTS[seat]}<g class="lit">${OUTPOSTS[seat]}</g>${SHADOWS[seat]}${letter && html`<g transform="translate(3.6 3.4) scale(.65)"><${Glyph} letter=${letter} /></g><text x="10" y="16.4">${cubeLetter(letter)}</text>`}</svg>`;
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
    <circle class="face" cx="16" cy="16" r="15" /><circle class="ring" cx="16" cy="16" r="12.4" /><text x="16" y="16.8">${points}</text></svg>`;
}

/** A victory point tile, face down. */
export function TileBack() {
  return html`<svg class="tile-back" viewBox="0 0 20 20" aria-hidden="true">
    <circle class="face" cx="10" cy="10" r="9" /><path d="M10 4v9M6.5 6.5h7M4.5 11q1.5 5 5.5 5t5.5-5" /></svg>`;
}

/** The icon before a row of the score sheet. */
export const SheetIcon = ({ kind }) => html`<${{ tiles: Medal, outposts: Outpost, bonus: BonusSign, cubes: Cube }[kind]} seat=${0} kind="points" letter=${kind === "cubes" && "G"} />`;
