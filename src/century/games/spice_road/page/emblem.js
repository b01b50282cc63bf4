// The emblem of Spice Road: a caravan on the dunes at sunset.
import { Cube } from "/static/parts/pieces.js";
import { html } from "/static/lib/ui.js";
import { CUBES } from "/static/lib/words.js";

const camel = (x, y, size) => html`<g transform=${`translate(${x} ${y}) scale(${size})`} class="camel">
  <path d="M2 11C3 7 6 7 8 8c1-4 4-5 6-1 1-2 2-2 3 0 2 1 3-1 4-3 1-3 2-4 5-4l2 1-1 2-3 0
    c-1 1-1 4-2 6-1 2-3 3-4 4l-1 9h-1.5l-.5-8h-6l-1 8H6.500l.2-8C5 14 4 13 3.600 12 3 14 2 16 1 16z" />
</g>`;

export function Emblem() {
  return html`<div class="emblem spice-emblem" aria-hidden="true"><svg viewBox="0 0 120 90">
    <rect class="sky" width="120" height="90" rx="10" />
    <circle class="sun" cx="84" cy="34" r="15" />
    <path class="far" d="M0 58C18 44 34 48 54 55s44 4 66-11v46H0z" />
    ${camel(16, 36, 0.9)}${camel(46, 39, 0.8)}
    <path class="near" d="M0 66c22-8 42-7 62-2 22 5 40 2 58-6v22a10 10 0 0 1-10 10H10A10 10 0 0 1 0 80z" />
  </svg><span class="cubes">${[...CUBES].map((letter) => html`<${Cube} letter=${letter} />`)}</span></div>`;
}
