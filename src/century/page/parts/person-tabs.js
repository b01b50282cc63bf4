// The pages about the person, as a row of links.
import { link } from "../lib/router.js";
import { html } from "../lib/ui.js";
import { t } from "../lib/words.js";

const PAGES = ["you", "games", "statistics", "ratings"];

export function PersonTabs({ current }) {
  return html`<nav class="tabs" aria-label=${t("you.pages")}>${PAGES.map((page) => html`
    <a href=${link({ [page]: "" })} aria-current=${page === current ? "page" : undefined}>${t(`${page}.title`)}</a>`)}</nav>`;
}
