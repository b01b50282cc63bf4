// The games of the person who uses this browser. The server keeps the list.
import { get } from "./api.js";
import { withPerson } from "./person.js";
import { go } from "./router.js";
import { computed, signal } from "./ui.js";

const POLL = 30_000; // milliseconds between two looks at whose turn it is

/** The newest games that are not over, as in GET /api/me/games. */
export const unfinished = signal([]);

/** The games in which the person has to decide. */
export const waitingForMe = computed(() => unfinished.value.filter((game) => game.your_turn));

/** Read the unfinished games. */
export async function refresh() {
  await withPerson();
  const read = await get("/api/me/games?status=unfinished").catch(() => null);
  if (read) unfinished.value = read.games;
}

/** Correct the list by what the open table shows, without a request. */
export function noteTurn(table, yourTurn) {
  unfinished.value = unfinished.peek().map((game) => (game.table === table ? { ...game, your_turn: yourTurn } : game));
}

/** Open the table in a server's answer. */
export const enter = (answer) => go({ table: answer.state.table });

setInterval(() => { if (!document.hidden) refresh(); }, POLL);
addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
addEventListener("hashchange", () => refresh()); // a turn was perhaps played on the page that is left
refresh();
