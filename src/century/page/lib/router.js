// The route is the part of the address after the #: "table=ID", "join=CODE", "rules=GAME/ID", "lesson=GAME&step=N",
// "device=CODE", "you", "games", "statistics", "ratings", "confirm=TOKEN",
// "unsubscribe=TOKEN", or the key of a page that a game adds.
import { signal } from "./ui.js";

// The server also sends this page for unknown paths, with status 404; the page then shows that nothing was found.
const read = () => (location.pathname === "/" ? Object.fromEntries(new URLSearchParams(location.hash.slice(1))) : { missing: "" });

export const route = signal(read());

addEventListener("hashchange", () => {
  route.value = read();
  scrollTo(0, 0);
});

/** Navigate to a page. */
export function go(where) {
  location.hash = new URLSearchParams(where).toString();
}

/** Replace the address without a history entry, such as when the old one contained a secret. */
export function replace(where) {
  history.replaceState(null, "", `#${new URLSearchParams(where)}`);
  route.value = read();
}

export const link = (where) => `/#${new URLSearchParams(where)}`;
