// The page begins here: which page the address asks for, and what all pages share.
import { GAMES } from "./games.js";
import { Lobby } from "./lobby.js";
import { Missing } from "./missing.js";
import { Shell } from "./shell.js";
import { TablePage } from "./table-page.js";
import { html, render, signal, useEffect } from "./ui.js";
import { place } from "./router.js";
import { ready } from "./words.js";

const PAGES = {
  table: TablePage,
  join: Lobby,
  rules: later(() => import("./rules.js"), "Rules"),
  lesson: later(() => import("./lesson.js"), "Lesson"),
  maps: later(() => import("./map-editor.js"), "Editor"),
};
const OF_A_GAME = new Set(["rules", "lesson"]); // the address names one, or none for the first
const WIDE = new Set(["table", "lesson"]); // pages with a board

/** A page that few visits need: it is fetched when it is asked for. */
function later(fetched, name) {
  const page = signal(null);
  return function Later(props) {
    useEffect(() => { fetched().then((module) => { page.value = module[name]; }); }, []);
    const Page = page.value;
    return Page ? html`<${Page} ...${props} />` : html`<p class="loading" aria-busy="true">…</p>`;
  };
}

function App() {
  if (!ready.value) return html`<p class="loading" aria-busy="true">…</p>`;
  const at = place.value;
  const name = Object.keys(PAGES).find((page) => page in at);
  const Page = pageAt(name, at);
  return html`<${Shell} wide=${WIDE.has(name)}><${Page} key=${name + (at[name] ?? "")} at=${at} /></${Shell}>`;
}

function pageAt(name, at) {
  const game = OF_A_GAME.has(name) && at[name].split("/")[0];
  if (game && !Object.hasOwn(GAMES, game)) return Missing;
  return PAGES[name] ?? (Object.keys(at).length ? Missing : Lobby);
}

render(html`<${App} />`, document.getElementById("app"));
