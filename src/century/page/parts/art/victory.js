// What surrounds a winner: a laurel wreath, and confetti in the colours of the spices.
import { round, seededRandom } from "./symbols.js";
import { html } from "../../lib/ui.js";

const LEAVES = 8; // on each side of the wreath
const LEAF = "M0 0Q6-6 0-17-6-6 0 0z";
const GROUPS = ["y", "r", "g", "b"]; // pieces of one colour fall together
const PIECES = 12; // of each colour

/** The leaves of one side, 1 or -1: from the bottom of the wreath upwards, in pairs. */
function leaves(side) {
  return Array.from({ length: LEAVES }, (_, i) => {
    const angle = 16 + i * 18; // degrees from the bottom
    const at = (radius) => `translate(${round(side * radius * Math.sin(angle * Math.PI / 180))} ${round(radius * Math.cos(angle * Math.PI / 180))})`;
    const along = side * (90 - angle);
    return html`<path d=${LEAF} transform=${`${at(49)} rotate(${along + 26 * side})`} /><path d=${LEAF} transform=${`${at(47)} rotate(${along - 24 * side})`} />`;
  });
}

const laurel = html`<svg class="laurel" viewBox="-70 -70 140 140">${leaves(1)}${leaves(-1)}</svg>`;

export const Laurel = () => laurel;

/** Pieces at both sides, so that none lies on the heading or the podium. */
function drawConfetti() {
  const random = seededRandom("victory");
  const piece = () => {
    const x = random() * 27;
    return html`<rect x=${`${round(random() < 0.5 ? x : 99 - x)}%`} y=${`${round(random() * 84)}%`} width=${round(6 + random() * 4)} height=${round(9 + random() * 6)} rx="1.5"
      style=${{ rotate: `${round(random() * 180)}deg` }} />`;
  };
  return html`<svg class="confetti">${GROUPS.map((letter) => html`<g key=${letter} fill=${`var(--spice-${letter})`}>${Array.from({ length: PIECES }, piece)}</g>`)}</svg>`;
}

const confetti = drawConfetti();

export const Confetti = () => confetti;
