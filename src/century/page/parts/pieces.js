// The pieces that games share. Spices differ in shape, engraving and lightness, never in colour alone.
import { defineSymbols } from "./art/symbols.js";
import { cubeIds } from "../lib/transitions.js";
import { html, classNames } from "../lib/ui.js";
import { CUBES, cubeLetter, cubeName, cubesInWords, t } from "../lib/words.js";

// A wooden cube seen from the front and a little from above. The stamp on its front differs for each spice.
const STAMPS = {
  Y: html`<circle cx="9.8" cy="14.2" r="7.6" />`,
  R: html`<path d="M9.8 5.8 18.2 14.2 9.8 22.6 1.4 14.2z" />`,
  G: html`<path d="M9.8 6.2 16.8 10.2v8L9.8 22.2l-7-4v-8z" />`,
  B: html`<rect x="3" y="7.4" width="13.6" height="13.6" rx="1.5" />`,
};

// What is engraved on the stamp: a root, a pepper or a crocus, a leaf, a clove or sticks of cinnamon. Where a game has other spices than
// the first of each, its style sheet sets --spice-1 to none and --spice-2 to inline.
const GLYPHS = {
  Y: html`<path d="M2.8 16.8Q2.6 14 5.6 14.2 6.6 14.2 7 13.4 5.6 9.4 8 8.8 10.6 8.4 10.6 12.6 11.6 12.8 12 11.8 13 9.6 15 10.2 17 11.2 15.4 13.8 17.6 15 16.4 17.2 15 18.8 12.4 17.6 11 19.8 8.6 18.4 7 19.8 5 18.8 3 18.6 2.8 16.8z" />`,
  R: html`<path class="spice-1" d="M12.4 9.6q.2-2.2 2.2-2.8l.6 1q-1.2.5-1.3 1.6 1.2 1.3.8 3.9-.9 5.6-9.2 6.8 4.4-2.6 4.5-6.6.1-2.9 2.4-3.9z" />
    <path class="spice-2" d="M9.8 17.2Q6.9 12 9.8 7.2 12.7 12 9.8 17.2zM9 17.6Q4 16 4 10.2 8.2 12 9 17.6zM10.6 17.6Q15.6 16 15.6 10.2 11.4 12 10.6 17.6zM9.2 17.8h1.2v3.6H9.2z" />`,
  G: html`<path d="M5 18Q3 9.4 14.6 7.8zM6.2 19.2Q15.8 20 15.8 9z" />`,
  B: html`<path class="spice-1" d="M8.8 20.8V14.2Q5.2 13 5.2 8.8l2.7 1.8Q8.6 7.6 9.8 7.6q1.2 0 1.9 3L14.4 8.8q0 4.2-3.6 5.4v6.6z" />
    <path class="spice-2" d="M4 15.6 12 7.6l2.4 2.4-8 8zM7.4 19 15.4 11l2.2 2.2-8 8z" />`,
};

/** What is engraved on a cube, alone. */
export const Glyph = ({ letter }) => html`<g class="glyph">${GLYPHS[letter]}</g>`;

defineSymbols(Object.entries(STAMPS).map(([letter, stamp]) => html`<g id=${`cube-${letter}`}>
  <path class="top" d="M.8 5.6 5.8.8H23.2L18.8 5.6z" /><path class="flank" d="M18.8 5.6 23.2.8V18L18.8 23z" />
  <rect class="front" x=".8" y="5.2" width="18" height="18" rx="1.4" />
  <path class="grain" d="M1 9.5q5-2 9 0t9-1M1 20q6 2 10 0t8 .5M4 3.6h13M21 6v11" />
  <g class="stamp">${stamp}</g><${Glyph} letter=${letter} /></g>`));

/** One cube; its letter is shown if the settings say so. Screen readers skip it unless it has a `label`. */
export function Cube({ letter, id, label, ghost }) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${classNames("cube", `cube-${letter}`, ghost && "ghost")} viewBox="0 0 24 24" data-cube=${id} ...${spoken}>
    <use href=${`#cube-${letter}`} /><text x="9.8" y="14.6">${cubeLetter(letter)}</text>
  </svg>`;
}

/** The outline of a cube: a place for any cube. */
export const CubeSlot = () => html`<svg class="cube-slot" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M2 7 7 2H22V17L17 22H2zM2 7H17V22M17 7 22 2" /></svg>`;

/** The cubes on a place, with the ids that animate their moves: [{letter, id}]. */
export function cubesAt(place, cubes) {
  const tracked = place ? cubeIds.value[place] ?? [] : [];
  const known = tracked.map((cube) => cube.letter).join("") === cubes;
  return known ? tracked : [...cubes].map((letter) => ({ letter }));
}

/** A row of cubes. Screen readers read it as one image: "2 turmeric and 1 saffron". */
export function Cubes({ game, cubes, place, label }) {
  return html`<span class="cubes" role="img" aria-label=${label ?? cubesInWords(game, cubes)}>
    ${cubesAt(place, cubes).map((cube, i) => html`<${Cube} key=${cube.id ?? i} letter=${cube.letter} id=${cube.id} />`)}
  </span>`;
}

const SPLIT = />/;

/** The effect of a card or market tile, drawn: "YY", "up2" or "YYY>B". */
export function Effect({ game, effect, label = effectInWords(game, effect) }) {
  if (effect.startsWith("up")) {
    const steps = Number(effect.slice(2));
    const arrow = html`<svg viewBox="0 0 16 24" class="up" aria-hidden="true"><path d="M8 1 15 10H11V23H5V10H1z" /></svg>`;
    return html`<span class="effect upgrade" role="img" aria-label=${label}>${Array.from({ length: steps }, () => arrow)}</span>`;
  }
  const [give, take] = effect.split(SPLIT);
  const row = (cubes) => html`<span class="row">${[...cubes].map((letter) => html`<${Cube} letter=${letter} />`)}</span>`;
  if (take === undefined) return html`<span class="effect spice" role="img" aria-label=${label}>${row(give)}</span>`;
  return html`<span class="effect trade" role="img" aria-label=${label}>
    ${row(give)}<svg viewBox="0 0 24 12" class="arrow" aria-hidden="true"><path d="M2 1h20L12 11z" /></svg>${row(take)}
  </span>`;
}

/** An effect in words. */
export function effectInWords(game, effect) {
  if (effect.startsWith("up")) return t("card.upgrade", { n: Number(effect.slice(2)) });
  const [give, take] = effect.split(SPLIT);
  if (take === undefined) return t("card.spice", { cubes: cubesInWords(game, give) });
  return t("card.trade", { give: cubesInWords(game, give), take: cubesInWords(game, take) });
}

/** The list of spices, from the cheapest to the most valuable. */
export function Legend({ game }) {
  return html`<ul class="legend">${[...CUBES].map((letter) => html`
    <li><${Cube} letter=${letter} />${cubeName(game, letter)}</li>`)}</ul>`;
}

/** A gold or silver coin with a count. */
export function Coin({ kind, count, label }) {
  return html`<span class=${classNames("coin", kind)} role="img" aria-label=${label ?? t(`coin.${kind}`, { n: count })}>${count}</span>`;
}

/** The mark of a seat: its colour and number. */
export function SeatMark({ seat }) {
  return html`<span class=${`seat-mark seat-${seat}`} aria-hidden="true">${seat + 1}</span>`;
}
