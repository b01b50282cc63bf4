// The frame around every page: header with the menu, footer, and the settings dialog.
import { Checkbox } from "../parts/checkbox.js";
import { Dialog } from "../parts/dialog.js";
import { extraPages, gamesWithLessons } from "../lib/games.js";
import { waitingForMe } from "../lib/my-games.js";
import { link } from "../lib/router.js";
import { settings } from "../lib/settings.js";
import { OfflineNotice } from "../parts/offline-notice.js";
import { NotifySetting } from "../parts/notify-setting.js";
import { PACES } from "../table/pace.js";
import { html, useSignal } from "../lib/ui.js";
import { LANGUAGES, language, t } from "../lib/words.js";

export function Shell({ wide, children }) {
  const open = useSignal(false);
  return html`
    <a class="skip" href="#main" onClick=${skip}>${t("app.skip")}</a>
    <header class=${wide ? "head compact" : "head"}>
      <a class="brand" href=${link({})}><img src="/static/icon.svg" alt="" width="28" height="28" />${t("app.title")}</a>
      <nav aria-label=${t("app.menu")}>
        <button type="button" class="plain menu-button" popovertarget="pages" aria-label=${t("app.menu")} title=${t("app.menu")}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 6h18M3 12h18M3 18h18" /></svg></button>
        <div id="pages" class="pages" popover onClick=${(event) => event.currentTarget.hidePopover()}>
          ${wide && html`<a class="to-lobby" href=${link({})}>${t("table.lobby")}</a>`}
          <a href=${link({ rules: "" })}>${t("app.rules")}</a>
          ${gamesWithLessons().length > 0 && html`<a href=${link({ lesson: "" })}>${t("app.learn")}</a>`}
          ${Object.entries(extraPages()).map(([key, { title }]) => html`<a key=${key} href=${link({ [key]: "" })}>${t(title)}</a>`)}
          <a href=${link({ you: "" })}>${t("you.title")}<${TurnBadge} /></a>
          <button type="button" class="plain" onClick=${() => { open.value = true; }}>${t("app.settings")}</button>
        </div>
      </nav>
    </header>
    <${OfflineNotice} />
    <main id="main" tabindex="-1" class=${wide ? "wide" : ""}>${children}</main>
    ${!wide && html`<footer class="foot">${t("app.unofficial")}</footer>`}
    <${Dialog} open=${open} title=${t("app.settings")}><${Settings} /></${Dialog}>`;
}

/** The number of games in which the person has to decide. */
function TurnBadge() {
  const n = waitingForMe.value.length;
  return n > 0 && html`<span class="badge" role="img" aria-label=${t("you.turns", { n })} title=${t("you.turns", { n })}>${n}</span>`;
}

function skip(event) {
  event.preventDefault(); // following the link would change the route
  document.getElementById("main").focus();
}

function Settings() {
  const { name, theme, sound, confirm, pace, cubeLetters } = settings;
  const themes = ["system", "light", "dark"];
  return html`<form class="form" onSubmit=${(event) => event.preventDefault()}>
    <label>${t("settings.name")}
      <input value=${name.value} maxlength="40" autocomplete="nickname" onInput=${(e) => { name.value = e.target.value; }} />
    </label>
    <label>${t("settings.language")}
      <select value=${language()} onChange=${(e) => { settings.language.value = e.target.value; }}>
        ${Object.entries(LANGUAGES).map(([code, name]) => html`<option value=${code} lang=${code}>${name}</option>`)}
      </select>
    </label>
    <label>${t("settings.theme")}
      <select value=${theme.value} onChange=${(e) => { theme.value = e.target.value; }}>
        ${themes.map((one) => html`<option value=${one}>${t(`settings.themes.${one}`)}</option>`)}
      </select>
    </label>
    <label>${t("settings.pace")}
      <select value=${pace.value} onChange=${(e) => { pace.value = e.target.value; }}>
        ${Object.keys(PACES).map((one) => html`<option value=${one}>${t(`settings.paces.${one}`)}</option>`)}
      </select>
    </label>
    <${Checkbox} checked=${confirm} label=${t("settings.confirm")} />
    <${Checkbox} checked=${sound} label=${t("settings.sound")} />
    <${Checkbox} checked=${cubeLetters} label=${t("settings.cube-letters")} />
    <${NotifySetting} />
  </form>`;
}
