// The links one may pass on: to sit down, to watch, and to go on with one's own seat on another device.
import { get } from "./api.js";
import { html, useEffect, useSignal } from "./ui.js";
import { t } from "./words.js";

export function Links({ table }) {
  const links = useSignal({});
  useEffect(() => { get(`${table.path}/links`).then((read) => { links.value = read; }); }, []);
  const { seats } = table.state.value;
  const kinds = ["invite", "watch", "private"].filter((kind) => links.value[kind]);
  const useful = kinds.filter((kind) => kind !== "invite" || seats.some((seat) => seat.kind === "open"));
  return html`<div class="links">${useful.map((kind) => html`<div key=${kind}>
    <p>${t(`links.${kind}`)}</p><${CopyLink} link=${links.value[kind]} /></div>`)}</div>`;
}

/** A link, and a button that copies it. */
export function CopyLink({ link, label = t("links.copy") }) {
  const copied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(link);
    copied.value = true;
  };
  return html`<div class="copy"><input readonly value=${link} aria-label=${label} onFocus=${(e) => e.target.select()} />
    <button type="button" class="button small" onClick=${copy}>${copied.value ? t("links.copied") : label}</button></div>`;
}
