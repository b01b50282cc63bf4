// The log: every turn as a sentence. A click on an entry shows the position after it.
import { GAMES } from "../lib/games.js";
import { SeatMark } from "../parts/pieces.js";
import { Phrase, toPhrases } from "./turn-text.js";
import { isMine, nameInSentence, nameOf } from "../lib/player-names.js";
import { glued } from "../parts/illustrated-text.js";
import { html, useEffect, useRef } from "../lib/ui.js";
import { parts, t } from "../lib/words.js";

/** `onChoose` is called when the viewer chooses an entry. `footer` stands below the entries. */
export function Log({ table, onChoose, footer }) {
  const entries = groupTurns(table.log.value);
  const list = useRef();
  const since = startOfOthers(table, entries);
  const at = table.past.value?.decisions;
  const shown = at === undefined ? null : entries.findLast(({ after }) => after <= at);
  useEffect(() => scrollToShown(list.current, at), [entries.length, at, table.asked.value]);
  return html`<section class="log" aria-label=${t("log.title")}>
    <header><h2>${t("log.title")}</h2><${Steps} table=${table} /></header>
    <div ref=${list} class="entries" role="log" tabindex="0" aria-label=${t("log.title")} onKeyDown=${moveFocus}>
      <ol>${entries.map((entry, i) => html`
        ${entry.round !== entries[i - 1]?.round && html`<li class="round" key=${`r${entry.round}`}>${roundName(entry.round)}</li>`}
        ${i === since && html`<li class="round since" key="since">${t("log.recap")}</li>`}
        <li key=${entry.before}><${Entry} table=${table} entry=${entry} current=${entry === shown} onChoose=${onChoose} /></li>`)}</ol>
    </div>
    ${footer}
  </section>`;
}

/** Scroll the list, and nothing around it, to the entry of the shown position, or to the end. */
function scrollToShown(list, at) {
  const entry = at === undefined ? null : list.querySelector('[aria-current="true"]');
  if (!entry) return void (list.scrollTop = at === undefined ? list.scrollHeight : 0);
  const [box, outer] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < outer.top || box.bottom > outer.bottom) list.scrollTop += box.top - outer.top - outer.height / 3;
}

/** The name of a round; round 0 is the setup. */
export const roundName = (n) => (n ? t("log.round", { n }) : t("log.setup"));

/** The shown earlier position in words: after whose turn of which round. */
export function positionInWords(table) {
  const entry = groupTurns(table.log.value).findLast(({ after }) => after <= table.past.value.decisions);
  if (!entry) return t("bar.past-start");
  const key = isMine(table, entry.seat) ? "bar.past-mine" : "bar.past";
  return t(key, { round: roundName(entry.round), name: nameOf(table, entry.seat) });
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

function Entry({ table, entry, current, onChoose }) {
  const choose = () => {
    table.playback?.pause();
    table.stepTo(entry.after);
    onChoose?.();
  };
  return html`<button type="button" class="entry" aria-current=${current} tabindex="-1" onClick=${choose}>
    <${SeatMark} seat=${entry.seat} /><span><${Sentence} table=${table} entry=${entry} /></span></button>`;
}

const keepPunctuation = (part) => (typeof part === "string" ? glued(part) : part);

/** A turn as a whole sentence, with the player's name. */
export function Sentence({ table, entry }) {
  const name = html`<strong>${nameOf(table, entry.seat)}</strong>`;
  const text = parts("log.entry", { name, told: html`<${TurnSentence} table=${table} entry=${entry} />` });
  return [...text.slice(0, -1), html`<span class="full-stop">${text.at(-1)}</span>`];
}

/** A turn as text, without the player's name. */
export function TurnSentence({ table, entry }) {
  const game = table.game.value;
  const texts = GAMES[game].summarize(toPhrases(game, entry.tokens, entry.about)).map((phrase) => html`
    <${Phrase} game=${game} phrase=${phrase} kind="told" nameOf=${(seat) => nameInSentence(table, seat)} />`);
  return texts.length > 0 && texts.reduce((first, then) => parts("log.joined", { first, then }).map(keepPunctuation));
}

/** Where the opponents' turns since the last turn of the seat that decides begin. Several players may share this screen. */
function startOfOthers(table, entries) {
  const last = table.asked.value ? entries.findLastIndex(({ seat }) => seat === table.state.value.view.seat) : -1;
  return last < 0 ? -1 : last + 1;
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
