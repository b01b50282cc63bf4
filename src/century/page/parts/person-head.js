// The top of the pages about the person: a scene with the title, and links to the other pages.
import { FrontScene } from "./art/front-scene.js";
import { link } from "../lib/router.js";
import { html } from "../lib/ui.js";
import { t } from "../lib/words.js";

const PAGES = ["you", "games", "statistics", "ratings"];

export function PersonHead({ current }) {
  return html`<header class="person-head"><div class="person-scene" aria-hidden="true"><${FrontScene} /></div><h1>${t(`${current}.title`)}</h1></header>
    <nav class="tabs" aria-label=${t("you.pages")}>${PAGES.map((page) => html`
      <a key=${page} href=${link({ [page]: "" })} aria-current=${page === current ? "page" : undefined}>${t(`${page}.title`)}</a>`)}</nav>`;
}
