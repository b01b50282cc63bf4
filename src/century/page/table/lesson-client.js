// The table of a lesson: prepared positions in place of a game, with the interface that boards expect of a table.
import { post } from "../lib/api.js";
import { animate } from "../lib/transitions.js";
import { botSeat } from "../lib/player-names.js";
import { createStagedTurn } from "./staged-turn.js";
import { batch, computed, signal } from "../lib/ui.js";
import { language, t } from "../lib/words.js";

const LEARNER = 0; // the learner's seat

/**
 * Open the table of a lesson with the steps [{key, position, turn, or, reply, look, rules}]. A step starts in its `position`, or
 * in the position after the previous step and the opponents' `reply` to it. It is done when the learner has reached the position
 * after `turn` or after one of the turns in `or`; a step without a turn is done at once. The learner can stage any other turn and
 * take it back, but not confirm it.
 */
export function openLesson(game, steps) {
  const at = signal(null); // the index of the current step
  const done = signal(false); // whether the step's turn was played
  const state = signal(null);
  const past = signal(null);
  const sending = signal(null);
  let before = null; // the start of the step: {position, view, legal}
  let goals = []; // the positions that finish the step, likewise

  let positionsShown = 0; // counts positions, as `decisions` does at a real table

  const positionAfter = (position, tokens, hideNew = false) => post("/api/positions", {
    position, tokens, veiled: hideNew, seat: LEARNER, language: language(),
  });

  /** The position after tokens, without what they would reveal. A turn is over when the seat or the round changes. */
  async function previewOf(tokens) {
    const ahead = await positionAfter(before.position, tokens, true);
    const { seat, round, over } = ahead.view;
    const turnOver = over || seat !== before.view.seat || round !== before.view.round;
    return { ...ahead, turn_over: turnOver, legal: turnOver ? [] : ahead.legal };
  }

  const turn = createStagedTurn({ state, past, sending, previewOf, send, askWhys: async (tokens) => (await previewOf(tokens)).why });

  const reachedGoal = () => goals.find(({ position }) => position === turn.preview.value?.position);

  /** Whether the staged tokens can still become a turn that the step accepts. */
  const onTrack = computed(() => {
    if (!turn.staged.value.length) return true;
    const accepted = acceptedTurns(steps[at.value]);
    return Boolean(reachedGoal()) || accepted.some((tokens) => turn.staged.value.every((token, i) => token === tokens[i]));
  });

  /** The message that replaces the prompt if the staged turn is complete but not accepted; else null. */
  const objection = computed(() => (turn.complete.value && !onTrack.value ? "lesson.objection" : null));

  /** Play the turn if the step accepts it. Any other turn stays staged until it is taken back. */
  async function send() {
    const end = reachedGoal();
    if (end) show(end, true);
  }

  /** Show a position. */
  function show({ view, legal }, over) {
    animate(() => batch(() => {
      turn.clear();
      done.value = over;
      state.value = { ...tableState(game, view, over ? [] : legal), decisions: ++positionsShown };
    }), view);
  }

  /** Go to a step. */
  async function begin(index) {
    const from = steps.findLastIndex((step, i) => i <= index && step.position);
    const played = steps.slice(from, index).flatMap((step) => [...(step.turn ?? []), ...(step.reply ?? [])]);
    const accepted = acceptedTurns(steps[index]);
    const after = (tokens) => positionAfter(steps[from].position, [...played, ...tokens]);
    const [start, ...ends] = await Promise.all([[], ...accepted].map(after));
    batch(() => {
      before = start;
      goals = ends;
      at.value = index;
    });
    show(start, !accepted.length);
  }

  return {
    ...turn, game: computed(() => game), state, past, sending, at, done, onTrack, objection, begin,
    live: computed(() => true), me: computed(() => LEARNER), asked: computed(() => !done.value),
    log: signal([]), connection: signal("open"),
    presence: computed(() => ({ online: [...state.value.seats.keys()], watching: 0 })),
  };
}

/** The turns that a step accepts. */
const acceptedTurns = (step) => [step.turn, ...(step.or ?? [])].filter(Boolean);

/** The state that a server would send for a table with this view. */
function tableState(game, view, legal) {
  const seats = view.seats.map((_, seat) => (seat === LEARNER ? { name: t("lobby.you"), kind: "person" } : botSeat(seat, null)));
  const you = { seats: [LEARNER], host: false };
  const status = view.over ? "over" : "playing";
  return { game, view, legal, seats, you, status, options: {}, deadline: null, undo: false, takeback: null };
}
