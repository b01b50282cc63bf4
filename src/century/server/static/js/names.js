// What the people at a table are called.
import { t } from "./words.js";

export const nameOf = (table, seat) => table.state.value.seats[seat]?.name ?? t("table.seat", { n: seat + 1 });
