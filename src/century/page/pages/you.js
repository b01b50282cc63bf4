// The page about the person: name, other devices, the download of all games, and being forgotten.
import { post, remove } from "../lib/api.js";
import { waitingForMe } from "../lib/my-games.js";
import { me, withPerson } from "../lib/person.js";
import { settings } from "../lib/settings.js";
import { GameList } from "../parts/game-list.js";
import { Notifications } from "../parts/notifications.js";
import { PersonHead } from "../parts/person-head.js";
import { QrCode } from "../parts/qr-code.js";
import { CopyLink } from "../parts/share-links.js";
import { UseCode } from "./device.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

export function You() {
  useEffect(() => { withPerson(); }, []);
  return html`<${PersonHead} current="you" />
    <div class="person">
      <div class="panel form">
        <label>${t("settings.name")}
          <input value=${settings.name.value} maxlength="40" placeholder=${t("lobby.guest")} autocomplete="nickname"
            onInput=${(e) => { settings.name.value = e.target.value; }} />
        </label>
        <p class="note">${t("you.known-by")}</p>
      </div>
      <${YourTurns} />
      <${Notifications} />
      <${OtherDevice} />
      <section class="panel" aria-label=${t("you.have-code")}><h2>${t("you.have-code")}</h2><${UseCode} /></section>
      <section class="panel" aria-label=${t("you.export")}>
        <h2>${t("you.export")}</h2><p>${t("you.export-lead")}</p>
        <a class="button" href="/api/me/export" download>${t("you.download")}</a>
      </section>
      ${me.value && html`<${ForgetMe} />`}
    </div>`;
}

/** The games that wait for the person. */
function YourTurns() {
  const games = waitingForMe.value;
  return html`<section class="panel mine" aria-label=${t("you.waiting")}>
    <h2>${t("you.waiting")}</h2>
    ${games.length ? html`<${GameList} games=${games} />` : html`<p>${t("you.no-turns")}</p>`}
  </section>`;
}

/** Move the person to another device by a code, a link or a QR code. */
function OtherDevice() {
  const made = useSignal(null);
  const fault = useSignal(null);
  const said = useSignal("");
  const attempt = (act) => async () => {
    fault.value = null;
    try {
      await withPerson();
      await act();
    } catch (error) {
      fault.value = error;
    }
  };
  const make = attempt(async () => { made.value = await post("/api/me/codes"); });
  const signOut = attempt(async () => {
    await post("/api/me/sign-out-others");
    said.value = t("you.signed-out");
  });
  return html`<section class="panel" aria-label=${t("you.device")}>
    <h2>${t("you.device")}</h2><p>${t("you.device-lead")}</p>
    ${made.value && html`<div class="invite">
      <${QrCode} rows=${made.value.qr} label=${t("waiting.qr")} />
      <div><p>${t("you.device-code")}</p><p class="code">${made.value.code}</p><${CopyLink} link=${made.value.link} /></div>
    </div>`}
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    <p role="status">${said.value}</p>
    <div class="row">
      <button type="button" class="button" onClick=${make}>${t("you.make-code")}</button>
      <button type="button" class="button" onClick=${signOut}>${t("you.sign-out")}</button>
    </div>
  </section>`;
}

/** Erase the person. The page asks twice, because nothing brings them back. */
function ForgetMe() {
  const asked = useSignal(0);
  const fault = useSignal(null);
  const forget = async () => {
    try {
      await remove("/api/me");
      settings.name.value = "";
      location.assign("/"); // with a new person
    } catch (error) {
      fault.value = error;
    }
  };
  const questions = ["you.forget-really", "you.forget-sure"];
  return html`<section class="panel" aria-label=${t("you.forget")}>
    <h2>${t("you.forget")}</h2><p>${t("you.forget-lead")}</p>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    ${asked.value === 0 && html`<button type="button" class="button" onClick=${() => { asked.value = 1; }}>${t("you.forget")}</button>`}
    ${asked.value > 0 && html`<p role="alert">${t(questions[asked.value - 1])}</p>
      <div class="row">
        <button type="button" class="button" onClick=${() => { asked.value = 0; }}>${t("you.keep")}</button>
        <button type="button" class="button danger" key=${asked.value}
          onClick=${() => (asked.value === 1 ? (asked.value = 2) : forget())}>${t(`you.forget-${asked.value === 1 ? "yes" : "now"}`)}</button>
      </div>`}
  </section>`;
}
