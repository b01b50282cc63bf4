// What the people at a table are called.
import { t } from "./words.js";

export const nameOf = (table, seat) => table.state.value.seats[seat]?.name ?? t("table.seat", { n: seat + 1 });

/** A bot for a seat, with a name of its own, so that several of one strength can be told apart. */
export function botSeat(seat, level) {
  const called = t("lobby.traders").split(", ");
  return { kind: "bot", level, name: called[seat % called.length] };
}
