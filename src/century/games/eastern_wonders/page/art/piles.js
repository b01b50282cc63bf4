// Cubes in small piles: the trade on an island, and the price of a port tile. Each face is one SVG as wide as a hex.
import { round } from "/static/parts/art/symbols.js";
import { html } from "/static/lib/ui.js";
import { cubeLetter } from "/static/lib/words.js";

const CUBE = 24; // the size of a drawn cube with its top and its side
const [ACROSS, UP] = [19, 18]; // from a cube to the one beside it, and to the one on top
const ARROW = 20; // the width of the arrow with its margins
const [WIDE, HIGH] = [70, 32]; // the room on a hex; piles stand on its lower edge
const LARGEST = 0.76; // of the scale of a cube

/** The cubes of a pile, the lower row first: [{letter, x, y}], and its size. */
function stack(letters) {
  const below = letters.length > 2 ? Math.ceil(letters.length / 2) : letters.length;
  const above = letters.length - below;
  const high = CUBE + (above ? UP : 0);
  const cubes = [...letters].map((letter, i) => (i < below
    ? { letter, x: i * ACROSS, y: high - CUBE }
    : { letter, x: (i - below + (below - above) / 2) * ACROSS, y: 0 }));
  return { cubes, wide: CUBE + (below - 1) * ACROSS, high };
}

/** A pile whose lower left corner is at x, 0. */
function Pile({ x, pile: { cubes, wide, high } }) {
  return html`<ellipse class="ground-shadow" cx=${x + wide / 2} cy="-1.5" rx=${wide / 2 + 2} ry="4" />
    ${cubes.map((cube, i) => html`<g key=${i} class=${`cube cube-${cube.letter}`} transform=${`translate(${round(x + cube.x)} ${round(cube.y - high)})`}>
      <use href=${`#cube-${cube.letter}`} /><text x="9.8" y="14.6">${cubeLetter(cube.letter)}</text></g>`)}`;
}

/** The cubes that a trade takes, an arrow, the cubes that it gives. */
export function TradeFace({ trade }) {
  const [give, take] = trade.split(">").map(stack);
  const wide = give.wide + ARROW + take.wide;
  const high = Math.max(give.high, take.high);
  const scale = Math.min(LARGEST, WIDE / wide, HIGH / high);
  const at = `translate(${round(50 - wide * scale / 2)} ${HIGH}) scale(${round(scale)})`;
  return html`<svg class="market-face" viewBox="0 0 100 32" aria-hidden="true" style=${{ "--wide": wide * scale, "--high": high * scale }}><g transform=${at}>
    <${Pile} x=${0} pile=${give} /><path class="arrow" d=${`M${give.wide + 2.5} -14.5h6v-6l10 9.5-10 9.5v-6h-6z`} /><${Pile} x=${give.wide + ARROW} pile=${take} />
  </g></svg>`;
}

/** The cubes that a port tile costs; the medal is at their left. */
export function PriceFace({ cost }) {
  const pile = stack(cost);
  const scale = Math.min(LARGEST, 38 / pile.wide, HIGH / pile.high);
  return html`<svg class="price-face" viewBox="0 0 44 32" aria-hidden="true">
    <g transform=${`translate(${round(22 - pile.wide * scale / 2)} ${round(HIGH / 2 + pile.high * scale / 2)}) scale(${round(scale)})`}><${Pile} x=${0} pile=${pile} /></g></svg>`;
}
