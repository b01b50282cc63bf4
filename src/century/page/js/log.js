// What happened, in words; each entry leads to its moment.
import { Dialog } from "./dialog.js";
import { Links } from "./links.js";
import { GAMES } from "./games.js";
import { SeatMark } from "./pieces.js";
import { Phrase, phrases } from "./phrases.js";
import { nameOf } from "./names.js";
import { joined } from "./prose.js";
import { html, useEffect, useRef, useSignal } from "./ui.js";
import { parts, t } from "./words.js";

export function Log({ table }) {
  const entries = turns(table.log.value);
  const list = useRef();
  const at = table.past.value?.decisions;
  const toTheEnd = () => { if (at === undefined) list.current.scrollTop = list.current.scrollHeight; };
  useEffect(toTheEnd, [entries.length, at, table.asked.value]);
  return html`<section class="log" aria-label=${t("log.title")}>
    <header><h2>${t("log.title")}</h2><${Steps} table=${table} /></header>
    <div ref=${list} class="entries" role="log" tabindex="0" aria-label=${t("log.title")} onKeyDown=${walk}>
      <ol>${entries.map((entry, i) => html`
        ${entry.round !== entries[i - 1]?.round && html`<li class="round" key=${`r${entry.round}`}>${roundName(entry.round)}</li>`}
        <li key=${entry.before}><${Entry} table=${table} entry=${entry} current=${entry.after === at} /></li>`)}</ol>
    </div>
    <${Recap} table=${table} entries=${entries} />
    <${Seat} table=${table} />
  </section>`;
}

/** What a round is called; before the first one the game is set up. */
const roundName = (n) => (n ? t("log.round", { n }) : t("log.setup"));

/** The moment looked at, in the words of the log: after whose turn of which round. */
export function momentInWords(table) {
  const entry = turns(table.log.value).findLast(({ after }) => after <= table.past.value.decisions);
  return entry ? t("bar.past", { round: roundName(entry.round), name: nameOf(table, entry.seat) }) : t("bar.past-start");
}

/** Arrow keys walk through the entries, which are one stop for Tab together. */
function walk(event) {
  const entries = [...event.currentTarget.querySelectorAll(".entry")];
  const at = entries.indexOf(document.activeElement);
  const to = { ArrowUp: at < 0 ? entries.length - 1 : at - 1, ArrowDown: at + 1, Home: 0, End: entries.length - 1 }[event.key];
  if (to === undefined || event.altKey || !entries[to]) return;
  event.preventDefault();
  entries[to].focus();
}

/** The entries of one turn belong together, however many times something was sent. */
export function turns(entries) {
  const joined = [];
  for (const { seat, round, tokens, about, before } of entries) {
    const last = joined.at(-1);
    if (last && last.seat === seat && last.round === round && round > 0) {
      last.tokens.push(...tokens);
      last.about.push(...about);
    } else joined.push({ seat, round, before, tokens: [...tokens], about: [...about] });
    const turn = joined.at(-1);
    turn.after = turn.before + turn.tokens.length;
  }
  return joined;
}

function Entry({ table, entry, current }) {
  return html`<button type="button" class="entry" aria-current=${current} tabindex="-1" onClick=${() => table.stepTo(entry.after)}>
    <${SeatMark} seat=${entry.seat} /><span><${Sentence} table=${table} entry=${entry} /></span></button>`;
}

const close = (part) => (typeof part === "string" ? joined(part) : part);

/** A turn in a whole sentence. */
function Sentence({ table, entry }) {
  const name = html`<strong>${nameOf(table, entry.seat)}</strong>`;
  const said = parts("log.entry", { name, told: html`<${Told} table=${table} entry=${entry} />` });
  return [...said.slice(0, -1), html`<span class="full-stop">${said.at(-1)}</span>`];
}

/** A turn in words. */
export function Told({ table, entry }) {
  const game = table.game.value;
  const said = GAMES[game].retold(phrases(entry.tokens, entry.about)).map((phrase) => html`
    <${Phrase} game=${game} phrase=${phrase} kind="told" nameOf=${(seat) => nameOf(table, seat)} />`);
  return said.length > 0 && said.reduce((first, then) => parts("log.joined", { first, then }).map(close));
}

/** What the others did since one's own last turn. */
function Recap({ table, entries }) {
  if (!table.asked.value) return null;
  const { seat } = table.state.value.view; // of several at one screen, the one who is asked
  const last = entries.findLastIndex((entry) => entry.seat === seat);
  const since = entries.slice(last + 1);
  if (last < 0 || !since.length) return null;
  return html`<div class="recap" tabindex="0" role="region" aria-label=${t("log.recap")}>
    <h3>${t("log.recap")}</h3>${since.map((entry) => html`
    <p key=${entry.before}><${SeatMark} seat=${entry.seat} /> <${Sentence} table=${table} entry=${entry} /></p>`)}</div>`;
}

const SHAPES = {
  first: "M5 5h3v14H5zM20 5v14L9 12z", back: "M17 5v14L6 12z",
  on: "M7 5v14l11-7z", last: "M16 5h3v14h-3zM4 5v14l11-7z",
};

function Steps({ table }) {
  const now = table.state.value.decisions;
  const at = table.past.value?.decisions ?? now;
  const button = (label, to, shape, disabled) => html`
    <button type="button" class="plain step" aria-label=${t(label)} title=${t(label)}
      disabled=${disabled} onClick=${() => table.stepTo(to())}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${shape} /></svg></button>`;
  return html`<div class="steps" role="group" aria-label=${t("log.steps")}>
    ${button("log.first", () => 0, SHAPES.first, at === 0)}
    ${button("log.back", () => turnBefore(table, at), SHAPES.back, at === 0)}
    ${button("log.on", () => turnAfter(table, at), SHAPES.on, at >= now)}
    ${button("log.last", () => now, SHAPES.last, at >= now)}
  </div>`;
}

export const turnBefore = (table, at) => turns(table.log.value).findLast((entry) => entry.before < at)?.before ?? 0;
export function turnAfter(table, at) {
  const next = turns(table.log.value).find((entry) => entry.after > at);
  return next?.after ?? table.state.value.decisions;
}

/** A bot plays on, and quickly: this is for those who leave, and not beside what is pressed often. */
function StandIn({ table, seat, open }) {
  const leave = () => {
    open.value = false;
    table.command("stand-in", { seat }).catch(() => {});
  };
  return html`<div class="stand-in"><p>${t("links.leaving")}</p>
    <button type="button" class="button small" onClick=${leave}>${t("links.stand-in")}</button></div>`;
}

/** What concerns one's own seat: its links, and letting a bot play on it. */
function Seat({ table }) {
  const open = useSignal(false);
  const { you, seats, status } = table.state.value;
  const mine = you.seats.find((seat) => !seats[seat].level);
  if (!you.seats.length) return null;
  return html`<footer class="own-seat">
    <button type="button" class="button small" onClick=${() => { open.value = true; }}>${t("links.title")}</button>
    <${Dialog} open=${open} title=${t("links.title")}><${Links} table=${table} />
      ${status === "playing" && mine !== undefined && html`<${StandIn} table=${table} seat=${mine} open=${open} />`}</${Dialog}>
  </footer>`;
}
