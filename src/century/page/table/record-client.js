// The table of a game record: the positions of the record in place of a game, with the interface that boards expect of a table.
import { post } from "../lib/api.js";
import { animate } from "../lib/transitions.js";
import { computed, signal } from "../lib/ui.js";
import { t } from "../lib/words.js";
import { createPlayback } from "./playback.js";
import { createStagedTurn } from "./staged-turn.js";

/** Open the answer of POST /api/records to the record in `text`. `link(decisions)` makes the address of a moment. */
export async function openRecord(replay, text, link) {
  const { game, turns, ranking } = replay;
  const texts = new Map([[0, replay.start], ...turns.map(({ after, position }) => [after, position])]);
  const views = new Map();
  const viewAfter = async (decisions) => {
    if (!views.has(decisions)) views.set(decisions, (await post("/api/positions", { position: texts.get(decisions) })).view);
    return views.get(decisions);
  };
  const decisions = turns.at(-1)?.after ?? 0;
  const view = await viewAfter(decisions);
  const state = signal({
    game, view, decisions, legal: [], seats: replay.seats.map(seatOf), you: { seats: [], host: false },
    status: ranking ? "over" : "playing", options: {}, deadline: null, undo: false, takeback: null,
  });
  const past = signal(null);
  const nothing = async () => ({});
  const staged = createStagedTurn({ state, past, sending: signal(null), previewOf: nothing, send: nothing, askWhys: nothing });
  let wanted = decisions;
  const show = (next, shown) => animate(() => { past.value = next; }, shown);
  const stepTo = async (to) => {
    wanted = to;
    const shown = await viewAfter(to);
    if (wanted === to) await show(to === decisions ? null : { decisions: to, view: shown }, shown);
  };
  const table = {
    ...staged, game: computed(() => game), state, past, log: signal(turns), sending: signal(null), replay,
    live: computed(() => past.value === null), me: computed(() => null), asked: computed(() => false), connection: signal("open"),
    presence: signal({ online: [], watching: 0 }), said: signal(null), stepTo, backToNow: () => stepTo(decisions),
    momentLink: async () => link(table.past.value?.decisions ?? decisions),
  };
  table.playback = createPlayback(table, async () => turns, async () => text);
  return table;
}

const seatOf = ({ name, level }, seat) => (
  { name: name ?? t("table.seat", { n: seat + 1 }), level, kind: level ? "bot" : "person", stand_in: false, timed_out: false }
);
