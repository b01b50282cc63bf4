// A turn in the making: decisions chosen one after another, each tried before it shows, none of them final.
import { settings } from "./settings.js";
import { travel } from "./motion.js";
import { batch, computed, signal } from "./ui.js";

/**
 * Stage turns on a state. `state`, `past` and `sending` are signals; `look(tokens)` says what would come of tokens,
 * `send(tokens)` makes them final, `askWhys(tokens)` reads why the rest is not legal.
 */
export function stageTurns({ state, past, sending, look, send, askWhys }) {
  const staged = signal([]); // tokens chosen in this turn and not sent yet
  const preview = signal(null); // what would come of them
  const whys = signal({}); // why what is not legal now is not
  const fault = signal(null); // the last thing that was refused

  /** What the board shows, and what may be chosen on it. */
  const shown = computed(() => {
    const now = state.value;
    if (!now?.view) return null;
    if (past.value) return { view: past.value.view, legal: [] };
    const { view, legal } = (staged.value.length && preview.value) || now;
    return { view, legal: sending.value ? [] : legal };
  });
  const complete = computed(() => staged.value.length > 0 && Boolean(preview.value?.turn_over));

  let last = Promise.resolve();
  const refuse = (error) => { fault.value = error; };
  const inOrder = (step) => (last = last.then(step).catch(refuse)); // quick clicks build on each other

  /** Choose tokens on top of those chosen; a whole turn is sent at once if that is wished. */
  const stage = (...tokens) => inOrder(() => stageNow(tokens));

  const sizes = []; // of the choices made: some are several decisions
  let chosen = []; // their tokens: ahead of `staged` while things still travel

  /** Take back the last choice. */
  const takeBack = () => inOrder(takeBackNow);

  async function stageNow(tokens) {
    const wanted = [...chosen, ...tokens];
    const ahead = await look(wanted);
    sizes.push(tokens.length);
    show(wanted, ahead);
    if (ahead.turn_over && !settings.confirm.value) await send(wanted);
  }

  async function takeBackNow() {
    const wanted = chosen.slice(0, Math.max(0, chosen.length - (sizes.pop() ?? 1)));
    show(wanted, wanted.length ? await look(wanted) : null);
  }

  function show(tokens, ahead) {
    chosen = tokens;
    travel(() => batch(() => {
      fault.value = null;
      staged.value = tokens;
      preview.value = ahead;
      whys.value = {};
    }), ahead?.view ?? state.value.view);
  }

  const confirm = () => send(staged.value);

  /** The choices made so far, each of one or more tokens. */
  function choices() {
    let from = 0;
    return sizes.map((size) => chosen.slice(from, (from += size)));
  }

  /** Forget what was chosen; the state is another one. */
  function clear() {
    sizes.length = 0;
    chosen = [];
    staged.value = [];
    preview.value = null;
    whys.value = {};
  }

  /** The ways to go on with something: stop now, or once more, twice more: [{times, tokens, cubes}]. */
  async function ladder(again, enough) {
    const rungs = [];
    const { seat } = shown.value.view;
    // A card that was played has been carried out once.
    const before = staged.value.filter((token) => token === again || token.startsWith("play ")).length;
    for (let more = []; ; more = [...more, again]) {
      const ahead = more.length ? await look([...staged.value, ...more]) : shown.value;
      const stop = ahead.legal.includes(enough) ? [enough] : [];
      rungs.push({ times: before + more.length, tokens: [...more, ...stop], cubes: ahead.view.seats[seat].cubes });
      if (!ahead.legal.includes(again)) return rungs;
    }
  }

  const loadWhys = async () => { whys.value = await askWhys(staged.value); };

  return { staged, preview, whys, fault, shown, complete, look, stage, takeBack, confirm, choices, clear, ladder, loadWhys };
}
