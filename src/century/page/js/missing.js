// Where nothing is: what somebody sees who followed a wrong address.
import { link } from "./router.js";
import { html } from "./ui.js";
import { faultText, t } from "./words.js";

/** Says that there is no such page, or what else is missing and why, and the way on. */
export function Missing({ title = t("missing.page"), fault = { code: "not-found" } }) {
  return html`<section class="panel narrow"><h1>${title}</h1><p>${faultText(fault)}</p>
    <a class="button primary" href=${link({})}>${t("table.lobby")}</a></section>`;
}
