// The client side of one table: the state that the server sends, and the turn that is being staged.
import { Fault, get, newId, post } from "../lib/api.js";
import { soundOfMove } from "../lib/sounds.js";
import { animate } from "../lib/transitions.js";
import { batch, computed, signal } from "../lib/ui.js";
import { language } from "../lib/words.js";
import { createConnection } from "./connection.js";
import { createPace } from "./pace.js";
import { createPlayback, momentLinkOf, readTurnsOf } from "./playback.js";
import { readRecordOf } from "./review.js";
import { createStagedTurn } from "./staged-turn.js";

const ANY_VERSION = new Set(["return", "stand-in", "resign", "ask-takeback", "ask-stand-in", "rematch"]); // resent if the table has changed
const NEWS = new Set(["resigned", "takeback-refused", "stand-in-refused"]); // events that are told to the others
const RESEND = 6000; // milliseconds to wait for the answer to a command before sending it again
const PREVIEW = 4000; // milliseconds to wait for a preview before asking by a request
const UNDECIDED = new Set(["outcome-unknown", "not-saved"]); // the database did not answer: repeated with the same id
const REPEAT = 1000; // milliseconds before that

const unfinished = new Map(); // turns staged at tables that were left: {decisions, choices} by table id

/** Open a table: connect, reconnect when the connection is lost, and return its signals and commands. */
export function openTable(id) {
  const path = `/api/tables/${id}`;
  const state = signal(null);
  const presence = signal({ online: [], watching: 0 });
  const log = signal([]); // the entries of GET /log
  const sending = signal(null); // the id of the command that waits for its answer
  const said = signal(null); // the last phrase of a player, {seat, phrase}, or something else that they have done, {seat, news}
  const past = signal(null); // {decisions, view} of an earlier position; null shows the current one
  let ahead = 0; // seconds by which the server's clock is ahead of the page's; that one runs evenly even if somebody sets the time
  let newest = 0; // the version of the latest state that has arrived; the page may still show an earlier one
  const waiting = new Map(); // commands without an answer, by id
  const previews = new Map(); // requests for previews without an answer, by id

  const game = computed(() => state.value?.game);
  const live = computed(() => past.value === null);
  const asked = computed(() => state.value?.status === "playing" && state.value.legal.length > 0);

  const me = computed(() => {
    const mine = state.value?.you.seats ?? [];
    const seat = state.value?.view?.seat;
    return mine.includes(seat) ? seat : mine[0] ?? null;
  });
  const play = (tokens) => command("move", { tokens }).catch(() => {}); // `fault` has the error
  const turn = createStagedTurn({ state, past, sending, previewOf, send: play, askWhys });
  const { fault } = turn;
  const pace = createPace(({ next, events, entries }) => update(next, events, entries));

  // The connection

  const connection = createConnection({
    path,
    read: async () => updateNow(await get(path)),
    version: () => newest,
    receive,
    refused: (error) => { fault.value = error; },
  });

  function receive(message) {
    if (message.type === "presence") presence.value = message;
    else if (message.type === "state") arrive(message.state, message.events, message.log);
    else if (message.type === "preview") settlePreview(message.id, "resolve", message);
    else if (message.type === "said") said.value = message;
    else if (message.type === "error") {
      settlePreview(message.id, "reject", new Fault(409, message));
      settle(message.id, new Fault(409, message));
    }
  }

  /** Show a state that the server has sent: the turn of a bot at the pace of the settings, anything else at once. */
  function arrive(next, events, entries) {
    setTime(next);
    newest = Math.max(newest, next.version);
    const { kind, seat } = events.at(-1) ?? {}; // several events come at once after the connection was lost for a moment
    const byBot = state.value !== null && kind === "moved" && Boolean(next.seats[seat].level);
    if (events.some(({ id }) => waiting.has(id))) pace.flush();
    pace.add({ next, events, entries }, byBot);
  }

  const setTime = ({ now }) => { ahead = now - performance.now() / 1000; };

  /** Show a state that answers a request. */
  function updateNow(next) {
    setTime(next);
    pace.flush();
    update(next);
  }

  /** Apply a newer state. The staged turn is kept unless a decision was made since. */
  function update(next, events = [], entries = []) {
    const before = state.value;
    newest = Math.max(newest, next.version);
    if (before && next.version < before.version) return;
    if (before && next.decisions < before.decisions) positions.clear();
    soundOfMove(before, next, events);
    for (const event of events) tell(event, before);
    animate(() => batch(() => {
      state.value = next;
      if (before?.decisions !== next.decisions || !next.legal.length) turn.clear();
      turn.whys.value = {};
      if (!before) restoreStaged();
      for (const { id } of events) settle(id, null);
    }), past.value ? null : next.view);
    reading = reading.then(() => readLog(next, entries)).catch(() => {}); // the next state reads it again
  }

  /** Tell what another player has done beside playing. */
  function tell({ kind, seat, seats = [seat] }, before) {
    const by = seats[0];
    if (NEWS.has(kind) && !state.value?.you.seats.includes(by) && before?.takeback?.seat !== by) said.value = { seat: by, news: kind };
  }

  /** Stage the choices again that were made before the page was left, if no decision was made since. */
  function restoreStaged() {
    const { decisions, choices = [] } = unfinished.get(id) ?? {};
    unfinished.delete(id);
    if (decisions === state.value.decisions && asked.value) choices.forEach((tokens) => turn.stage(...tokens));
  }

  let reading = Promise.resolve();

  const knownDecisions = () => {
    const last = log.value.at(-1);
    return last ? last.before + last.tokens.length : 0;
  };

  /** Add the new entries of the log; read what is missing, or everything if decisions were taken back. */
  async function readLog({ view, decisions }, entries = []) {
    for (const entry of entries) {
      if (entry.before > knownDecisions()) break;
      log.value = [...log.value.filter(({ before }) => before < entry.before), entry];
    }
    const known = knownDecisions();
    if (!view || known === decisions) return;
    const from = decisions > known ? known : 0;
    const read = await get(`${path}/log?after=${from}`);
    log.value = [...log.value.filter((entry) => entry.before < from), ...read];
    const end = read.length ? read.at(-1).before + read.at(-1).tokens.length : decisions;
    if (end < decisions) await readLog({ view, decisions }); // a response contains about 1,000 decisions
  }

  /** The server's time in seconds: deadlines are in it, and the clock of the device may be wrong. */
  const serverTime = () => performance.now() / 1000 + ahead;

  // Commands

  function settle(id, error) {
    const command = waiting.get(id);
    if (!command) return;
    clearTimeout(command.timer);
    if (error && UNDECIDED.has(error.code)) {
      command.timer = setTimeout(() => send(command), REPEAT);
      return;
    }
    waiting.delete(id);
    if (sending.value === id) sending.value = null;
    if (error) {
      if (error.body.state) updateNow(error.body.state);
      if (error.code === "stale-move" && ANY_VERSION.has(command.body.type)) return resend(command);
      fault.value = error;
      command.reject(error);
    } else command.resolve();
  }

  /** Send a command until it is answered. The server executes it once, even if it arrives several times. */
  function command(type, fields = {}) {
    const id = newId();
    const body = { type, id, version: state.value.version, ...fields };
    const done = new Promise((resolve, reject) => waiting.set(id, { id, body, resolve, reject }));
    sending.value = id;
    send(waiting.get(id));
    return done;
  }

  function resend(command) {
    command.body.version = state.value.version;
    waiting.set(command.id, command);
    send(command);
  }

  async function send(unanswered) {
    unanswered.timer = setTimeout(() => send(unanswered), RESEND);
    if (connection.isOpen()) return connection.send(unanswered.body);
    try {
      const answer = await post(`${path}/commands`, unanswered.body);
      updateNow(answer.state);
      settle(unanswered.id, null);
    } catch (error) {
      if (error.status) settle(unanswered.id, error); // without a connection the timer sends it again
    }
  }

  /** Say a phrase. It is not repeated if it is lost: a moment later it would make no sense. */
  const say = (phrase) => post(`${path}/say`, { phrase });

  /**
   * The position after tokens, without what they would reveal; `{ view: false }` asks only what is legal there. The socket answers
   * faster than a request.
   */
  function previewOf(tokens, fields = {}) {
    const body = { tokens, ...fields };
    if (!connection.isOpen()) return post(`${path}/preview`, body);
    const id = newId();
    const timer = setTimeout(() => previewByRequest(id), PREVIEW);
    const done = new Promise((resolve, reject) => previews.set(id, { body, timer, resolve, reject }));
    connection.send({ type: "preview", id, ...body });
    return done;
  }

  function settlePreview(id, how, value) {
    const unanswered = previews.get(id);
    if (!unanswered) return;
    previews.delete(id);
    clearTimeout(unanswered.timer);
    unanswered[how](value);
  }

  /** Ask by a request for a preview that the socket has not answered. */
  function previewByRequest(id) {
    post(`${path}/preview`, previews.get(id).body)
      .then((preview) => settlePreview(id, "resolve", preview), (error) => settlePreview(id, "reject", error));
  }

  function askWhys(tokens) {
    const asked = new URLSearchParams([["language", language()], ...tokens.map((token) => ["tokens", token])]);
    return get(`${path}/why?${asked}`);
  }

  // Earlier positions

  const positions = new Map(); // the positions that were read, by the number of decisions
  let wanted = null; // the position that was asked for last; a slower answer is not shown

  async function stepTo(decisions) {
    wanted = Math.max(0, decisions);
    if (wanted >= state.value.decisions) return backToNow();
    const own = wanted;
    if (!positions.has(own)) positions.set(own, await get(`${path}/positions/${own}`));
    const read = positions.get(own);
    if (wanted === own) await animate(() => { past.value = read; }, read.view);
  }

  function backToNow() {
    wanted = null;
    return animate(() => { past.value = null; }, state.value.view);
  }

  function close() {
    if (turn.staged.value.length) unfinished.set(id, { decisions: state.value.decisions, choices: turn.choices() });
    connection.close();
    playback.pause();
    playback.review.close();
    for (const unanswered of [...waiting.values(), ...previews.values()]) clearTimeout(unanswered.timer);
  }

  const momentLink = () => momentLinkOf(path, id, past.value?.decisions ?? state.value.decisions);
  const playback = createPlayback({ log, past, state, stepTo }, readTurnsOf(path), readRecordOf(path));
  connection.open();
  return {
    ...turn, id, path, game, state, presence, connection: connection.status, log, sending, past, live, asked, me, said, say,
    serverTime, command, stepTo, backToNow, close, playback, momentLink, acting: pace.acting, skip: pace.flush,
  };
}
