// Drawings that appear many times on a page: they are defined once, and every copy is a <use> element.
import { html, render } from "../../lib/ui.js";

/** Add definitions, elements with an id, to the document. */
export function defineSymbols(definitions) {
  const holder = document.createElement("div");
  document.body.append(holder);
  render(html`<svg class="symbols" aria-hidden="true"><defs>${definitions}</defs></svg>`, holder);
}

/** A copy of a symbol at a point; a negative `width` mirrors it. */
export function Put({ id, x = 0, y = 0, size = 1, width = size, fill }) {
  return html`<use href=${`#${id}`} transform=${`translate(${round(x)} ${round(y)}) scale(${round(width)} ${round(size)})`} fill=${fill} />`;
}

export const round = (number) => Math.round(number * 100) / 100;

/** A generator of numbers from 0 to 1 that depends on a text only, so that a picture never changes. */
export function seededRandom(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
