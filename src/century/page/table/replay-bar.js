// The bar of a replay: the turn in words, the review of a bot, a slider with the claims marked, and the buttons to play, step and share.
import { isMine, nameOf } from "../lib/player-names.js";
import { SeatMark } from "../parts/pieces.js";
import { classNames, html, useEffect, useLayoutEffect, useSignal } from "../lib/ui.js";
import { t } from "../lib/words.js";
import { positionInWords, roundName, Sentence } from "./log.js";
import { meaningOf, SPEEDS } from "./playback.js";
import { ExplainButton, LARGE, ReviewNote } from "./review.js";

const ICONS = {
  first: "M5 5h3v14H5zM20 5v14L9 12z", back: "M17 5v14L6 12z", next: "M7 5v14l11-7z", last: "M16 5h3v14h-3zM4 5v14l11-7z",
  play: "M7 4v16l13-8z", pause: "M6 5h4v14H6zM14 5h4v14h-4z", link: "M10 13a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 11a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1.5-1.5",
};

/** `buttons` are further buttons, such as the one that opens the result. */
export function ReplayBar({ table, buttons }) {
  const { index, stops, playing, jump, step, play, pause, load } = table.playback;
  const over = table.state.value.status === "over";
  useEffect(() => { if (over) load(); }, [over]);
  useEffect(() => pause, []);
  useReplayKeys(table);
  const last = stops.value.length - 1;
  const button = (name, icon, act, disabled) => html`<button type="button" class=${classNames("plain", "step", name)} disabled=${disabled}
    aria-label=${t(`replay.${name}`)} title=${t(`replay.${name}`)} onClick=${act}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[icon]} /></svg></button>`;
  return html`<div class="bar past replay" data-stop=${index.value} data-playing=${playing.value}>
    <${Told} table=${table} />
    <${Slider} table=${table} last=${last} />
    <div class="replay-buttons" role="group" aria-label=${t("replay.title")}>
      ${button("first", "first", () => jump(0), index.value === 0)}
      ${button("back", "back", () => step(-1), index.value === 0)}
      ${playing.value ? button("pause", "pause", pause) : button("play", "play", play, last === 0)}
      ${button("on", "next", () => step(1), index.value >= last)}
      ${button("last", "last", () => jump(last), index.value >= last)}
      <${Speed} table=${table} />
      ${over && html`<${CopyMoment} table=${table} /><${ExplainButton} table=${table} />`}
    </div>
    <div class="actions">${!over && html`
      <button type="button" class="button primary" onClick=${() => table.backToNow()}>${t("bar.now")}</button>`}${buttons}</div>
  </div>`;
}

/** The shown turn as a sentence, and what it meant for the game. */
function Told({ table }) {
  const { index, entries, turns } = table.playback;
  const entry = entries.value[index.value - 1];
  const meaning = meaningOf(turns.value, index.value - 1);
  const notes = meaning ? notesOf(table, entry, meaning) : [];
  return html`<div class="told">
    <p class="prompt" role="status">${entry && html`<span class="round">${roundName(entry.round)}</span> <${SeatMark} seat=${entry.seat} /> `}
      ${entry ? html`<${Sentence} table=${table} entry=${entry} />` : positionInWords(table)}</p>
    <p class="meaning">${meaning && html`<${Scores} table=${table} scores=${meaning.scores} />`}${notes.length > 0 && html`
      <strong>${notes.join(" ")}</strong>`}</p>
    ${entry && html`<${ReviewNote} table=${table} index=${index.value - 1} />`}
  </div>`;
}

function notesOf(table, entry, { gain, leads, ending, over }) {
  const name = nameOf(table, entry.seat);
  return [
    gain !== 0 && t("replay.gain", { n: gain }), leads && t(isMine(table, entry.seat) ? "replay.leads-mine" : "replay.leads", { name }),
    ending && t("replay.ending"), over && t("replay.over"),
  ].filter(Boolean);
}

/** The points of all players after the turn. */
function Scores({ table, scores }) {
  const spoken = scores.map((points, seat) => `${nameOf(table, seat)} ${points}`).join(", ");
  return html`<span class="replay-scores" role="img" aria-label=${spoken} title=${spoken}>
    ${scores.map((points, seat) => html`<span key=${seat}><${SeatMark} seat=${seat} />${points}</span>`)}</span>`;
}

/** The slider through all turns. A mark in the colour of the player shows each claim; the review marks missed chances below. */
function Slider({ table, last }) {
  const { index, turns, entries, jump } = table.playback;
  const entry = entries.value[index.value - 1];
  const spoken = entry ? t("replay.at", { round: roundName(entry.round), name: nameOf(table, entry.seat) }) : t("bar.past-start");
  const missed = table.playback.review.reviews.value.flatMap(({ loss }, i) => (loss >= LARGE ? [i + 1] : []));
  const marks = turns.value.flatMap(({ claimed, seat }, i) => (claimed ? [{ seat, stop: i + 1 }] : []));
  return html`<div class="replay-slider">
    <div class="claim-marks" aria-hidden="true">${marks.map(({ seat, stop }) => html`
      <i key=${stop} class=${`seat-${seat}`} style=${{ "--at": stop / last }}></i>`)}
      ${missed.map((stop) => html`<b key=${`missed-${stop}`} style=${{ "--at": stop / last }}></b>`)}</div>
    <input type="range" min="0" max=${last} step="1" value=${index.value} aria-label=${t("replay.slider")} aria-valuetext=${spoken}
      onInput=${(event) => jump(Number(event.target.value))} /></div>`;
}

function Speed({ table }) {
  const { speed } = table.playback;
  return html`<label class="speed"><span class="hidden">${t("replay.speed")}</span>
    <select value=${speed.value} onChange=${(event) => { speed.value = Number(event.target.value); }}>
      ${Object.keys(SPEEDS).map(Number).sort((one, two) => one - two).map((one) => html`<option value=${one}>${one} ×</option>`)}
    </select></label>`;
}

/** Copies a link to the shown moment. The host's link lets others watch. */
function CopyMoment({ table }) {
  const copied = useSignal(false);
  const { index } = table.playback;
  useEffect(() => { copied.value = false; }, [index.value]);
  const copy = async () => {
    await navigator.clipboard?.writeText(await table.momentLink());
    copied.value = true;
  };
  const label = t(copied.value ? "links.copied" : "replay.link");
  return html`<button type="button" class="plain step moment" aria-label=${label} title=${label} onClick=${copy}>
    ${copied.value ? "✓" : html`<svg class="outline" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS.link} /></svg>`}</button>
    <span class="hidden" role="status">${copied.value && t("links.copied")}</span>`;
}

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Arrow keys step through the turns and the space bar plays, unless a control with its own keys has the focus. */
function useReplayKeys(table) {
  useLayoutEffect(() => {
    const press = (event) => {
      const own = event.target.closest?.("input, select, textarea, .choice, .entries, dialog, :popover-open");
      if (own || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const { step, playing, play, pause } = table.playback;
      if (event.key in KEYS) step(KEYS[event.key]);
      else if (event.key === " " && !event.target.closest?.("button, a")) (playing.value ? pause : play)();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [table]);
}
