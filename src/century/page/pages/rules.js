// The rules page: all rules of a game with drawn examples, to search and to print. Each rule has its own address.
import { GAMES, loadStyle } from "../lib/games.js";
import { Legend } from "../parts/pieces.js";
import { IllustratedText } from "../parts/illustrated-text.js";
import { link } from "../lib/router.js";
import { html, signal, useEffect, useSignal } from "../lib/ui.js";
import { CUBES, cubeName, gameTitle, gameWords, has, rulings, t } from "../lib/words.js";

await loadStyle("rules", "table"); // a page without its style would shift

const LEAD = /^([\p{Script=Latin}, ]{3,24}|[^\x00-\x7f]{2,10})[:：] ?/u; // the topic of a rule, before its colon
const RULING = "⚖";

const textOf = (key) => (has(key) ? t(key) : ""); // a game need not name its rules
const ruleName = (game, id) => textOf(`${game}.rules.names.${id}`);

const searched = signal(""); // a signal of the module, so that links between rules keep it

/** The rules of the game in the route, "GAME/ID"; the page scrolls to that rule. */
export function Rules({ at }) {
  const [wanted, id] = at.rules.split("/");
  const game = wanted in GAMES ? wanted : Object.keys(GAMES)[0];
  const examples = useExamples(game);
  const found = search(game, searched.value);
  useEffect(() => { document.getElementById(id)?.scrollIntoView({ block: "center" }); }, [id, examples]);
  return html`<div class=${`rulebook ${game}`}>
    <aside class="rules-side">
      <${Switch} game=${game} />
      <${Search} count=${found.reduce((sum, section) => sum + section.rules.length, 0)} />
      <${Contents} game=${game} sections=${found} id=${id} />
    </aside>
    <article class="panel book">
      <${Title} game=${game} />
      ${found.map((section) => html`
        <${Section} key=${section.title} game=${game} section=${section} id=${id} examples=${examples} />`)}
      ${!found.length && html`<p>${t("rules.nothing", { words: searched.value })}</p>`}
      ${found.some(({ rules }) => rules.some(([, text]) => text.includes(RULING))) && html`<p class="rulings">${rulings()}</p>`}
    </article>
  </div>`;
}

/** The drawn examples of a game by rule id; empty until they are loaded. */
function useExamples(game) {
  const read = useSignal({});
  useEffect(() => { GAMES[game].examples().then((loaded) => { read.value = loaded.default; }); }, [game]);
  return read.value;
}

const normalized = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();

/** The names of the spices in a rule: the page draws them, but a search must find them by name. */
const spices = (game, text) => [...CUBES].filter((letter) => RegExp(`\\b[${CUBES}]*${letter}[${CUBES}]*\\b`).test(text))
  .map((letter) => cubeName(game, letter));

/** The sections with the rules that contain all the words: [{title, rules: [[id, text]]}]. */
function search(game, words) {
  const all = normalized(words).split(/\s+/).filter(Boolean);
  const searchable = ([id, text]) => normalized([id, ruleName(game, id), text, ...spices(game, text)].join(" "));
  const matches = (rule) => all.every((word) => searchable(rule).includes(word));
  const { sections } = gameWords(game);
  return sections
    .map(({ title, rules }) => ({ title, rules: Object.entries(rules).filter(matches) }))
    .filter(({ rules }) => rules.length);
}

function Switch({ game }) {
  return html`<nav class="switch" aria-label=${t("rules.games")}>${Object.keys(GAMES).map((name) => html`
    <a key=${name} href=${link({ rules: name })} aria-current=${name === game ? "page" : null}>
      ${gameTitle(name)}</a>`)}</nav>`;
}

function Search({ count }) {
  return html`<search class="rules-search">
    <label>${t("rules.search")}
      <input type="search" value=${searched.value} placeholder=${t("rules.search-for")}
        onInput=${(e) => { searched.value = e.target.value; }} />
    </label>
    <p role="status">${searched.value.trim() && t("rules.found", { n: count })}</p>
  </search>`;
}

function Contents({ game, sections, id }) {
  return html`<nav class="contents" aria-label=${t("rules.contents")}>${sections.map(({ title, rules }) => html`
    <h2>${heading(title)[0]}</h2>
    <ul>${rules.map(([rule]) => html`<li key=${rule}>
      <a href=${link({ rules: `${game}/${rule}` })} aria-current=${rule === id ? "location" : null}>
        <b>${rule}</b> ${ruleName(game, rule)}</a></li>`)}</ul>`)}</nav>`;
}

function Title({ game }) {
  const { Emblem, lessons } = GAMES[game];
  return html`<header class="book-title">
    <${Emblem} />
    <div><h1>${gameWords(game).title}</h1><p>${t("rules.lead")}</p><${Legend} game=${game} /></div>
    <div class="row">
      ${lessons && html`<a class="button primary" href=${link({ lesson: game })}>${t("rules.lesson")}</a>`}
      <button type="button" class="button" onClick=${printAll}>${t("rules.print")}</button>
    </div>
  </header>`;
}

/** Print all rules, whatever the search shows. */
function printAll() {
  searched.value = "";
  setTimeout(() => print()); // after Preact has rendered all of them
}

/** Split a title such as "A turn: play or rest" into its name and its description. */
function heading(title) {
  const [name, ...about] = title.split(/[:：]\s*/);
  return [name, about.join(" ")];
}

function Section({ game, section, id, examples }) {
  const [name, about] = heading(section.title);
  return html`<section><h2>${name}</h2>${about && html`<p class="about">${about}</p>`}
    ${section.rules.map(([rule, text]) => html`
      <${Rule} key=${rule} game=${game} id=${rule} text=${text} current=${rule === id} Example=${examples[rule]} />`)}
  </section>`;
}

function Rule({ game, id, text, current, Example }) {
  const [plain, ruling] = text.split(RULING);
  const title = ruleName(game, id);
  return html`<section class="rule" id=${id} data-current=${current} aria-label=${`${id} ${title}`}>
    <a class="rule-id" href=${link({ rules: `${game}/${id}` })} title=${t("rules.address")}>${id}</a>
    <div class="rule-text">
      ${title && html`<h3>${title}</h3>`}
      ${plain.trim() && html`<p><${Sentence} game=${game} text=${plain} title=${title} /></p>`}
      ${ruling && html`<p class="ruling">
        <abbr title=${rulings()}>${RULING}</abbr><span><${Sentence} game=${game} text=${ruling} /></span></p>`}
    </div>
    ${Example && html`<figure class="example"><${Example} /><figcaption>${textOf(`${game}.rules.examples.${id}`)}</figcaption></figure>`}
  </section>`;
}

/** The text of a rule with icons and marked search results. Its topic is left out where it equals `title`. */
function Sentence({ game, text, title }) {
  const [before, found] = text.match(LEAD) ?? ["", ""];
  const lead = found === title ? "" : found;
  const rest = text.slice(lead ? lead.length : before.length);
  return html`${lead && html`<strong>${marked(lead)}</strong>`}<${IllustratedText} game=${game} text=${rest} plain=${marked} />`;
}

function marked(text) {
  const word = searched.value.trim();
  if (!word) return text;
  const at = text.toLowerCase().indexOf(word.toLowerCase());
  if (at < 0) return text;
  const end = at + word.length;
  return [text.slice(0, at), html`<mark>${text.slice(at, end)}</mark>`, marked(text.slice(end))];
}
