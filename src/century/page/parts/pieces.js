// The pieces that games share. Spices differ in shape, letter and lightness, never in colour alone.
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

defineSymbols(Object.entries(STAMPS).map(([letter, stamp]) => html`<g id=${`cube-${letter}`}>
  <path class="top" d="M.8 5.6 5.8.8H23.2L18.8 5.6z" /><path class="flank" d="M18.8 5.6 23.2.8V18L18.8 23z" />
  <rect class="front" x=".8" y="5.2" width="18" height="18" rx="1.4" />
  <path class="grain" d="M1 9.5q5-2 9 0t9-1M1 20q6 2 10 0t8 .5M4 3.6h13M21 6v11" />
  <g class="stamp">${stamp}</g></g>`));

/** One cube. Screen readers skip it unless it has a `label`. */
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
