// One table as this browser knows it: what the server says, and the turn being staged here.
import { Fault, get, newId, post } from "./api.js";
import { batch, computed, signal } from "./ui.js";
import { language } from "./words.js";
import { settings } from "./settings.js";
import { travel } from "./motion.js";

const FIRST_WAIT = 300; // milliseconds until the first attempt to reconnect; each further one doubles
const LONGEST_WAIT = 8000;
const PATIENCE = 6000; // milliseconds to wait for the answer to a command before asking again

/** Open a table: connect, stay connected, and return its signals and what can be done with it. */
export function openTable(id) {
  const path = `/api/tables/${id}`;
  const state = signal(null);
  const presence = signal({ online: [], watching: 0 });
  const connection = signal("connecting"); // open, lost, refused
  const fault = signal(null); // the last thing that was refused
  const log = signal([]); // entries of /log
  const staged = signal([]); // tokens chosen in this turn and not sent yet
  const preview = signal(null); // what would come of them
  const sending = signal(null); // a command that waits for its answer
  const past = signal(null); // {decisions, view}: the moment looked at, unless it is now
  const whys = signal({}); // why what is not legal now is not
  const waiting = new Map(); // commands that wait, by their id

  const game = computed(() => state.value?.game);
  const live = computed(() => past.value === null);
  const asked = computed(() => state.value?.status === "playing" && state.value.legal.length > 0);

  /** What the board shows, and what may be chosen on it. */
  const shown = computed(() => {
    const now = state.value;
    if (!now?.view) return null;
    if (past.value) return { view: past.value.view, legal: [] };
    const ahead = preview.value;
    if (!staged.value.length || !ahead) return { view: now.view, legal: sending.value ? [] : now.legal };
    return { view: viewAhead(ahead), legal: sending.value ? [] : ahead.legal };
  });
  // Where something hidden would be revealed, only the seats are known: the rest stays.
  const viewAhead = (ahead) => ahead.view ?? { ...state.value.view, seats: ahead.seats };
  const complete = computed(() => staged.value.length > 0 && Boolean(preview.value?.turn_over));
  const me = computed(() => {
    const mine = state.value?.you.seats ?? [];
    const seat = state.value?.view?.seat;
    return mine.includes(seat) ? seat : mine[0] ?? null;
  });

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
      setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
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
    const own = events.map((event) => waiting.get(event.id)).filter(Boolean);
    travel(() => batch(() => {
      state.value = next;
      if (before?.decisions !== next.decisions || !next.legal.length) {
        staged.value = [];
        preview.value = null;
      }
      whys.value = {};
    }), past.value ? null : next.view);
    for (const command of own) settle(command.id, null);
    refreshLog(before, next);
  }

  async function refreshLog(before, next) {
    const entries = log.value;
    const known = entries.length ? entries.at(-1).before + entries.at(-1).tokens.length : 0;
    if (!next.view || known === next.decisions) return;
    const from = before && next.decisions > known ? known : 0;
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
      fault.value = error;
      if (error.body.state) update(error.body.state);
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

  // Staging a turn

  async function look(tokens) {
    return post(`${path}/preview`, { tokens });
  }

  /** Choose tokens on top of those chosen; a whole turn is sent at once if that is wished. */
  const stage = (...tokens) => inOrder(() => stageNow(tokens));
  const takeBack = (count = 1) => inOrder(() => takeBackNow(count));

  let last = Promise.resolve();
  const inOrder = (step) => (last = last.then(step)); // quick clicks build on each other

  async function stageNow(tokens) {
    const wanted = [...staged.value, ...tokens];
    try {
      const ahead = await look(wanted);
      travel(() => batch(() => {
        fault.value = null;
        staged.value = wanted;
        preview.value = ahead;
        whys.value = {};
      }), viewAhead(ahead));
      if (ahead.turn_over && !settings.confirm.value) await confirm();
    } catch (error) {
      fault.value = error;
    }
  }

  /** Take back the last so many chosen tokens. */
  async function takeBackNow(count) {
    const wanted = staged.value.slice(0, -count);
    const ahead = wanted.length ? await look(wanted) : null;
    travel(() => batch(() => {
      staged.value = wanted;
      preview.value = ahead;
      whys.value = {};
    }), ahead ? viewAhead(ahead) : state.value.view);
  }

  const confirm = () => command("move", { tokens: staged.value }).catch(() => {});

  /** The ways to go on with something: stop now, or once more, twice more: [{times, tokens, cubes}]. */
  async function ladder(again, enough) {
    const rungs = [];
    const { seat } = shown.value.view;
    for (let more = []; ; more = [...more, again]) {
      const ahead = more.length ? await look([...staged.value, ...more]) : { ...shown.value, seats: shown.value.view.seats };
      const stop = ahead.legal.includes(enough) ? [enough] : [];
      rungs.push({ times: rungs.length + 1, tokens: [...more, ...stop], cubes: ahead.seats[seat].cubes });
      if (!ahead.legal.includes(again)) return rungs;
    }
  }

  async function loadWhys() {
    const asked = new URLSearchParams([["language", language()], ...staged.value.map((token) => ["tokens", token])]);
    whys.value = await get(`${path}/why?${asked}`);
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
      fault.value = error;
      connection.value = error.status ? "refused" : "lost";
      if (!error.status && !closed) setTimeout(open, LONGEST_WAIT / 4);
    }
  }

  function close() {
    closed = true;
    socket?.close();
    for (const unanswered of waiting.values()) clearTimeout(unanswered.timer);
  }

  open();
  return {
    id, path, game, state, presence, connection, fault, log, staged, preview, sending, past, live, asked, shown,
    complete, me, whys, command, stage, takeBack, confirm, ladder, loadWhys, stepTo, backToNow, close,
  };
}
