// Short notices over the board: a lost connection, time that has run out, and that the viewer only watches.
import { html } from "../lib/ui.js";
import { t } from "../lib/words.js";

/** A notice while the connection is lost. Staged choices are kept. */
export function Connection({ table }) {
  const lost = table.connection.value === "lost";
  return html`<p class="connection" role="status">${lost && t("table.lost")}</p>`;
}

/** The viewer has no seat: say so, and how many others watch. */
export function Watching({ table }) {
  const { you, status } = table.state.value;
  if (you.seats.length || status === "over") return null;
  const others = table.presence.value.watching - 1;
  return html`<span class="watching">${t("table.watching")}${others > 0 && ` · ${t("table.watchers", { n: others })}`}</span>`;
}

/** Tells the viewer that their own time has run out. They may still play. */
export function TimeOver({ table }) {
  const { you, seats, status } = table.state.value;
  const late = status === "playing" && you.seats.some((seat) => seats[seat].timed_out && !seats[seat].level);
  return html`<p class="time-over" role="alert">${late && t("table.time-over")}</p>`;
}
