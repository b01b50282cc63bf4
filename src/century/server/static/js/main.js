// The page begins here: which page the address asks for, and what all pages share.
import { Editor } from "./map-editor.js";
import { Lesson } from "./lesson.js";
import { Lobby } from "./lobby.js";
import { Rules } from "./rules.js";
import { Shell } from "./shell.js";
import { TablePage } from "./table-page.js";
import { html, render } from "./ui.js";
import { place } from "./router.js";
import { ready } from "./words.js";

const PAGES = { table: TablePage, join: Lobby, rules: Rules, lesson: Lesson, maps: Editor };

function App() {
  if (!ready.value) return html`<p class="loading" aria-busy="true">…</p>`;
  const at = place.value;
  const name = Object.keys(PAGES).find((page) => page in at);
  const Page = PAGES[name] ?? Lobby;
  return html`<${Shell} wide=${name === "table"}><${Page} key=${name + (at[name] ?? "")} at=${at} /></${Shell}>`;
}

render(html`<${App} />`, document.getElementById("app"));
