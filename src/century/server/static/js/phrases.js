// Decisions in words: several small ones of a kind become one phrase, with cards and cubes drawn.
import { Cubes, Effect } from "./pieces.js";
import { html } from "./ui.js";
import { parts, t } from "./words.js";

const OF_A_CUBE = new Set(["pay", "upgrade", "discard", "drop"]);

/** Gather tokens, with what is told about each, into phrases {verb, ...values}. */
export function phrases(tokens, about) {
  const told = [];
  tokens.forEach((token, i) => {
    const [verb, what] = token.split(" ");
    const last = told.at(-1);
    const more = about[i] ?? {};
    const together = last?.verb === verb && last.to === more.to;
    if (OF_A_CUBE.has(verb) && together) last.cubes += what;
    else if (verb === "trade" && together) last.n += 1;
    else if (OF_A_CUBE.has(verb)) told.push({ verb, cubes: what, ...more });
    else told.push({ verb, what, n: 1, ...more });
  });
  return told;
}

/** One phrase of somebody's turn. `kind` is the part of the catalogue: "told" or "chosen". */
export function Phrase({ game, phrase, kind, tail = "", nameOf = (seat) => seat + 1 }) {
  const { verb, what, cubes, card, trade, cost, to, coin, type, ...plain } = phrase;
  const drawn = { ...plain, what };
  if (verb === "play") drawn.card = html`<${Effect} game=${game} effect=${what} />`;
  if (card ?? trade) drawn.card = html`<${Effect} game=${game} effect=${card ?? trade} />`;
  if (cubes) drawn.cubes = html`<${Cubes} game=${game} cubes=${cubes} />`;
  if (cost) drawn.cost = html`<${Cubes} game=${game} cubes=${cost} />`;
  if (to !== undefined) drawn.to = nameOf(to);
  if (verb === "bonus") drawn.what = t(`${game}.bonus.${what}`);
  const form = to !== undefined && verb === "pay" ? "toll" : verb;
  const said = parts(`${game}.${kind}.${form}`, drawn);
  if (coin) said.push(" ", ...parts("log.coin", { coin: t(`coin.${coin}`, { n: 1 }) }));
  const last = said.pop();
  return html`<span class="phrase">${said}<span class=${typeof last === "string" ? "" : "unbroken"}>${last}${tail}</span></span>`;
}
