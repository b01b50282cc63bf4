// The tables at which this browser holds a seat. The seat's secret is in a cookie that scripts cannot read.
import { get } from "./api.js";
import { go } from "./router.js";
import { signal } from "./ui.js";

const KEY = "century-tables";
const MAX_TABLES = 12;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return []; // another program wrote something else there
  }
}

export const myTables = signal(read());

function store(tables) {
  myTables.value = tables.slice(0, MAX_TABLES);
  localStorage.setItem(KEY, JSON.stringify(myTables.value));
}

/** Remember a table; the list starts with the one visited last. */
export const remember = (id) => store([{ id }, ...myTables.value.filter((table) => table.id !== id)]);
export const forget = (id) => store(myTables.value.filter((table) => table.id !== id));

/** Open the table in a server's answer, and remember it. */
export function enter(answer) {
  remember(answer.state.table);
  go({ table: answer.state.table });
}

/** Read the state of every remembered table; forget those that no longer exist. */
export async function refresh() {
  for (const { id } of myTables.value) {
    try {
      const state = await get(`/api/tables/${id}`);
      const table = {
        id, game: state.game, status: state.status, seats: state.seats.map((seat) => seat.name ?? "…"),
        yours: state.legal.length > 0, round: state.view?.round,
      };
      store(myTables.value.map((one) => (one.id === id ? table : one)));
    } catch (fault) {
      if ([401, 403, 404].includes(fault.status)) forget(id);
    }
  }
}
