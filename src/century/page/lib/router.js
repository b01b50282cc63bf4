// The route is the part of the address after the #: "table=ID" with "at=DECISIONS" for a moment of it, "join=CODE", "rules=GAME/ID", "lesson=GAME&step=N",
// "replay=RECORD&at=DECISIONS", "device=CODE", "you", "games", "statistics", "ratings", "confirm=TOKEN",
// "unsubscribe=TOKEN", or the key of a page that a game adds.
import { signal } from "./ui.js";

// Links to invite and to watch have a path, for which the server sends a link preview. Their route is in the fragment like all
// others; without one, the path of a table is a route as well.
const [, previewed] = /^\/(?:invite\/[\w-]+|table\/(\w+))$/.exec(location.pathname) ?? [null, null];
if (previewed !== null) history.replaceState(null, "", `/${location.hash || (previewed ? `#table=${previewed}` : "")}`);

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

/** Write the moment of a replay into the address, unless the address has left the table meanwhile. No page is rendered again. */
export function replaceMoment(table, decisions) {
  const at = new URLSearchParams(location.hash.slice(1));
  const moment = decisions === undefined ? null : String(decisions);
  if (at.get("table") !== table || at.get("at") === moment) return;
  history.replaceState(null, "", link({ table, ...(moment !== null && { at: moment }) }));
}

export const link = (where) => `/#${new URLSearchParams(where)}`;
