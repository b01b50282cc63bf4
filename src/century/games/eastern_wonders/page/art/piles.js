// Cubes in small piles: the trade on an island, and the price of a port tile. Each face is one SVG as wide as a hex.
// On phones equal cubes are one cube with their number, which is larger than a pile.
import { round } from "/static/parts/art/symbols.js";
import { html, signal } from "/static/lib/ui.js";
import { cubeLetter } from "/static/lib/words.js";

const CUBE = 24; // the size of a drawn cube with its top and its side
const [ACROSS, UP] = [19, 18]; // from a cube to the one beside it, and to the one on top
const ARROW = 17; // the width of the arrow with its margins
const [WIDE, HIGH] = [70, 32]; // the room on a hex; piles stand on its lower edge
const LARGEST = 0.76; // of the scale of a cube
const NUMBER = 12; // the width of a number before a cube
const GAP = 4; // between the columns of counted cubes
const [COLUMN, ROW] = [NUMBER + CUBE + GAP, 25]; // from a counted cube to the next

const phone = matchMedia("(max-width: 600px), (max-height: 519px)");
const counts = signal(phone.matches);
phone.addEventListener("change", () => { counts.value = phone.matches; });

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

/** On phones: a row for each spice, its cube with its number; more than two are in two columns. Three different cubes are a pile, which is larger. */
function counted(letters) {
  const spices = [...new Set(letters)];
  if (!counts.value || (spices.length > 2 && spices.length === letters.length)) return stack(letters);
  const columns = Math.ceil(spices.length / 2);
  const cubes = spices.map((letter, i) => ({
    letter, x: (i % columns) * COLUMN + NUMBER, y: Math.floor(i / columns) * ROW, number: letters.split(letter).length - 1,
  }));
  return { cubes, wide: columns * COLUMN - GAP, high: (Math.ceil(spices.length / columns) - 1) * ROW + CUBE };
}

/** A pile whose lower left corner is at x, y. */
function Pile({ x, y = 0, pile: { cubes, wide, high } }) {
  return html`${!counts.value && html`<ellipse class="ground-shadow" cx=${x + wide / 2} cy="-1.5" rx=${wide / 2 + 2} ry="4" />`}
    ${cubes.map(({ letter, number, ...at }, i) => html`<g key=${i} class=${`cube cube-${letter}`} transform=${`translate(${round(x + at.x)} ${round(y + at.y - high)})`}>
      <use href=${`#cube-${letter}`} /><text x="9.8" y="14.6">${cubeLetter(letter)}</text>${number && html`<text class="number" x="-7" y="12">${number}</text>`}</g>`)}`;
}

/** The cubes that a trade takes, an arrow, the cubes that it gives. */
export function TradeFace({ trade }) {
  const [give, take] = trade.split(">").map(counted);
  const wide = give.wide + ARROW + take.wide;
  const high = Math.max(give.high, take.high);
  const scale = Math.min(LARGEST, WIDE / wide, HIGH / high);
  const bottom = counts.value ? (HIGH + high * scale) / 2 : HIGH;
  const at = `translate(${round(50 - wide * scale / 2)} ${round(bottom)}) scale(${round(scale)})`;
  const lift = (pile) => (counts.value ? (pile.high - high) / 2 : 0); // counted cubes stand side by side in the middle
  const middle = counts.value ? Math.round(11 - high / 2) : 0;
  return html`<svg class="market-face" viewBox="0 0 100 32" aria-hidden="true" style=${{ "--wide": wide * scale, "--high": high * scale }}><g transform=${at}>
    <${Pile} x=${0} y=${lift(give)} pile=${give} /><path class="arrow" d=${`M${give.wide + 1} ${middle - 14.5}h6v-6l10 9.5-10 9.5v-6h-6z`} /><${Pile} x=${give.wide + ARROW} y=${lift(take)} pile=${take} />
  </g></svg>`;
}

/** The cubes that a port tile costs; the medal is at their left. */
export function PriceFace({ cost }) {
  const pile = counted(cost);
  const scale = Math.min(LARGEST, 38 / pile.wide, HIGH / pile.high);
  return html`<svg class="price-face" viewBox="0 0 44 32" aria-hidden="true">
    <g transform=${`translate(${round(22 - pile.wide * scale / 2)} ${round(HIGH / 2 + pile.high * scale / 2)}) scale(${round(scale)})`}><${Pile} x=${0} pile=${pile} /></g></svg>`;
}
