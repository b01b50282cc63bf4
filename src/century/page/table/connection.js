// The connection to a table: it reconnects, and notices at once when the network is gone or the other end does not answer.
import { signal } from "../lib/ui.js";

const FIRST_DELAY = 300; // milliseconds before the first attempt to reconnect; the delay doubles each time
const LONGEST_DELAY = 8000;
const QUIET = 15_000; // milliseconds without a message before the page asks whether the server is still there
const ANSWER = 5000; // milliseconds that the answer may take
const REFUSED = new Set([401, 403, 404]); // for these answers there is no point in trying again

/**
 * `read()` reads the state by HTTP, `version()` is the latest known version, `receive(message)` gets the messages of the socket,
 * and `refused(error)` is called if the viewer may not see the table.
 */
export function createConnection({ path, read, version, receive, refused }) {
  const status = signal("connecting"); // then "open", "lost" or "refused"
  let socket = null;
  let closed = false;
  let delay = FIRST_DELAY;
  let retry = null; // the timer of the next attempt
  let watchdog = null; // the timer that asks a quiet server, or gives an unanswered socket up

  async function open() {
    clearTimeout(retry);
    drop();
    try {
      await read();
      if (!closed) connect();
    } catch (error) {
      if (!REFUSED.has(error.status)) return lose();
      status.value = "refused";
      refused(error);
    }
  }

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}${path}/socket?after=${version()}`);
    socket = mine;
    watchdog = setTimeout(lose, ANSWER);
    mine.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      listen();
      if (message.type === "state" || message.type === "synced") {
        status.value = "open";
        delay = FIRST_DELAY;
      }
      receive(message);
    };
    mine.onclose = () => { if (mine === socket) lose(); };
  }

  /** A message has arrived: ask again after a quiet time. */
  function listen() {
    clearTimeout(watchdog);
    watchdog = setTimeout(probe, QUIET);
  }

  /** Ask the server whether the version is current. A socket whose other end is gone gives no answer. */
  function probe() {
    clearTimeout(watchdog);
    if (!isOpen()) return;
    socket.send(JSON.stringify({ type: "sync", version: version() }));
    watchdog = setTimeout(lose, ANSWER);
  }

  function drop() {
    clearTimeout(watchdog);
    const old = socket;
    socket = null;
    old?.close();
  }

  /** The connection is lost: try again later. The delays differ, so that all pages do not come back at the same moment. */
  function lose() {
    if (closed) return;
    drop();
    status.value = "lost";
    clearTimeout(retry);
    retry = setTimeout(open, delay * (0.5 + Math.random()));
    delay = Math.min(2 * delay, LONGEST_DELAY);
  }

  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  const reopen = () => {
    delay = FIRST_DELAY;
    open();
  };
  const wake = () => { if (!document.hidden) probe(); }; // a device that has slept may have lost its connection
  addEventListener("offline", lose);
  addEventListener("online", reopen);
  addEventListener("visibilitychange", wake);

  function close() {
    closed = true;
    clearTimeout(retry);
    drop();
    removeEventListener("offline", lose);
    removeEventListener("online", reopen);
    removeEventListener("visibilitychange", wake);
  }

  return { status, open, close, isOpen, send: (message) => socket.send(JSON.stringify(message)) };
}
