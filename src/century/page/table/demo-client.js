// A table without a server's table: it shows a game that bots have played, turn by turn, with the interface that boards expect.
import { get, post } from "../lib/api.js";
import { GAMES } from "../lib/games.js";
import { botSeat } from "../lib/player-names.js";
import { animate } from "../lib/transitions.js";
import { createStagedTurn } from "./staged-turn.js";
import { computed, signal } from "../lib/ui.js";

const LEVEL = "hard"; // of the bots that have played the demos, see tools/demo_games.py
const FIRST = 20; // turns that are played before the demo begins, so that the players have cubes of several spices

/** Open the demo of a game. `next()` shows the position after the next turn, and returns false at the end of the game. */
export async function openDemo(game) {
  const { position: start, turns } = await get(GAMES[game].demo);
  const state = signal(null);
  const past = signal(null);
  const sending = signal(null);
  const never = async () => {};
  const turn = createStagedTurn({ state, past, sending, previewOf: never, send: never, askWhys: async () => ({}) });
  let played = 0;
  let position = start;

  /** Play turns, and show the position after them. The server applies the tokens. */
  async function play(tokens, animated) {
    const after = await post("/api/positions", { position, tokens, seat: null });
    position = after.position;
    const show = () => { state.value = tableState(game, after.view, played); };
    if (animated) animate(show, after.view);
    else show();
  }

  async function next() {
    if (played === turns.length) return false;
    const tokens = turns[played];
    played += 1;
    await play(tokens, true);
    return true;
  }

  played = Math.min(FIRST, turns.length);
  await play(turns.slice(0, played).flat(), false);
  return {
    ...turn, game: computed(() => game), state, past, sending, next,
    live: computed(() => true), me: computed(() => null), asked: computed(() => false),
    log: signal([]), connection: signal("open"), presence: computed(() => ({ online: [], watching: 0 })), serverTime: () => 0,
  };
}

/** The state that a server would send to somebody who watches a table with this view. */
function tableState(game, view, decisions) {
  const seats = view.seats.map((_, seat) => botSeat(seat, LEVEL));
  return {
    game, view, decisions, legal: [], seats, you: { seats: [], host: false }, status: view.over ? "over" : "playing",
    options: {}, deadline: null, undo: false, takeback: null,
  };
}
