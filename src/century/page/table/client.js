// The client side of one table: the state that the server sends, and the turn that is being staged.
import { Fault, get, newId, post } from "../lib/api.js";
import { animate } from "../lib/transitions.js";
import { createStagedTurn } from "./staged-turn.js";
import { batch, computed, signal } from "../lib/ui.js";
import { language } from "../lib/words.js";

const FIRST_DELAY = 300; // milliseconds before the first attempt to reconnect; the delay doubles each time
const LONGEST_DELAY = 8000;
const REFUSED = new Set([401, 403, 404]); // for these answers there is no point in trying again
const ANY_VERSION = new Set(["return", "stand-in", "ask-takeback", "rematch"]); // resent if the table has changed
const RESEND = 6000; // milliseconds to wait for the answer to a command before sending it again

const unfinished = new Map(); // turns staged at tables that were left: {decisions, choices} by table id

/** Open a table: connect, reconnect when the connection is lost, and return its signals and commands. */
export function openTable(id) {
  const path = `/api/tables/${id}`;
  const state = signal(null);
  const presence = signal({ online: [], watching: 0 });
  const connection = signal("connecting"); // then "open", "lost" or "refused"
  const log = signal([]); // the entries of GET /log
  const sending = signal(null); // the id of the command that waits for its answer
  const said = signal(null); // the last phrase of a player: {seat, phrase}
  const past = signal(null); // {decisions, view} of an earlier position; null shows the current one
  let ahead = 0; // seconds by which the server's clock is ahead of the browser's
  const waiting = new Map(); // commands without an answer, by id

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

  // The socket

  let socket = null;
  let closed = false;
  let delay = FIRST_DELAY;

  function connect() {
    if (closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${path}/socket?after=${state.value?.version ?? 0}`);
    socket.onmessage = ({ data }) => receive(JSON.parse(data));
    socket.onclose = () => {
      if (closed) return;
      connection.value = "lost";
      retryLater();
    };
  }

  function receive(message) {
    if (message.type === "presence") presence.value = message;
    else if (message.type === "state") update(message.state, message.events);
    else if (message.type === "said") said.value = message;
    else if (message.type === "error") settle(message.id, new Fault(409, message));
    if (message.type === "state" || message.type === "synced") {
      connection.value = "open";
      delay = FIRST_DELAY;
    }
  }

  /** Apply a newer state. The staged turn is kept unless a decision was made since. */
  function update(next, events = []) {
    const before = state.value;
    ahead = next.now - Date.now() / 1000;
    if (before && next.version < before.version) return;
    animate(() => batch(() => {
      state.value = next;
      if (before?.decisions !== next.decisions || !next.legal.length) turn.clear();
      turn.whys.value = {};
      if (!before) restoreStaged();
      for (const { id } of events) settle(id, null);
    }), past.value ? null : next.view);
    reading = reading.then(() => readLog(next)).catch(() => {}); // the next state reads it again
  }

  /** Stage the choices again that were made before the page was left, if no decision was made since. */
  function restoreStaged() {
    const { decisions, choices = [] } = unfinished.get(id) ?? {};
    unfinished.delete(id);
    if (decisions === state.value.decisions && asked.value) choices.forEach((tokens) => turn.stage(...tokens));
  }

  let reading = Promise.resolve();

  /** Read the new entries of the log, or all of them if decisions were taken back. */
  async function readLog({ view, decisions }) {
    const last = log.value.at(-1);
    const known = last ? last.before + last.tokens.length : 0;
    if (!view || known === decisions) return;
    const from = decisions > known ? known : 0;
    const read = await get(`${path}/log?after=${from}`);
    log.value = [...log.value.filter((entry) => entry.before < from), ...read];
    const end = read.length ? read.at(-1).before + read.at(-1).tokens.length : decisions;
    if (end < decisions) await readLog({ view, decisions }); // a response contains about 1,000 decisions
  }

  /** The server's time in seconds: deadlines are in it, and the clock of the device may be wrong. */
  const serverTime = () => Date.now() / 1000 + ahead;

  // Commands

  function settle(id, error) {
    const command = waiting.get(id);
    if (!command) return;
    waiting.delete(id);
    clearTimeout(command.timer);
    if (sending.value === id) sending.value = null;
    if (error) {
      if (error.body.state) update(error.body.state);
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
    if (socket?.readyState === WebSocket.OPEN) return socket.send(JSON.stringify(unanswered.body));
    try {
      const answer = await post(`${path}/commands`, unanswered.body);
      update(answer.state);
      settle(unanswered.id, null);
    } catch (error) {
      if (error.status) settle(unanswered.id, error); // without a connection the timer sends it again
    }
  }

  /** Say a phrase. It is not repeated if it is lost: a moment later it would make no sense. */
  const say = (phrase) => post(`${path}/say`, { phrase });

  /** The position after tokens, without what they would reveal. */
  function previewOf(tokens) {
    return post(`${path}/preview`, { tokens });
  }

  function askWhys(tokens) {
    const asked = new URLSearchParams([["language", language()], ...tokens.map((token) => ["tokens", token])]);
    return get(`${path}/why?${asked}`);
  }

  // Earlier positions

  async function stepTo(decisions) {
    const last = state.value.decisions;
    if (decisions >= last) return backToNow();
    const read = await get(`${path}/positions/${Math.max(0, decisions)}`);
    animate(() => { past.value = read; }, read.view);
  }

  const backToNow = () => animate(() => { past.value = null; }, state.value.view);

  async function open() {
    try {
      update(await get(path));
      connect();
    } catch (error) {
      const refused = REFUSED.has(error.status);
      if (refused) fault.value = error;
      connection.value = refused ? "refused" : "lost";
      if (!refused && !closed) retryLater();
    }
  }

  function retryLater() {
    setTimeout(open, delay);
    delay = Math.min(2 * delay, LONGEST_DELAY);
  }

  function close() {
    closed = true;
    if (turn.staged.value.length) unfinished.set(id, { decisions: state.value.decisions, choices: turn.choices() });
    socket?.close();
    for (const unanswered of waiting.values()) clearTimeout(unanswered.timer);
  }

  open();
  return {
    ...turn, id, path, game, state, presence, connection, log, sending, past, live, asked, me, said, say, serverTime, command,
    stepTo, backToNow, close,
  };
}
