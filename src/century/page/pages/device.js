// The page behind the link for another device: this device becomes one of the person who made the link.
import { post } from "../lib/api.js";
import { reload, withPerson } from "../lib/person.js";
import { go, link, replace } from "../lib/router.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

let code = ""; // from the address, where the secret must not stay

/** Without a code, such as after the page was loaded again, one can enter it. */
export function Device({ at }) {
  if (at.device) code = at.device;
  useEffect(() => { if (at.device) replace({ device: "" }); }, []);
  return html`<section class="panel narrow">
    <h1>${t("you.move")}</h1>
    <p>${t("you.move-lead")}</p>
    <${UseCode} key=${code} code=${code} />
    <p><a class="button" href=${link({ you: "" })}>${t("you.title")}</a></p>
  </section>`;
}

/** The form with a code from another device. It asks again if the person of this device has games. */
export function UseCode({ code: given = "" }) {
  const code = useSignal(given);
  const fault = useSignal(null);
  const hasGames = fault.value?.code === "has-games";
  const use = async (event) => {
    event.preventDefault();
    fault.value = null;
    try {
      await withPerson();
      await post("/api/me/device", { code: code.value.toUpperCase().replace(/[^A-Z\d]/g, ""), replace: hasGames });
      await reload();
      go({ games: "" });
    } catch (error) {
      fault.value = error;
    }
  };
  const enter = (event) => {
    code.value = event.target.value;
    fault.value = null;
  };
  return html`<form class="join" onSubmit=${use}>
    <label>${t("you.code")}<input class="code" value=${code.value} required maxlength="40" autocapitalize="characters"
      autocomplete="off" spellcheck="false" onInput=${enter} /></label>
    ${fault.value && html`<p class=${hasGames ? "" : "fault"} role="alert">${faultText(fault.value)}</p>`}
    <button class=${`button ${hasGames ? "danger" : "primary"}`}>${t(hasGames ? "you.replace" : "you.use-code")}</button>
  </form>`;
}
