// Decisions in words: several small ones of a kind become one phrase, with cards and cubes drawn.
import { Cubes, Effect } from "./pieces.js";
import { html } from "./ui.js";
import { CUBES, cubesInWords, has, listed, parts, t } from "./words.js";

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

/** What upgrades of these cubes came to, whichever of equal cubes rose: {from, into}. */
function risen(cubes) {
  const into = [...cubes].map((letter) => CUBES[CUBES.indexOf(letter) + 1]);
  const from = [...cubes].filter((letter) => {
    const at = into.indexOf(letter); // a cube that rose again is neither here nor there
    if (at >= 0) into.splice(at, 1);
    return at < 0;
  });
  return { from: from.join(""), into: into.join("") };
}

/** What is given and taken, to be spoken after a verb. */
function swapped(game, trade) {
  const [give, take] = trade.split(">").map((cubes) => cubesInWords(game, cubes));
  return t("card.swap", { give, take });
}

/** The sentence for a phrase, by what is known of it. */
function formOf({ verb, to, via, cubes, points }, key) {
  const forms = [[to !== undefined, "toll"], [via, `${verb}-by`], [cubes, `${verb}-with`], [points, `${verb}-points`]];
  return forms.find(([known, form]) => known && has(`${key}.${form}`))?.[1] ?? verb;
}

/** One phrase of somebody's turn. `kind` is the part of the catalogue: "told" or "chosen". */
export function Phrase({ game, phrase, kind, nameOf = (seat) => seat + 1 }) {
  const { verb, what, cubes, card, trade, cost, to, coin, type, via, cards, ...plain } = phrase;
  const drawn = { ...plain, what, n: cards ?? plain.n, times: plain.n + 1 }; // a card that is played again was played once before
  if (verb === "play") drawn.card = html`<${Effect} game=${game} effect=${what} />`;
  if (card) drawn.card = html`<${Effect} game=${game} effect=${card} />`;
  if (trade) drawn.card = html`<${Effect} game=${game} effect=${trade} label=${swapped(game, trade)} />`;
  if (cubes) drawn.cubes = html`<${Cubes} game=${game} cubes=${cubes} />`;
  if (cost) drawn.cost = html`<${Cubes} game=${game} cubes=${cost} />`;
  if (verb === "upgrade") {
    const { from, into } = risen(cubes);
    drawn.from = html`<${Cubes} game=${game} cubes=${from} />`;
    drawn.into = html`<${Cubes} game=${game} cubes=${into} />`;
  }
  if (via) drawn.via = listed(via);
  if (to !== undefined) drawn.to = nameOf(to);
  if (verb === "bonus") drawn.what = t(`${game}.bonus.${what}`);
  const form = formOf(phrase, `${game}.${kind}`);
  const said = parts(`${game}.${kind}.${form}`, drawn);
  if (coin) said.push(" ", ...parts("log.coin", { coin: t(`coin.${coin}`, { n: 1 }) }));
  return html`<span class="phrase">${said}</span>`;
}
