// The address behind the #: "table=ID", "join=CODE", "rules=GAME/ID", "lesson=GAME&step=N", "maps=TEXT".
import { signal } from "./ui.js";

// Anywhere but at "/" there is nothing: the server sends the page all the same, so that it says so.
const read = () => (location.pathname === "/" ? Object.fromEntries(new URLSearchParams(location.hash.slice(1))) : { missing: "" });

export const place = signal(read());

addEventListener("hashchange", () => {
  place.value = read();
  scrollTo(0, 0);
});

/** Go to a page. */
export function go(where) {
  location.hash = new URLSearchParams(where).toString();
}

/** Change the address without leaving a trace of the old one: it held a secret, or was in passing. */
export function replace(where) {
  history.replaceState(null, "", `#${new URLSearchParams(where)}`);
  place.value = read();
}

export const link = (where) => `/#${new URLSearchParams(where)}`;
