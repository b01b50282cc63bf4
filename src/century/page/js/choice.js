// A thing on the board that may be chosen: highlighted where it is legal, and saying why where it is not.
import { html, names, signal, useEffect } from "./ui.js";
import { t } from "./words.js";

/** The last reason that was asked for. */
export const reason = signal(null); // {label, text}

/** A button for one decision, or for the first of several `tokens`. `label` is its spoken name, `called` a shorter one. */
export function Choice({ table, token, label, called = label, class: kind, tokens = [token], children, onChoose, ...rest }) {
  const legal = table.shown.value?.legal ?? [];
  const may = legal.includes(tokens[0]);
  const choose = async () => {
    if (may) {
      reason.value = null;
      return onChoose ? onChoose() : table.stage(...tokens);
    }
    if (!table.live.value || !table.asked.value) return;
    if (!Object.keys(table.whys.value).length) await table.loadWhys();
    const text = table.whys.value[token];
    if (text) reason.value = { label: called, text };
  };
  return html`<button type="button" class=${names("choice", kind, may && "legal")} aria-disabled=${!may}
    aria-label=${label} title=${called} data-token=${token} onClick=${choose} ...${rest}>${children}</button>`;
}

/** Says why something is not possible, until something else is done. */
export function Reason() {
  const said = reason.value;
  useEffect(() => {
    const forget = () => { reason.value = null; };
    addEventListener("pointerdown", forget, true);
    return () => removeEventListener("pointerdown", forget, true);
  }, []);
  return html`<div class="reason" role="status" aria-live="polite">${said && html`
    <p><strong>${said.label}:</strong> ${said.text}</p>
    <button type="button" class="plain" aria-label=${t("app.close")} onClick=${() => { reason.value = null; }}>×</button>`}</div>`;
}
