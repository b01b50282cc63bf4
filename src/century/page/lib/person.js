// The person who uses this browser. Their secret is in a cookie that scripts cannot read.
import { get, patch, post } from "./api.js";
import { settings } from "./settings.js";
import { batch, effect, signal } from "./ui.js";

const PAUSE = 800; // milliseconds without a key press before a new name is sent
const RETRY = 2000;

/** The answer of GET /api/me; null until it has arrived. */
export const me = signal(null);

localStorage.removeItem("century-tables"); // earlier versions kept the list of tables here

/** Show a person: their name is the one in the settings. A name that was typed before the first visit is kept. */
function show(person) {
  me.value = person;
  if (person.name) settings.name.value = person.name;
}

/** Ask who this is. At the first visit the server makes a new person, without asking anything. */
async function arrive() {
  try {
    show(await post("/api/me"));
  } catch (fault) {
    if (fault.status) throw fault;
    await new Promise((resolve) => { setTimeout(resolve, RETRY); });
    await arrive();
  }
}

let arriving = null;

/** Wait until the browser has its cookie. Requests that need a person wait for this. */
export function withPerson() {
  arriving ??= arrive().catch(() => { arriving = null; });
  return arriving;
}

/** Read the person again after the device has changed hands: the name of the last person is not theirs. */
export async function reload() {
  const person = await get("/api/me");
  batch(() => {
    settings.name.value = person.name ?? "";
    me.value = person;
  });
}

/** Change the person's settings. */
export async function change(fields) {
  me.value = await patch("/api/me", fields);
}

let timer = null;

effect(() => {
  const name = settings.name.value.trim();
  clearTimeout(timer);
  if (!me.value || name === (me.value.name ?? "")) return;
  timer = setTimeout(() => change({ name: name || null }).catch(() => {}), PAUSE);
});

withPerson();
