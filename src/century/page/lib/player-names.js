// The names of the players at a table.
import { settings } from "./settings.js";
import { t } from "./words.js";

/** Whether a seat is the only one of the viewer. */
export function isMine(table, seat) {
  const { seats } = table.state.value.you;
  return seats.length === 1 && seats[0] === seat;
}

/** The name of a seat. A viewer without a name reads "You"; to others they are a guest. */
export function nameOf(table, seat) {
  if (!settings.name.value.trim() && isMine(table, seat)) return t("lobby.you");
  return table.state.value.seats[seat]?.name ?? t("table.seat", { n: seat + 1 });
}

/** The name of a seat inside a sentence: "paying a toll to you". */
export const nameInSentence = (table, seat) => {
  const unnamed = !settings.name.value.trim() && isMine(table, seat);
  return unnamed ? t("player.you") : nameOf(table, seat);
};

/** A bot for a seat. Each bot gets its own name, so that players can tell several of one level apart. */
export function botSeat(seat, level, taken = []) {
  const free = t("lobby.traders").split(", ").filter((name) => !taken.includes(name));
  return { kind: "bot", level, name: free[seat % free.length] };
}
