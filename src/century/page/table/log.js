// The log: every turn as a sentence. A click on an entry shows the position after it.
import { Dialog } from "../parts/dialog.js";
import { ShareLinks } from "../parts/share-links.js";
import { SayButton } from "./phrases.js";
import { GAMES } from "../lib/games.js";
import { SeatMark } from "../parts/pieces.js";
import { Phrase, toPhrases } from "./turn-text.js";
import { nameOf } from "../lib/player-names.js";
import { glued } from "../parts/illustrated-text.js";
import { html, useEffect, useRef, useSignal } from "../lib/ui.js";
import { parts, t } from "../lib/words.js";

export function Log({ table }) {
  const entries = groupTurns(table.log.value);
  const list = useRef();
  const at = table.past.value?.decisions;
  const scrollToEnd = () => { if (at === undefined) list.current.scrollTop = list.current.scrollHeight; };
  useEffect(scrollToEnd, [entries.length, at, table.asked.value]);
  return html`<section class="log" aria-label=${t("log.title")}>
    <header><h2>${t("log.title")}</h2><${Steps} table=${table} /></header>
    <div ref=${list} class="entries" role="log" tabindex="0" aria-label=${t("log.title")} onKeyDown=${moveFocus}>
      <ol>${entries.map((entry, i) => html`
        ${entry.round !== entries[i - 1]?.round && html`<li class="round" key=${`r${entry.round}`}>${roundName(entry.round)}</li>`}
        <li key=${entry.before}><${Entry} table=${table} entry=${entry} current=${entry.after === at} /></li>`)}</ol>
    </div>
    <${Recap} table=${table} entries=${entries} />
    <${Seat} table=${table} />
  </section>`;
}

/** The name of a round; round 0 is the setup. */
const roundName = (n) => (n ? t("log.round", { n }) : t("log.setup"));

/** The shown earlier position in words: after whose turn of which round. */
export function positionInWords(table) {
  const entry = groupTurns(table.log.value).findLast(({ after }) => after <= table.past.value.decisions);
  return entry ? t("bar.past", { round: roundName(entry.round), name: nameOf(table, entry.seat) }) : t("bar.past-start");
}

/** Arrow keys move the focus between the entries, which are a single tab stop. */
function moveFocus(event) {
  const entries = [...event.currentTarget.querySelectorAll(".entry")];
  const at = entries.indexOf(document.activeElement);
  const to = { ArrowUp: at < 0 ? entries.length - 1 : at - 1, ArrowDown: at + 1, Home: 0, End: entries.length - 1 }[event.key];
  if (to === undefined || event.altKey || !entries[to]) return;
  event.preventDefault();
  entries[to].focus();
}

/** Join the log entries of one turn: a turn may have been sent in several commands. */
export function groupTurns(entries) {
  const grouped = [];
  for (const { seat, round, tokens, about, before } of entries) {
    const last = grouped.at(-1);
    if (last && last.seat === seat && last.round === round && round > 0) {
      last.tokens.push(...tokens);
      last.about.push(...about);
    } else grouped.push({ seat, round, before, tokens: [...tokens], about: [...about] });
    const turn = grouped.at(-1);
    turn.after = turn.before + turn.tokens.length;
  }
  return grouped;
}

function Entry({ table, entry, current }) {
  return html`<button type="button" class="entry" aria-current=${current} tabindex="-1" onClick=${() => table.stepTo(entry.after)}>
    <${SeatMark} seat=${entry.seat} /><span><${Sentence} table=${table} entry=${entry} /></span></button>`;
}

const keepPunctuation = (part) => (typeof part === "string" ? glued(part) : part);

/** A turn as a whole sentence, with the player's name. */
function Sentence({ table, entry }) {
  const name = html`<strong>${nameOf(table, entry.seat)}</strong>`;
  const text = parts("log.entry", { name, told: html`<${TurnSentence} table=${table} entry=${entry} />` });
  return [...text.slice(0, -1), html`<span class="full-stop">${text.at(-1)}</span>`];
}

/** A turn as text, without the player's name. */
export function TurnSentence({ table, entry }) {
  const game = table.game.value;
  const texts = GAMES[game].summarize(toPhrases(game, entry.tokens, entry.about)).map((phrase) => html`
    <${Phrase} game=${game} phrase=${phrase} kind="told" nameOf=${(seat) => nameOf(table, seat)} />`);
  return texts.length > 0 && texts.reduce((first, then) => parts("log.joined", { first, then }).map(keepPunctuation));
}

/** The opponents' turns since the last turn of the seat that decides. */
function Recap({ table, entries }) {
  if (!table.asked.value) return null;
  const { seat } = table.state.value.view; // several players may share this screen
  const last = entries.findLastIndex((entry) => entry.seat === seat);
  const since = entries.slice(last + 1);
  if (last < 0 || !since.length) return null;
  return html`<div class="recap" tabindex="0" role="region" aria-label=${t("log.recap")}>
    <h3>${t("log.recap")}</h3>${since.map((entry) => html`
    <p key=${entry.before}><${SeatMark} seat=${entry.seat} /> <${Sentence} table=${table} entry=${entry} /></p>`)}</div>`;
}

const ICONS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z", back: "M17 5v14L6 12z",
  next: "M7 5v14l11-7z", last: "M16 5h3v14h-3zM4 5v14l11-7z",
};

function Steps({ table }) {
  const now = table.state.value.decisions;
  const at = table.past.value?.decisions ?? now;
  const button = (label, to, shape, disabled) => html`
    <button type="button" class="plain step" aria-label=${t(label)} title=${t(label)}
      disabled=${disabled} onClick=${() => table.stepTo(to())}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${shape} /></svg></button>`;
  return html`<div class="steps" role="group" aria-label=${t("log.steps")}>
    ${button("log.first", () => 0, ICONS.first, at === 0)}
    ${button("log.back", () => turnBefore(table, at), ICONS.back, at === 0)}
    ${button("log.on", () => turnAfter(table, at), ICONS.next, at >= now)}
    ${button("log.last", () => now, ICONS.last, at >= now)}
  </div>`;
}

export const turnBefore = (table, at) => groupTurns(table.log.value).findLast((entry) => entry.before < at)?.before ?? 0;
export function turnAfter(table, at) {
  const next = groupTurns(table.log.value).find((entry) => entry.after > at);
  return next?.after ?? table.state.value.decisions;
}

/** Lets a bot play for a player who leaves. It is in a dialog, away from the buttons that are pressed often. */
function StandIn({ table, seat, open }) {
  const leave = () => {
    open.value = false;
    table.command("stand-in", { seat }).catch(() => {});
  };
  return html`<div class="stand-in"><p>${t("links.leaving")}</p>
    <button type="button" class="button small" onClick=${leave}>${t("links.stand-in")}</button></div>`;
}

/** The links of the table, and the button that lets a bot take over the viewer's seat. */
function Seat({ table }) {
  const open = useSignal(false);
  const { you, seats, status } = table.state.value;
  const mine = you.seats.find((seat) => !seats[seat].level);
  if (!you.seats.length) return null;
  return html`<footer class="own-seat">
    <button type="button" class="button small" onClick=${() => { open.value = true; }}>${t("links.title")}</button>
    ${seats.filter((seat) => seat.kind === "person").length > 1 && html`<${SayButton} table=${table} />`}
    <${Dialog} open=${open} title=${t("links.title")}><${ShareLinks} table=${table} />
      ${status === "playing" && mine !== undefined && html`<${StandIn} table=${table} seat=${mine} open=${open} />`}</${Dialog}>
  </footer>`;
}
