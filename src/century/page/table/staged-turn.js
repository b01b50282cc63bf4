// A staged turn: the decisions that a player has chosen but not sent yet. The server previews each one.
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

  /** The view that the board shows, and the legal tokens in it. */
  const shown = computed(() => {
    const now = state.value;
    if (!now?.view) return null;
    if (past.value) return { view: past.value.view, legal: [] };
    const { view, legal } = (staged.value.length && preview.value) || now;
    return { view, legal: sending.value ? [] : legal };
  });
  const complete = computed(() => staged.value.length > 0 && Boolean(preview.value?.turn_over));

  let queue = Promise.resolve();
  const showFault = (error) => { fault.value = error; };
  const enqueue = (step) => (queue = queue.then(step).catch(showFault)); // a quick second click builds on the first

  /** Stage tokens on top of the staged ones. A complete turn is sent at once if the settings ask for no confirmation. */
  const stage = (...tokens) => enqueue(() => stageNow(tokens));

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

  function show(tokens, ahead) {
    chosen = tokens;
    animate(() => batch(() => {
      fault.value = null;
      staged.value = tokens;
      preview.value = ahead;
      whys.value = {};
    }), ahead?.view ?? state.value.view);
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

  /** The ways to repeat an action: stop now, once more, twice more and so on: [{times, tokens, cubes}]. */
  async function repetitions({ again, stop, counts }) {
    const found = [];
    const { seat } = shown.value.view;
    const before = staged.value.filter(counts).length;
    for (let more = []; ; more = [...more, again]) {
      const ahead = more.length ? await previewOf([...staged.value, ...more]) : shown.value;
      const end = ahead.legal.includes(stop) ? [stop] : [];
      found.push({ times: before + more.length, tokens: [...more, ...end], cubes: ahead.view.seats[seat].cubes ?? "" });
      if (!ahead.legal.includes(again)) return found;
    }
  }

  const loadWhys = async () => { whys.value = await askWhys(staged.value); };

  return { staged, preview, whys, fault, shown, complete, previewOf, stage, takeBack, confirm, choices, clear, repetitions, loadWhys };
}
