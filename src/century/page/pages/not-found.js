// The page for an address that leads nowhere.
import { link } from "../lib/router.js";
import { html } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

/** Says what was not found, by default the page itself, and links to the lobby. */
export function NotFound({ title = t("missing.page"), text = faultText({ code: "not-found" }) }) {
  return html`<section class="panel narrow"><h1>${title}</h1><p>${text}</p>
    <a class="button primary" href=${link({})}>${t("table.lobby")}</a></section>`;
}
