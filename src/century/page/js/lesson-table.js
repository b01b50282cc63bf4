// The table of a lesson: positions prepared beforehand instead of a game, with all that boards expect of a table.
import { post } from "./api.js";
import { travel } from "./motion.js";
import { botSeat } from "./names.js";
import { stageTurns } from "./staging.js";
import { batch, computed, signal } from "./ui.js";
import { language, t } from "./words.js";

const LEARNER = 0; // the seat of whoever learns

/**
 * Open the table of a lesson. Its steps are [{key, position, turn, or, reply, look, rules}]: a step begins in its `position`, or
 * where the one before it ended with the others' `reply`; it is over when `turn`, or another one that leads where it or one
 * of `or` leads, was played; at once if it has none. Other turns can be tried, and taken back, but not confirmed.
 */
export function openLesson(game, steps) {
  const at = signal(null); // which step is on the table
  const done = signal(false); // whether its turn was played as it was asked
  const state = signal(null);
  const past = signal(null);
  const sending = signal(null);
  let before = null; // the position in which the step begins: {position, view, legal}
  let goals = []; // the positions that its turn may lead to, like it

  let shownBefore = 0; // so that boards tell one position from another

  const tried = (position, tokens, veiled = false) => post("/api/positions", {
    position, tokens, veiled, seat: LEARNER, language: language(),
  });

  /** What would come of tokens, but for what they would turn up; a turn is over when someone else or another round comes. */
  async function look(tokens) {
    const ahead = await tried(before.position, tokens, true);
    const { seat, round, over } = ahead.view;
    const turnOver = over || seat !== before.view.seat || round !== before.view.round;
    return { ...ahead, turn_over: turnOver, legal: turnOver ? [] : ahead.legal };
  }

  const turn = stageTurns({ state, past, sending, look, send, askWhys: async (tokens) => (await look(tokens)).why });

  const reached = () => goals.find(({ position }) => position === turn.preview.value?.position);

  /** Whether what is chosen so far leads where the step wants to go. */
  const onTheWay = computed(() => {
    if (!turn.staged.value.length) return true;
    const wanted = turnsOf(steps[at.value]);
    return Boolean(reached()) || wanted.some((tokens) => turn.staged.value.every((token, i) => token === tokens[i]));
  });

  /** What speaks against confirming: a whole turn that is not the one the step asks for. */
  const objection = computed(() => (turn.complete.value && !onTheWay.value ? "lesson.objection" : null));

  /** Play the turn if it is the one the step asks for; another one stays as it is, to be taken back. */
  async function send() {
    const end = reached();
    if (end) show(end, true);
  }

  /** Lay a position on the table. */
  function show({ view, legal }, over) {
    travel(() => batch(() => {
      turn.clear();
      done.value = over;
      state.value = { ...seated(game, view, over ? [] : legal), decisions: ++shownBefore };
    }), view);
  }

  /** Go to a step, whatever was done before. */
  async function begin(index) {
    const from = steps.findLastIndex((step, i) => i <= index && step.position);
    const played = steps.slice(from, index).flatMap((step) => [...(step.turn ?? []), ...(step.reply ?? [])]);
    const wanted = turnsOf(steps[index]);
    const after = (tokens) => tried(steps[from].position, [...played, ...tokens]);
    const [start, ...ends] = await Promise.all([[], ...wanted].map(after));
    batch(() => {
      before = start;
      goals = ends;
      at.value = index;
    });
    show(start, !wanted.length);
  }

  return {
    ...turn, game: computed(() => game), state, past, sending, at, done, onTheWay, objection, begin,
    live: computed(() => true), me: computed(() => LEARNER), asked: computed(() => !done.value),
    log: signal([]), connection: signal("open"),
    presence: computed(() => ({ online: [...state.value.seats.keys()], watching: 0 })),
  };
}

/** The turns that a step accepts. */
const turnsOf = (step) => [step.turn, ...(step.or ?? [])].filter(Boolean);

/** What a server would say of a table with such a view. */
function seated(game, view, legal) {
  const seats = view.seats.map((_, seat) => (seat === LEARNER ? { name: t("lobby.you"), kind: "person" } : botSeat(seat, null)));
  const you = { seats: [LEARNER], host: false };
  const status = view.over ? "over" : "playing";
  return { game, view, legal, seats, you, status, options: {}, deadline: null, undo: false, takeback: null };
}
