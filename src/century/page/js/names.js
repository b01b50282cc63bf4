// What the people at a table are called.
import { settings } from "./settings.js";
import { t } from "./words.js";

/** Whether a seat is the viewer's own, and no other is. */
export function isMine(table, seat) {
  const { seats } = table.state.value.you;
  return seats.length === 1 && seats[0] === seat;
}

/** The name of a seat; who has given none is "You" on their own screen, and a guest to others. */
export function nameOf(table, seat) {
  if (!settings.name.value.trim() && isMine(table, seat)) return t("lobby.you");
  return table.state.value.seats[seat]?.name ?? t("table.seat", { n: seat + 1 });
}

/** A bot for a seat, with a name of its own, so that several of one strength can be told apart. */
export function botSeat(seat, level, taken = []) {
  const called = t("lobby.traders").split(", ").filter((name) => !taken.includes(name));
  return { kind: "bot", level, name: called[seat % called.length] };
}
