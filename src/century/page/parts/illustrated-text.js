// Text with icons: cubes and cards in the notation, such as "pay YY" or "play YYY>B", are drawn.
import { Cube, Cubes, Effect } from "./pieces.js";
import { html } from "../lib/ui.js";
import { gameWords } from "../lib/words.js";

const NOTATION = /([(（]?\b(?:up\d|[YRGB]+>[YRGB]+|[YRGB]{1,10})\b[)）]?)/;

/** Text between icons, with word joiners that keep punctuation on the line of its icon. */
export const glued = (part) => part.replace(/^[.,;:)。、）]/, "\u2060$&").replace(/[(（]$/, "$&\u2060");

/** `plain` renders the text between the icons. */
export function IllustratedText({ game, text, plain = (part) => part }) {
  return text.split(NOTATION).map((part, i) => (i % 2 ? html`<${Bracketed} game=${game} text=${part} />` : plain(glued(part))));
}

/** An icon with the brackets around it, which stay on its line. */
function Bracketed({ game, text }) {
  const [, before, notation, after] = /^(\W?)(.*?)([)）]?)$/.exec(text);
  const icon = html`<${Icon} game=${game} notation=${notation} />`;
  return before || after ? html`<span class="bracketed">${before}${icon}${after}</span>` : icon;
}

function Icon({ game, notation }) {
  if (notation.length === 1) return html`<${Cube} letter=${notation} label=${gameWords(game).cubes[notation]} />`;
  if (/^[YRGB]+$/.test(notation)) return html`<${Cubes} game=${game} cubes=${notation} />`;
  return html`<span class="phrase"><${Effect} game=${game} effect=${notation} /></span>`;
}
