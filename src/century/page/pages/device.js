// The page behind the link for another device: this device becomes one of the person who made the link.
import { post } from "../lib/api.js";
import { reload, withPerson } from "../lib/person.js";
import { go, link, replace } from "../lib/router.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

let code = ""; // from the address, where the secret must not stay

export function Device({ at }) {
  const fault = useSignal(null);
  if (at.device) code = at.device;
  useEffect(() => { if (at.device) replace({ device: "" }); }, []);
  const use = async (replacing) => {
    fault.value = null;
    try {
      await withPerson();
      await post("/api/me/device", { code, replace: replacing });
      await reload();
      go({ games: "" });
    } catch (error) {
      fault.value = error;
    }
  };
  const hasGames = fault.value?.code === "has-games";
  return html`<section class="panel narrow">
    <h1>${t("you.move")}</h1>
    <p>${t("you.move-lead")}</p>
    ${fault.value && html`<p class=${hasGames ? "" : "fault"} role="alert">${faultText(fault.value)}</p>`}
    <div class="row">
      ${hasGames ? html`<button type="button" class="button danger" onClick=${() => use(true)}>${t("you.replace")}</button>`
    : html`<button type="button" class="button primary" disabled=${!code} onClick=${() => use(false)}>${t("you.use-code")}</button>`}
      <a class="button" href=${link({ you: "" })}>${t("you.title")}</a>
    </div>
  </section>`;
}
