// Requests to the server.
import { signal } from "./ui.js";

/** Whether the last request reached the server. */
export const reachable = signal(true);

/** An error answer of the server, with its stable code. */
export class Fault extends Error {
  constructor(status, body) {
    super(body.message ?? `error ${status}`);
    this.status = status;
    this.code = body.code ?? "server-fault";
    this.body = body;
  }
}

async function request(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    reachable.value = false;
    throw new Fault(0, { code: "no-connection", message: "no connection to the server" });
  }
  reachable.value = true;
  const read = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Fault(answer.status, read);
  return read;
}

export const get = (path) => request("GET", path);
export const post = (path, body) => request("POST", path, body);
export const patch = (path, body) => request("PATCH", path, body);
export const remove = (path) => request("DELETE", path);

const ATTEMPTS = 5;
const PAUSE = 1000; // milliseconds before a request is repeated

/** Send a request with an id until the server answers. The server executes an id once, so a lost answer does no harm. */
export async function postOnce(path, body) {
  const sent = { id: newId(), ...body };
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(path, sent);
    } catch (fault) {
      if (fault.status || attempt === ATTEMPTS) throw fault;
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
  }
}

/** A random id for a command. */
export const newId = () => crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), "");
