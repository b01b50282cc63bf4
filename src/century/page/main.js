// The entry point: it renders the page that the address names.
import { Lobby } from "./pages/lobby.js";
import { NotFound } from "./pages/not-found.js";
import { Shell } from "./pages/shell.js";
import { TablePage } from "./pages/table.js";
import { extraPages, GAMES, gamesFault, gamesWithLessons, loaded } from "./lib/games.js";
import "./lib/dropped-record.js";
import { lazy, Loading } from "./lib/lazy.js";
import { route } from "./lib/router.js";
import { html, render } from "./lib/ui.js";
import { faultText, ready, t, wordsFault } from "./lib/words.js";

const PAGES = {
  table: TablePage,
  join: Lobby,
  rules: lazy(async () => (await import("./pages/rules.js")).Rules),
  lesson: lazy(async () => (await import("./pages/lesson.js")).Lesson),
  you: lazy(async () => (await import("./pages/you.js")).You),
  device: lazy(async () => (await import("./pages/device.js")).Device),
  replay: lazy(async () => (await import("./pages/replay.js")).Replay),
  games: lazy(async () => (await import("./pages/games.js")).Games),
  statistics: lazy(async () => (await import("./pages/statistics.js")).Statistics),
  ratings: lazy(async () => (await import("./pages/ratings.js")).Ratings),
  confirm: lazy(async () => (await import("./pages/mail-link.js")).Confirm),
  unsubscribe: lazy(async () => (await import("./pages/mail-link.js")).Unsubscribe),
};
const OF_A_GAME = new Set(["rules", "lesson"]); // "rules=GAME/ID"; without a game the first one is shown
const WITH_BOARD = new Set(["table", "lesson", "replay"]); // these pages use the whole width

/** Without its texts the page can only say this much, in English. It tries again by itself. */
const NoWords = () => html`<p class="fault loading" role="alert">No connection to the server. Trying again…</p>`;

const lazyPages = {}; // the pages that games add, by their key in the address

function App() {
  if (!ready.value) return wordsFault.value ? html`<${NoWords} />` : html`<${Loading} />`;
  if (gamesFault.value) return html`<p class="fault" role="alert">${faultText(gamesFault.value)}</p>`;
  if (!loaded.value) return html`<${Loading} />`;
  const at = route.value;
  const name = [...Object.keys(PAGES), ...Object.keys(extraPages())].find((page) => page in at);
  const Page = pageFor(name, at);
  return html`<${Shell} wide=${WITH_BOARD.has(name)}><${Page} key=${name + (at[name] ?? "")} at=${at} /></${Shell}>`;
}

function pageFor(name, at) {
  if (!name) return Object.keys(at).length ? NotFound : Lobby;
  if (name in PAGES) return OF_A_GAME.has(name) && !hasGame(name, at[name]) ? NotFound : PAGES[name];
  lazyPages[name] ??= lazy(async () => (await extraPages()[name].load()).default);
  return lazyPages[name];
}

/** Whether the game that an address names has such a page; without a name, whether any game has it. */
function hasGame(page, value) {
  const offered = page === "lesson" ? gamesWithLessons() : Object.keys(GAMES);
  const [game] = value.split("/");
  return game ? offered.includes(game) : offered.length > 0;
}

render(html`<${App} />`, document.getElementById("app"));
