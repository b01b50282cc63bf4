// One table as this browser knows it: what the server says, and the turn being staged here.
import { Fault, get, newId, post } from "./api.js";
import { travel } from "./motion.js";
import { stageTurns } from "./staging.js";
import { batch, computed, signal } from "./ui.js";
import { language } from "./words.js";

const FIRST_WAIT = 300; // milliseconds until the first attempt to reconnect; each further one doubles
const LONGEST_WAIT = 8000;
const REFUSED = new Set([401, 403, 404]); // whoever is answered so need not try again
const ANYTIME = new Set(["return", "stand-in", "ask-takeback", "rematch"]); // meant whatever happened meanwhile
const PATIENCE = 6000; // milliseconds to wait for the answer to a command before asking again

const left = new Map(); // what was chosen at tables whose page was left in mid-turn: {decisions, choices} by their id

/** Open a table: connect, stay connected, and return its signals and what can be done with it. */
export function openTable(id) {
  const path = `/api/tables/${id}`;
  const state = signal(null);
  const presence = signal({ online: [], watching: 0 });
  const connection = signal("connecting"); // open, lost, refused
  const log = signal([]); // entries of /log
  const sending = signal(null); // a command that waits for its answer
  const past = signal(null); // {decisions, view}: the moment looked at, unless it is now
  const waiting = new Map(); // commands that wait, by their id

  const game = computed(() => state.value?.game);
  const live = computed(() => past.value === null);
  const asked = computed(() => state.value?.status === "playing" && state.value.legal.length > 0);

  const me = computed(() => {
    const mine = state.value?.you.seats ?? [];
    const seat = state.value?.view?.seat;
    return mine.includes(seat) ? seat : mine[0] ?? null;
  });
  const turn = stageTurns({ state, past, sending, look, send: (tokens) => command("move", { tokens }).catch(() => {}), askWhys });
  const { fault } = turn;

  // The socket

  let socket = null;
  let closed = false;
  let wait = FIRST_WAIT;

  function connect() {
    if (closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${path}/socket?after=${state.value?.version ?? 0}`);
    socket.onmessage = ({ data }) => receive(JSON.parse(data));
    socket.onclose = () => {
      if (closed) return;
      connection.value = "lost";
      openLater();
    };
  }

  function receive(message) {
    if (message.type === "presence") presence.value = message;
    else if (message.type === "state") update(message.state, message.events);
    else if (message.type === "error") settle(message.id, new Fault(409, message));
    if (message.type === "state" || message.type === "synced") {
      connection.value = "open";
      wait = FIRST_WAIT;
    }
  }

  /** Take over a newer state; a turn staged on an older one goes on if it is still possible. */
  function update(next, events = []) {
    const before = state.value;
    if (before && next.version < before.version) return;
    travel(() => batch(() => {
      state.value = next;
      if (before?.decisions !== next.decisions || !next.legal.length) turn.clear();
      turn.whys.value = {};
      if (!before) takeUp();
      for (const { id } of events) settle(id, null);
    }), past.value ? null : next.view);
    reading = reading.then(() => readOn(next)).catch(() => {}); // the next change reads it again
  }

  /** Choose again what was chosen when one left for another page, if nothing has happened since. */
  function takeUp() {
    const { decisions, choices = [] } = left.get(id) ?? {};
    left.delete(id);
    if (decisions === state.value.decisions && asked.value) choices.forEach((tokens) => turn.stage(...tokens));
  }

  let reading = Promise.resolve();

  /** Read what the log has more; all of it anew if something was taken back. */
  async function readOn({ view, decisions }) {
    const last = log.value.at(-1);
    const known = last ? last.before + last.tokens.length : 0;
    if (!view || known === decisions) return;
    const from = decisions > known ? known : 0;
    const read = await get(`${path}/log?after=${from}`);
    log.value = [...log.value.filter((entry) => entry.before < from), ...read];
  }

  // Commands

  function settle(id, error) {
    const command = waiting.get(id);
    if (!command) return;
    waiting.delete(id);
    clearTimeout(command.timer);
    if (sending.value === id) sending.value = null;
    if (error) {
      if (error.body.state) update(error.body.state);
      if (error.code === "stale-move" && ANYTIME.has(command.body.type)) return again(command);
      fault.value = error;
      command.reject(error);
    } else command.resolve();
  }

  /** Send a command until it is answered; it is carried out once, however often it is sent. */
  function command(type, fields = {}) {
    const id = newId();
    const body = { type, id, version: state.value.version, ...fields };
    const done = new Promise((resolve, reject) => waiting.set(id, { id, body, resolve, reject }));
    sending.value = id;
    send(waiting.get(id));
    return done;
  }

  function again(command) {
    command.body.version = state.value.version;
    waiting.set(command.id, command);
    send(command);
  }

  async function send(unanswered) {
    unanswered.timer = setTimeout(() => send(unanswered), PATIENCE);
    if (socket?.readyState === WebSocket.OPEN) return socket.send(JSON.stringify(unanswered.body));
    try {
      const answer = await post(`${path}/commands`, unanswered.body);
      update(answer.state);
      settle(unanswered.id, null);
    } catch (error) {
      if (error.status) settle(unanswered.id, error); // else there is no connection: the timer asks again
    }
  }

  /** What would come of tokens; what they would turn up is left out. */
  function look(tokens) {
    return post(`${path}/preview`, { tokens });
  }

  function askWhys(tokens) {
    const asked = new URLSearchParams([["language", language()], ...tokens.map((token) => ["tokens", token])]);
    return get(`${path}/why?${asked}`);
  }

  // Looking back

  async function stepTo(decisions) {
    const last = state.value.decisions;
    if (decisions >= last) return backToNow();
    const read = await get(`${path}/positions/${Math.max(0, decisions)}`);
    travel(() => { past.value = read; }, read.view);
  }

  const backToNow = () => travel(() => { past.value = null; }, state.value.view);

  async function open() {
    try {
      update(await get(path));
      connect();
    } catch (error) {
      const refused = REFUSED.has(error.status);
      if (refused) fault.value = error;
      connection.value = refused ? "refused" : "lost";
      if (!refused && !closed) openLater();
    }
  }

  function openLater() {
    setTimeout(open, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT);
  }

  function close() {
    closed = true;
    if (turn.staged.value.length) left.set(id, { decisions: state.value.decisions, choices: turn.choices() });
    socket?.close();
    for (const unanswered of waiting.values()) clearTimeout(unanswered.timer);
  }

  open();
  return {
    ...turn, id, path, game, state, presence, connection, log, sending, past, live, asked, me, command, stepTo, backToNow, close,
  };
}
