// The header of a seat: mark, name, level of a bot, presence of a person, and the clock.
import { nameOf } from "../lib/player-names.js";
import { SeatMark } from "../parts/pieces.js";
import { classNames, html, useEffect, useLayoutEffect, useRef, useSignal } from "../lib/ui.js";
import { t } from "../lib/words.js";

/** The seat whose turn it is in the shown position. Staging a turn does not pass it on. */
export function turnOf(table) {
  if (!table.live.value) return table.shown.value.view.seat;
  return table.state.value.status === "playing" ? table.state.value.view.seat : null;
}

export function Player({ table, seat }) {
  const who = table.state.value.seats[seat];
  const turn = turnOf(table) === seat;
  return html`<div class=${classNames("player", turn && "turn")}>
    <${SeatMark} seat=${seat} />
    <${Name} text=${nameOf(table, seat)} />
    ${turn && html`<span class="hidden">${t("player.turn")}</span>`}
    <${Status} table=${table} seat=${seat} who=${who} />
    <${Clock} table=${table} who=${who} running=${turn} />
  </div>`;
}

const LEAST = 0.6; // of the font size; a longer name is cut, and its whole text is in the title

/** A name in a smaller font where there is too little room for it. */
function Name({ text }) {
  const element = useRef();
  useLayoutEffect(() => {
    const name = element.current;
    const fit = () => {
      name.style.fontSize = "";
      const share = name.clientWidth / name.scrollWidth;
      if (share < 1) name.style.fontSize = `${Math.max(LEAST, 0.98 * share) * parseFloat(getComputedStyle(name).fontSize)}px`;
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(name.parentElement);
    observer.observe(name); // what is beside it may need more room than before
    return () => observer.disconnect();
  }, [text]);
  return html`<strong ref=${element} class="name" title=${text}>${text}</strong>`;
}

/** The level of a bot, a bot that stands in, or whether a person is online. */
function Status({ table, seat, who }) {
  if (who.resigned) return html`<em class="standing">${t("player.resigned")}</em>`;
  if (who.stand_in) return html`<em class="standing">${t("player.stand-in")}</em>`;
  if (who.level) return html`<em class="standing">${t(`levels.${who.level}`)}</em>`;
  const here = table.presence.value.online.includes(seat) || table.state.value.you.seats.includes(seat);
  const label = t(here ? "player.here" : "player.away");
  return html`<span class=${classNames("presence", here && "here")} role="img" aria-label=${label} title=${label}></span>`;
}

/** The time that a seat has left. It counts down while the seat decides, and stays at 0:00 when it has run out. */
function Clock({ table, who, running }) {
  const now = useSignal(0);
  const { deadline } = table.state.value;
  const ticking = running && deadline !== null;
  useEffect(() => {
    if (!ticking) return undefined;
    const tick = () => { now.value = table.serverTime(); };
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [ticking, deadline]);
  const left = who.timed_out ? 0 : ticking ? deadline - (now.value || table.serverTime()) : who.bank;
  if (left === null || left === undefined) return null;
  return html`<span class=${classNames("clock", left < 30 && "short")} role="timer">${formatTime(Math.max(0, left))}</span>`;
}

/** Seconds as "4:05", or in hours or days. */
function formatTime(seconds) {
  const whole = Math.floor(seconds);
  if (whole >= 172800) return t("player.days", { n: Math.floor(whole / 86400), hours: Math.floor(whole / 3600) % 24 });
  if (whole >= 3600) return t("player.hours", { n: Math.floor(whole / 3600) });
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
