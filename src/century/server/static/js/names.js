// What the people at a table are called.
import { settings } from "./settings.js";
import { t } from "./words.js";

/** The name of a seat; who has given none is "You" on their own screen, and a guest to others. */
export function nameOf(table, seat) {
  const { seats, you } = table.state.value;
  if (!settings.name.value.trim() && you.seats.length === 1 && you.seats[0] === seat) return t("lobby.you");
  return seats[seat]?.name ?? t("table.seat", { n: seat + 1 });
}

/** A bot for a seat, with a name of its own, so that several of one strength can be told apart. */
export function botSeat(seat, level, taken = []) {
  const called = t("lobby.traders").split(", ").filter((name) => !taken.includes(name));
  return { kind: "bot", level, name: called[seat % called.length] };
}
