// The links of a table: to join and to watch.
import { get } from "../lib/api.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { t } from "../lib/words.js";

export function ShareLinks({ table }) {
  const links = useSignal({});
  useEffect(() => { get(`${table.path}/links`).then((read) => { links.value = read; }); }, []);
  const { seats } = table.state.value;
  const kinds = ["invite", "watch"].filter((kind) => links.value[kind]);
  const useful = kinds.filter((kind) => kind !== "invite" || seats.some((seat) => seat.kind === "open"));
  return html`<div class="links">${useful.map((kind) => html`<div key=${kind}>
    <p>${t(`links.${kind}`)}</p><${CopyLink} link=${links.value[kind]} /></div>`)}</div>`;
}

/** A button that copies a link, and a read-only field with it. Without a clipboard only the field helps. */
export function CopyLink({ link, label = t("links.copy"), title = label, field = true, icon = null }) {
  const copied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(link);
    copied.value = true;
  };
  return html`<div class="copy">
    ${field && html`<input readonly value=${link} aria-label=${title} onFocus=${(e) => e.target.select()} />`}
    <button type="button" class="button small" title=${title} aria-label=${copied.value ? t("links.copied") : title} onClick=${copy}>${icon}${copied.value ? t("links.copied") : label}</button></div>`;
}
