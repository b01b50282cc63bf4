// The pieces that games share. Spices differ in shape, letter and lightness, never in colour alone.
import { cubeIds } from "../lib/transitions.js";
import { html, classNames } from "../lib/ui.js";
import { CUBES, cubeName, cubesInWords, t } from "../lib/words.js";

const SHAPES = {
  Y: html`<circle cx="12" cy="12" r="10" />`,
  R: html`<path d="M12 .8 23.2 12 12 23.2.8 12z" />`,
  G: html`<path d="M12 1.2 21.6 6.6v10.8L12 22.8 2.4 17.4V6.6z" />`,
  B: html`<rect x="2.4" y="2.4" width="19.2" height="19.2" rx="2.5" />`,
};

/** One cube. Screen readers skip it unless it has a `label`. */
export function Cube({ letter, id, label, ghost }) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${classNames("cube", `cube-${letter}`, ghost && "ghost")} viewBox="0 0 24 24" data-cube=${id} ...${spoken}>
    ${SHAPES[letter]}<text x="12" y="12.6">${letter}</text>
  </svg>`;
}

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
