// What happened, in words; each entry leads to its moment.
import { SeatMark } from "./pieces.js";
import { Phrase, phrases } from "./phrases.js";
import { nameOf } from "./names.js";
import { html, useEffect, useRef } from "./ui.js";
import { t } from "./words.js";

export function Log({ table }) {
  const entries = turns(table.log.value);
  const list = useRef();
  const at = table.past.value?.decisions;
  useEffect(() => { if (at === undefined) list.current.scrollTop = list.current.scrollHeight; }, [entries.length, at]);
  return html`<section class="log" aria-label=${t("log.title")}>
    <header><h2>${t("log.title")}</h2><${Steps} table=${table} /></header>
    <${Recap} table=${table} entries=${entries} />
    <ol ref=${list} role="log" aria-live="polite" tabindex="0" aria-label=${t("log.title")}>
      ${entries.map((entry, i) => html`
        ${entry.round !== entries[i - 1]?.round && html`<li class="round" key=${`r${entry.round}`}>${t("log.round", { n: entry.round })}</li>`}
        <li key=${entry.before}><${Entry} table=${table} entry=${entry} current=${entry.after === at} /></li>`)}
    </ol>
  </section>`;
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
  return html`<button type="button" class="entry" aria-current=${current} onClick=${() => table.stepTo(entry.after)}>
    <${SeatMark} seat=${entry.seat} /><span><strong>${nameOf(table, entry.seat)}</strong>
    ${" "}<${Told} table=${table} entry=${entry} /></span></button>`;
}

/** A turn in words. */
export function Told({ table, entry }) {
  const said = phrases(entry.tokens, entry.about);
  return said.map((phrase, i) => html`${i > 0 && ", "}<${Phrase} game=${table.game.value} phrase=${phrase} kind="told" nameOf=${(seat) => nameOf(table, seat)} />`);
}

/** What the others did since one's own last turn. */
function Recap({ table, entries }) {
  const mine = table.state.value.you.seats;
  const last = entries.findLastIndex((entry) => mine.includes(entry.seat));
  const since = entries.slice(last + 1);
  if (!mine.length || last < 0 || !since.length || !table.asked.value) return null;
  return html`<div class="recap"><h3>${t("log.recap")}</h3>${since.map((entry) => html`
    <p key=${entry.before}><${SeatMark} seat=${entry.seat} /> <strong>${nameOf(table, entry.seat)}</strong> <${Told} table=${table} entry=${entry} /></p>`)}</div>`;
}

function Steps({ table }) {
  const now = table.state.value.decisions;
  const at = table.past.value?.decisions ?? now;
  const button = (label, to, sign, disabled) => html`<button type="button" class="plain step" aria-label=${t(label)} title=${t(label)}
    disabled=${disabled} onClick=${() => table.stepTo(to())}>${sign}</button>`;
  return html`<div class="steps" role="group" aria-label=${t("log.steps")}>
    ${button("log.first", () => 0, "⏮", at === 0)}
    ${button("log.back", () => turnBefore(table, at), "◀", at === 0)}
    ${button("log.on", () => turnAfter(table, at), "▶", at >= now)}
    ${button("log.last", () => now, "⏭", at >= now)}
  </div>`;
}

export const turnBefore = (table, at) => turns(table.log.value).findLast((entry) => entry.before < at)?.before ?? 0;
export const turnAfter = (table, at) => turns(table.log.value).find((entry) => entry.after > at)?.after ?? table.state.value.decisions;
