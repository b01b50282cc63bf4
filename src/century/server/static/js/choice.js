// A thing on the board that may be chosen: highlighted where it is legal, and saying why where it is not.
import { html, names, signal } from "./ui.js";
import { t } from "./words.js";

/** The last reason that was asked for. */
export const reason = signal(null); // {label, text}

/** A button for one decision. `token` is the decision, `label` what it is called, the rest is drawn inside. */
export function Choice({ table, token, label, class: kind, tokens, children, onChoose, ...rest }) {
  const legal = table.shown.value?.legal ?? [];
  const may = legal.includes(token);
  const choose = async () => {
    if (may) {
      reason.value = null;
      return onChoose ? onChoose() : table.stage(...(tokens ?? [token]));
    }
    if (!table.live.value || !table.asked.value) return;
    if (!Object.keys(table.whys.value).length) await table.loadWhys();
    const text = table.whys.value[token];
    if (text) reason.value = { label, text };
  };
  return html`<button type="button" class=${names("choice", kind, may && "legal")} aria-disabled=${!may}
    aria-label=${label} title=${label} data-token=${token} onClick=${choose} ...${rest}>${children}</button>`;
}

/** Says why something is not possible, until something else is done. */
export function Reason() {
  const said = reason.value;
  return html`<div class="reason" role="status" aria-live="polite">${said && html`
    <p><strong>${said.label}</strong> ${said.text}</p>
    <button type="button" class="plain" aria-label=${t("app.close")} onClick=${() => { reason.value = null; }}>×</button>`}</div>`;
}
