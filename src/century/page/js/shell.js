// What surrounds every page: the head with its ways, and the settings.
import { Dialog } from "./dialog.js";
import { link } from "./router.js";
import { settings } from "./settings.js";
import { html, useSignal } from "./ui.js";
import { LANGUAGES, language, t } from "./words.js";

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
          <a href=${link({ rules: "spice-road" })}>${t("app.rules")}</a>
          <a href=${link({ lesson: "spice-road" })}>${t("app.learn")}</a>
          <a href=${link({ maps: "" })}>${t("app.maps")}</a>
          <button type="button" class="plain" onClick=${() => { open.value = true; }}>${t("app.settings")}</button>
        </div>
      </nav>
    </header>
    <main id="main" tabindex="-1" class=${wide ? "wide" : ""}>${children}</main>
    ${!wide && html`<footer class="foot">${t("app.unofficial")}</footer>`}
    <${Dialog} open=${open} title=${t("app.settings")}><${Settings} /></${Dialog}>`;
}

function skip(event) {
  event.preventDefault(); // the address keeps telling the page
  document.getElementById("main").focus();
}

function Settings() {
  const { name, theme, sound, confirm } = settings;
  const themes = ["system", "light", "dark"];
  return html`<form class="form" onSubmit=${(event) => event.preventDefault()}>
    <label>${t("settings.name")}
      <input value=${name.value} maxlength="40" autocomplete="nickname" onInput=${(e) => { name.value = e.target.value; }} />
    </label>
    <label>${t("settings.language")}
      <select value=${language()} onChange=${(e) => { settings.language.value = e.target.value; }}>
        ${Object.entries(LANGUAGES).map(([code, called]) => html`<option value=${code} lang=${code}>${called}</option>`)}
      </select>
    </label>
    <label>${t("settings.theme")}
      <select value=${theme.value} onChange=${(e) => { theme.value = e.target.value; }}>
        ${themes.map((one) => html`<option value=${one}>${t(`settings.themes.${one}`)}</option>`)}
      </select>
    </label>
    <${Check} chosen=${confirm} label=${t("settings.confirm")} />
    <${Check} chosen=${sound} label=${t("settings.sound")} />
  </form>`;
}

/** A box to tick that is bound to a signal. */
export function Check({ chosen, label }) {
  return html`<label class="check">
    <input type="checkbox" checked=${chosen.value} onChange=${(e) => { chosen.value = e.target.checked; }} />${label}
  </label>`;
}
