// The tables this browser has sat at; their secrets are in cookies the page cannot read.
import { get } from "./api.js";
import { go } from "./router.js";
import { signal } from "./ui.js";

const KEY = "century-tables";
const MOST = 12;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return []; // what is kept there is not ours
  }
}

export const myTables = signal(kept());

function keep(tables) {
  myTables.value = tables.slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(myTables.value));
}

/** Remember a table, the one visited last first. */
export const remember = (id) => keep([{ id }, ...myTables.value.filter((table) => table.id !== id)]);
export const forget = (id) => keep(myTables.value.filter((table) => table.id !== id));

/** Sit down where an answer of the server says. */
export function enter(answer) {
  remember(answer.state.table);
  go({ table: answer.state.table });
}

/** Ask how each of them is doing; forget those that are gone. */
export async function refresh() {
  for (const { id } of myTables.value) {
    try {
      const state = await get(`/api/tables/${id}`);
      const table = {
        id, game: state.game, status: state.status, seats: state.seats.map((seat) => seat.name ?? "…"),
        yours: state.legal.length > 0, round: state.view?.round,
      };
      keep(myTables.value.map((one) => (one.id === id ? table : one)));
    } catch (fault) {
      if ([401, 403, 404].includes(fault.status)) forget(id);
    }
  }
}
