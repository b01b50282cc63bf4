// The pace at which the page shows the turns of bots. The server does not wait: the page queues what it receives.
import { settings } from "../lib/settings.js";
import { signal } from "../lib/ui.js";

/** The milliseconds for the turn of a bot, by the name of the setting. */
export const PACES = { "at-once": 0, quick: 900, calm: 2200 };
const LONGEST_QUEUE = 12; // more turns are not shown one by one

const sleep = (time) => new Promise((resolve) => { setTimeout(resolve, time); });
/** Wait until the browser has painted: on a slow machine the highlight would otherwise be over before it is drawn. */
const painted = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });

/** `show(update)` shows an update {next, events, entries}. Each update first announces its last move in `acting`, {seat, tokens}. */
export function createPace(show) {
  const acting = signal(null);
  const queue = [];
  let running = false;
  let run = 0; // an earlier run stops when the queue was flushed

  /** Show an update, after those in the queue; a `paced` one at the pace of the settings. */
  function add(update, paced) {
    if (!running && !paced) return show(update);
    queue.push({ update, paced });
    if (document.hidden || queue.length > LONGEST_QUEUE) return flush();
    if (!running) work();
    return undefined;
  }

  async function work() {
    const own = ++run;
    running = true;
    while (queue.length) {
      const { update, paced } = queue[0];
      const time = paced ? PACES[settings.pace.value] ?? 0 : 0;
      if (time) {
        acting.value = update.events.at(-1);
        await painted();
        await sleep(0.55 * time);
        if (own !== run) return;
      }
      queue.shift();
      acting.value = null;
      show(update);
      if (time) await sleep(0.45 * time);
      if (own !== run) return;
    }
    running = false;
  }

  /** Show everything at once. */
  function flush() {
    run += 1;
    running = false;
    acting.value = null;
    for (const { update } of queue.splice(0)) show(update);
  }

  return { acting, add, flush };
}
