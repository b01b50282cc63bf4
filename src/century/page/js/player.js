// Who sits on a seat: mark, name, how strong a bot is, whether a person is there, and the clock.
import { nameOf } from "./names.js";
import { SeatMark } from "./pieces.js";
import { html, names, useEffect, useSignal } from "./ui.js";
import { t } from "./words.js";

/** Whose turn it is at the moment looked at; a turn that is only being tried is still one's own. */
export function turnOf(table) {
  if (!table.live.value) return table.shown.value.view.seat;
  return table.state.value.status === "playing" ? table.state.value.view.seat : null;
}

/** The head of a seat's strip. */
export function Player({ table, seat }) {
  const who = table.state.value.seats[seat];
  const turn = turnOf(table) === seat;
  return html`<div class=${names("player", turn && "turn")}>
    <${SeatMark} seat=${seat} />
    <strong class="name" title=${nameOf(table, seat)}>${nameOf(table, seat)}</strong>
    ${turn && html`<span class="hidden">${t("player.turn")}</span>`}
    <${Standing} table=${table} seat=${seat} who=${who} />
    <${Clock} table=${table} seat=${seat} bank=${who.bank} running=${turn} />
  </div>`;
}

/** A bot's strength, a bot that stands in, or a person who is away. */
function Standing({ table, seat, who }) {
  if (who.stand_in) return html`<em class="standing">${t("player.stand-in")}</em>`;
  if (who.level) return html`<em class="standing">${t(`levels.${who.level}`)}</em>`;
  const here = table.presence.value.online.includes(seat) || table.state.value.you.seats.includes(seat);
  const said = t(here ? "player.here" : "player.away");
  return html`<span class=${names("presence", here && "here")} role="img" aria-label=${said} title=${said}></span>`;
}

/** The time a seat has left, counted down while it decides. */
function Clock({ table, bank, running }) {
  const now = useSignal(Date.now() / 1000);
  const { deadline } = table.state.value;
  const ticking = running && deadline !== null;
  useEffect(() => {
    if (!ticking) return undefined;
    const timer = setInterval(() => { now.value = Date.now() / 1000; }, 500);
    return () => clearInterval(timer);
  }, [ticking, deadline]);
  const left = ticking ? deadline - now.value : bank;
  if (left === null || left === undefined) return null;
  return html`<span class=${names("clock", left < 30 && "short")} role="timer">${sayTime(Math.max(0, left))}</span>`;
}

/** Seconds as "4:05"; hours and days where there are many. */
function sayTime(seconds) {
  const whole = Math.floor(seconds);
  if (whole >= 172800) return t("player.days", { n: Math.floor(whole / 86400) });
  if (whole >= 3600) return t("player.hours", { n: Math.floor(whole / 3600) });
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
