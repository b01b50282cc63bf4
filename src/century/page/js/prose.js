// Sentences in which cubes and cards are written as in the notation, with these drawn: "pay YY", "play YYY>B".
import { Cube, Cubes, Effect } from "./pieces.js";
import { html } from "./ui.js";
import { gameWords } from "./words.js";

const WRITTEN = /\b(up\d|[YRGB]+>[YRGB]+|[YRGB]{1,10})\b/;

/** What stands between drawings, so that no line begins with a comma or ends with an opening bracket. */
export const joined = (part) => part.replace(/^[.,;:)。、）]/, "\u2060$&").replace(/[(（]$/, "$&\u2060");

/** A text with its cubes and cards drawn; `plain` draws what stands between them. */
export function Prose({ game, text, plain = (part) => part }) {
  return text.split(WRITTEN).map((part, i) => (i % 2 ? html`<${Written} game=${game} what=${part} />` : plain(joined(part))));
}

function Written({ game, what }) {
  if (what.length === 1) return html`<${Cube} letter=${what} label=${gameWords(game).cubes[what]} />`;
  if (/^[YRGB]+$/.test(what)) return html`<${Cubes} game=${game} cubes=${what} />`;
  return html`<span class="phrase"><${Effect} game=${game} effect=${what} /></span>`;
}
