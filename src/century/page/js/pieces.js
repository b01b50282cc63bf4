// The pieces both games share. Spices differ in shape, letter and lightness, never in colour alone.
import { tracks } from "./motion.js";
import { html, names } from "./ui.js";
import { CUBES, cubeName, cubesInWords, t } from "./words.js";

const SHAPES = {
  Y: html`<circle cx="12" cy="12" r="10" />`,
  R: html`<path d="M12 .8 23.2 12 12 23.2.8 12z" />`,
  G: html`<path d="M12 1.2 21.6 6.6v10.8L12 22.8 2.4 17.4V6.6z" />`,
  B: html`<rect x="2.4" y="2.4" width="19.2" height="19.2" rx="2.5" />`,
};

/** One cube, drawn as an SVG of its own; its text stands in for it where `label` is given. */
export function Cube({ letter, id, label, ghost }) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class=${names("cube", `cube-${letter}`, ghost && "ghost")} viewBox="0 0 24 24" data-cube=${id} ...${spoken}>
    ${SHAPES[letter]}<text x="12" y="12.6">${letter}</text>
  </svg>`;
}

/** The cubes that lie on a place, with the ids by which they travel: [{letter, id}]. */
export function cubesAt(place, cubes) {
  const lying = place ? tracks.value[place] ?? [] : [];
  const known = lying.map((cube) => cube.letter).join("") === cubes;
  return known ? lying : [...cubes].map((letter) => ({ letter }));
}

/** Several cubes in a row, spoken as one: "2 turmeric and 1 saffron". */
export function Cubes({ game, cubes, place, label }) {
  return html`<span class="cubes" role="img" aria-label=${label ?? cubesInWords(game, cubes)}>
    ${cubesAt(place, cubes).map((cube, i) => html`<${Cube} key=${cube.id ?? i} letter=${cube.letter} id=${cube.id} />`)}
  </span>`;
}

const SPLIT = />/;

/** What a card or market tile does: "YY", "up2" or "YYY>B", drawn and spoken. */
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

/** A legend of the spices. */
export function Legend({ game }) {
  return html`<ul class="legend">${[...CUBES].map((letter) => html`
    <li><${Cube} letter=${letter} />${cubeName(game, letter)}</li>`)}</ul>`;
}

/** A coin of gold or silver, with how many there are. */
export function Coin({ kind, count, label }) {
  return html`<span class=${names("coin", kind)} role="img" aria-label=${label ?? t(`coin.${kind}`, { n: count })}>${count}</span>`;
}

/** A seat's mark: its colour and its shape are its own. */
export function SeatMark({ seat }) {
  return html`<span class=${`seat-mark seat-${seat}`} aria-hidden="true">${seat + 1}</span>`;
}
