// The picture of a result, to look at and to save. Messengers show it as the preview of the link to the game.
import { classNames, html, useSignal } from "../lib/ui.js";
import { t } from "../lib/words.js";

/** The icon of a button, drawn with a line. */
export const LineIcon = ({ path }) => html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

/** The picture, and the children below it. If nobody may watch the table, the server draws no picture. */
export function ShareResult({ table, children }) {
  const { table: id, options } = table.state.value;
  const loaded = useSignal(false);
  const failed = useSignal(false);
  const picture = options.watch === "nobody" || failed.value ? null : `/table/${id}/result.png`;
  return html`<section class="share-result" aria-label=${t("result.picture")}>
    ${picture && html`<div class=${classNames("picture", !loaded.value && "loading")}>
      <img src=${picture} width="1200" height="630" alt=${t("result.picture")}
        onLoad=${() => { loaded.value = true; }} onError=${() => { failed.value = true; }} /></div>`}
    <div class="row">${picture && html`<a class="button small" href=${picture} download="century.png" aria-label=${t("result.save-picture")} title=${t("result.save-picture")}><${LineIcon} path="M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14" />${t("result.picture-short")}</a>`}${children}</div>
  </section>`;
}
