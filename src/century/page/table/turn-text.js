// Turns as text with icons. Consecutive decisions of one kind become one phrase.
import { GAMES } from "../lib/games.js";
import { Cube, Cubes, Effect } from "../parts/pieces.js";
import { html } from "../lib/ui.js";
import { CUBES, cubesInWords, has, listed, parts, t } from "../lib/words.js";

/** Group the tokens of a turn, with the log's details about each, into phrases {verb, ...values}. */
export function toPhrases(game, tokens, about) {
  const { cubeVerbs, repeat } = GAMES[game];
  const grouped = [];
  tokens.forEach((token, i) => {
    const [verb, what] = token.split(" ");
    const last = grouped.at(-1);
    const more = about[i] ?? {};
    const same = last?.verb === verb && last.to === more.to;
    if (cubeVerbs.includes(verb) && same) last.cubes += what;
    else if (verb === repeat?.again && same) last.n += 1;
    else if (cubeVerbs.includes(verb)) grouped.push({ verb, cubes: what, ...more });
    else grouped.push({ verb, what, n: 1, ...more });
  });
  return grouped;
}

/** The net result of upgrading these cubes one after another: {from, into}. */
function upgraded(cubes) {
  const into = [...cubes].map((letter) => CUBES[CUBES.indexOf(letter) + 1]);
  const from = [...cubes].filter((letter) => {
    const at = into.indexOf(letter); // a cube that was upgraded twice cancels out
    if (at >= 0) into.splice(at, 1);
    return at < 0;
  });
  return { from: from.join(""), into: into.join("") };
}

const SHORT = 5; // more cubes than this are counted: a line of text has little room

/** Cubes in a sentence: a few one by one, many as a number and one cube for each spice. */
function CubesInText({ game, cubes }) {
  if (cubes.length <= SHORT) return html`<${Cubes} game=${game} cubes=${cubes} />`;
  const counted = [...CUBES].map((letter) => [letter, [...cubes].filter((cube) => cube === letter).length]).filter(([, n]) => n);
  return html`<span class="cubes counted" role="img" aria-label=${cubesInWords(game, cubes)}>
    ${counted.map(([letter, n]) => html`<span key=${letter}>${n}<${Cube} letter=${letter} /></span>`)}</span>`;
}

/** A trade as text, to follow a verb. */
function tradeInWords(game, trade) {
  const [give, take] = trade.split(">").map((cubes) => cubesInWords(game, cubes));
  return t("card.swap", { give, take });
}

/** The key of the sentence for a phrase; it depends on the known details. */
function formOf({ verb, to, via, cubes, points }, key) {
  const forms = [[to !== undefined, "toll"], [via, `${verb}-by`], [cubes, `${verb}-with`], [points, `${verb}-points`]];
  return forms.find(([known, form]) => known && has(`${key}.${form}`))?.[1] ?? verb;
}

/** One phrase of a turn. `kind` is the section of the catalogue: "told" for the log, "chosen" for the turn bar. */
export function Phrase({ game, phrase, kind, nameOf = (seat) => seat + 1 }) {
  const { verb, what, cubes, card, trade, cost, to, coin, type, via, cards, ...plain } = phrase;
  const drawn = { ...plain, what, n: cards ?? plain.n, times: plain.n + 1 }; // playing the card was the first time
  if (verb === "play") drawn.card = html`<${Effect} game=${game} effect=${what} />`;
  if (card) drawn.card = html`<${Effect} game=${game} effect=${card} />`;
  if (trade) drawn.card = html`<${Effect} game=${game} effect=${trade} label=${tradeInWords(game, trade)} />`;
  if (cubes) drawn.cubes = html`<${CubesInText} game=${game} cubes=${cubes} />`;
  if (cost) drawn.cost = html`<${CubesInText} game=${game} cubes=${cost} />`;
  if (verb === "upgrade") {
    const { from, into } = upgraded(cubes);
    drawn.from = html`<${CubesInText} game=${game} cubes=${from} />`;
    drawn.into = html`<${CubesInText} game=${game} cubes=${into} />`;
  }
  if (via) drawn.via = listed(via);
  if (to !== undefined) drawn.to = nameOf(to);
  if (verb === "bonus") drawn.what = t(`${game}.bonus.${what}`);
  const form = formOf(phrase, `${game}.${kind}`);
  const text = parts(`${game}.${kind}.${form}`, drawn);
  if (coin) text.push(" ", ...parts("log.coin", { coin: t(`coin.${coin}`, { n: 1 }) }));
  return html`<span class="phrase">${text}</span>`;
}
