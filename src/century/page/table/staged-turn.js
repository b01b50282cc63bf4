// A staged turn: the decisions that a player has chosen but not sent yet. The server previews each one.
import { GAMES } from "../lib/games.js";
import { settings } from "../lib/settings.js";
import { animate } from "../lib/transitions.js";
import { batch, computed, signal } from "../lib/ui.js";

/**
 * `state`, `past` and `sending` are signals. `previewOf(tokens, fields)` asks what the tokens would lead to, `send(tokens)` plays them,
 * `askWhys(tokens)` asks why the other decisions are not legal after them.
 */
export function createStagedTurn({ state, past, sending, previewOf, send, askWhys }) {
  const staged = signal([]); // tokens
  const preview = signal(null); // the position after the staged tokens
  const whys = signal({}); // {token: reason} of the decisions that are not legal
  const fault = signal(null); // the last error

  /** The view that the board shows, the legal tokens in it, and what is legal after those that are staged together with the next one. */
  const shown = computed(() => {
    const now = state.value;
    if (!now?.view) return null;
    if (past.value) return { view: past.value.view, legal: [] };
    const { view, legal, ahead } = (staged.value.length && preview.value) || now;
    return { view, legal: sending.value ? [] : legal, ahead };
  });
  const complete = computed(() => staged.value.length > 0 && Boolean(preview.value?.turn_over));

  let queue = Promise.resolve();
  const showFault = (error) => { fault.value = error; };
  const enqueue = (step, failed = showFault) => (queue = queue.then(step).catch(failed)); // a quick second click builds on the first
  let inFlight = 0;

  /**
   * Stage tokens on top of the staged ones. A complete turn is sent at once if the settings ask for no confirmation. A choice that
   * was made before the last one was answered may turn out to be illegal, such as the second click of a double click: it is ignored.
   */
  function stage(...tokens) {
    const hasty = inFlight > 0;
    inFlight += 1;
    const failed = (error) => { if (!hasty || !error.status) showFault(error); };
    return enqueue(() => stageNow(tokens), failed).finally(() => { inFlight -= 1; });
  }

  const sizes = []; // how many tokens each choice consists of
  let chosen = []; // all tokens; `staged` follows once the board is updated

  /** Take back the last choice. */
  const takeBack = () => enqueue(takeBackNow);

  async function stageNow(tokens) {
    const wanted = [...chosen, ...tokens];
    const ahead = await previewOf(wanted);
    sizes.push(tokens.length);
    show(wanted, ahead);
    if (ahead.turn_over && !settings.confirm.value) await send(wanted);
  }

  async function takeBackNow() {
    const wanted = chosen.slice(0, Math.max(0, chosen.length - (sizes.pop() ?? 1)));
    show(wanted, wanted.length ? await previewOf(wanted) : null);
  }

  function show(tokens, previewed) {
    chosen = tokens;
    const now = state.value.view;
    const staging = previewed && GAMES[now.game].staging;
    const ahead = staging ? { ...previewed, view: staging(previewed.view, now, tokens) } : previewed;
    animate(() => batch(() => {
      fault.value = null;
      staged.value = tokens;
      preview.value = ahead;
      whys.value = {};
    }), ahead?.view ?? now);
  }

  const confirm = () => send(staged.value);

  /** The staged choices, each a list of tokens. */
  function choices() {
    let from = 0;
    return sizes.map((size) => chosen.slice(from, (from += size)));
  }

  /** Drop the staged choices, because the state has changed. */
  function clear() {
    sizes.length = 0;
    chosen = [];
    staged.value = [];
    preview.value = null;
    whys.value = {};
  }

  /**
   * The ways to repeat an action: stop now, once more, twice more and so on: [{times, tokens, cubes}]. The previews are asked for
   * together, so that many of them take no longer than a few on a slow network.
   */
  async function repetitions({ again, stop, counts }) {
    const chosen = staged.value;
    const { seat } = shown.value.view;
    const cubesOf = ({ view }) => view.seats[seat].cubes ?? "";
    const previewAfter = (n) => previewOf([...chosen, ...Array(n).fill(again)]);
    const aheads = [shown.value, await previewAfter(1)];
    const likely = timesPayable(cubesOf(aheads[0]), cubesOf(aheads[1]));
    const asked = Array.from({ length: Math.max(0, likely - 1) }, (_, i) => previewAfter(i + 2).catch(() => null));
    for (const ahead of await Promise.all(asked)) if (ahead && aheads.at(-1).legal.includes(again)) aheads.push(ahead);
    while (aheads.at(-1).legal.includes(again)) aheads.push(await previewAfter(aheads.length));
    const before = chosen.filter(counts).length;
    return aheads.map((ahead, n) => {
      const end = ahead.legal.includes(stop) ? [stop] : [];
      return { times: before + n, tokens: [...Array(n).fill(again), ...end], cubes: cubesOf(ahead) };
    });
  }

  const loadWhys = async () => { whys.value = await askWhys(staged.value); };

  return { staged, preview, whys, fault, shown, complete, previewOf, stage, takeBack, confirm, choices, clear, repetitions, loadWhys };
}

/** How many times one can pay what the first time costs. It only decides how many previews to ask for: the server knows the rules. */
function timesPayable(before, after) {
  const count = (cubes, letter) => [...cubes].filter((cube) => cube === letter).length;
  const given = [...new Set(before)].map((letter) => [count(before, letter), count(before, letter) - count(after, letter)]);
  const times = given.filter(([, cost]) => cost > 0).map(([held, cost]) => Math.floor(held / cost));
  return times.length ? Math.min(...times) : 1;
}
