// Playing a game back turn by turn. It works for a table and for a game record.
import { get } from "../lib/api.js";
import { computed, signal } from "../lib/ui.js";
import { groupTurns } from "./log.js";
import { createReview } from "./review.js";

/** The speeds, and the milliseconds that each shows a turn. */
export const SPEEDS = { 0.5: 2600, 1: 1300, 2: 650, 4: 325 };

/**
 * `table` has the signals `log`, `past` and `state`, and `stepTo(decisions)`. The stops of the playback are the start of the game
 * and the end of each turn. `readTurns()` reads what each turn changed, as in GET /replay, and `readRecord()` the text of the record.
 */
export function createPlayback(table, readTurns, readRecord) {
  const review = createReview(readRecord);
  const playing = signal(false);
  const speed = signal(1);
  const turns = signal([]); // what each turn changed; empty while the game is not over
  const entries = computed(() => groupTurns(table.log.value));
  const stops = computed(() => [0, ...entries.value.map(({ after }) => after)]);
  const decisions = computed(() => table.past.value?.decisions ?? table.state.value.decisions);
  const stopOf = (at) => Math.max(0, stops.value.findLastIndex((stop) => stop <= at));
  const index = computed(() => stopOf(decisions.value));
  let run = 0; // the number of the current run; an earlier one stops

  const isRead = computed(() => stops.value.at(-1) >= (table.state.value?.decisions ?? 0));
  let wanted = null; // the stop that is being read; quick presses of a key build on it

  /** Wait until the log is there: without it the stops are not known. */
  function logRead() {
    if (isRead.value) return Promise.resolve();
    return new Promise((resolve) => { isRead.subscribe((read) => { if (read) resolve(); }); });
  }

  /** Show `decisions`, which belong to a stop. */
  async function show(stop, decisions) {
    wanted = stop;
    try {
      await table.stepTo(decisions);
    } finally {
      if (wanted === stop) wanted = null;
    }
  }

  /** Go to the stop `next(current)`, as soon as the log is read. */
  async function goTo(next) {
    await logRead();
    const stop = Math.min(Math.max(0, next(wanted ?? index.value)), stops.value.length - 1);
    await show(stop, stops.value[stop]);
  }

  /** Go to a moment, a number of decisions, as soon as the log is read. */
  async function goToMoment(at) {
    await logRead();
    await show(stopOf(at), at);
  }

  /** Move by `next(current)`. The playback pauses. */
  function move(next) {
    pause();
    goTo(next).catch(() => {}); // the page says that there is no connection
  }

  const jump = (stop) => move(() => stop);
  const step = (by) => move((current) => current + by);

  function pause() {
    run += 1;
    playing.value = false;
  }

  /** Play from the current stop, or from the start if the last one is shown. */
  async function play() {
    const own = ++run;
    playing.value = true;
    await logRead();
    if (index.value === stops.value.length - 1) await goTo(() => 0);
    while (own === run && index.value < stops.value.length - 1) {
      await new Promise((resolve) => { setTimeout(resolve, SPEEDS[speed.value]); });
      if (own !== run) return;
      try {
        await goTo((current) => current + 1);
      } catch {
        break; // without a connection the playback pauses
      }
    }
    if (own === run) playing.value = false;
  }

  let reading = null;

  /** Read what the turns changed, once. */
  function load() {
    reading ??= readTurns().then((read) => { turns.value = read; }, () => { reading = null; });
    return reading;
  }

  return { playing, speed, turns, entries, stops, index, jump, step, goToMoment, play, pause, load, review };
}

/** Read the turns of a finished table. */
export const readTurnsOf = (path) => () => get(`${path}/replay`);

/** What a turn meant for the game: {gain, leads, ending, over} of the turn at `index`, or null. */
export function meaningOf(turns, index) {
  const turn = turns[index];
  if (!turn) return null;
  const before = turns[index - 1]?.scores ?? turn.scores.map(() => 0);
  const leader = (scores) => (scores.filter((one) => one === Math.max(...scores)).length > 1 ? null : scores.indexOf(Math.max(...scores)));
  const leads = leader(turn.scores);
  return {
    gain: turn.claimed ? turn.scores[turn.seat] - before[turn.seat] : 0,
    leads: leads === turn.seat && leader(before) !== leads && turn.claimed,
    ending: turn.ending && !turn.over,
    over: turn.over,
    scores: turn.scores,
  };
}

/** The address of a moment at a table. The host's link to watch works for everybody. */
export async function momentLinkOf(path, id, decisions) {
  const { watch } = await get(`${path}/links`).catch(() => ({}));
  return `${watch ?? `${location.origin}/#table=${id}`}&at=${decisions}`;
}
