// The switch for messages of the browser: "your turn" while the page is in the background.
import { settings } from "../lib/settings.js";
import { html, useSignal } from "../lib/ui.js";
import { t } from "../lib/words.js";
import { canNotify, setNotify } from "../table/turn-notification.js";

export function NotifySetting() {
  const denied = useSignal(false);
  if (!canNotify()) return null;
  const change = async (event) => {
    const { target } = event;
    denied.value = !await setNotify(target.checked);
    target.checked = settings.notify.value; // the browser may have refused
  };
  return html`<label class="check"><input type="checkbox" checked=${settings.notify.value} onChange=${change} />${t("settings.notify")}</label>
    ${denied.value && html`<p class="fault" role="alert">${t("settings.notify-denied")}</p>`}`;
}
