// A notice while the server cannot be reached, for the pages without a table. A table has a notice of its own.
import { get, reachable } from "../lib/api.js";
import { route } from "../lib/router.js";
import { html, useEffect } from "../lib/ui.js";
import { t } from "../lib/words.js";

const RETRY = 2000; // milliseconds

/** Ask the server something small; `reachable` says whether it has answered. */
const ask = () => get("/api/bots").catch(() => {});

export function OfflineNotice() {
  const lost = !reachable.value && !("table" in route.value);
  useEffect(() => {
    const lose = () => { reachable.value = false; };
    addEventListener("offline", lose);
    addEventListener("online", ask);
    return () => {
      removeEventListener("offline", lose);
      removeEventListener("online", ask);
    };
  }, []);
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setInterval(ask, RETRY);
    return () => clearInterval(timer);
  }, [lost]);
  return html`<p class="offline-notice" role="status">${lost && t("app.offline")}</p>`;
}
