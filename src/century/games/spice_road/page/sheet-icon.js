// The icon before a row of the score sheet: the piece that gives the points.
import { Cube } from "/static/parts/pieces.js";
import { html } from "/static/lib/ui.js";

const card = html`<svg viewBox="0 0 16 20"><rect x="1" y="0" width="14" height="20" rx="2.5" fill="#6d3377" stroke="#d9b877" /><circle cx="8" cy="8" r="4" fill="#efc451" /></svg>`;

export const SheetIcon = ({ kind }) => {
  if (kind === "cards") return card;
  return kind === "cubes" ? html`<${Cube} letter="G" />` : html`<span class=${`coin ${kind}`} />`;
};
