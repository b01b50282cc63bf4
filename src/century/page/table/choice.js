// A button on the board for one decision. It is highlighted if the decision is legal, and explains why if it is not.
import { classNames, html, signal, useEffect } from "../lib/ui.js";
import { t } from "../lib/words.js";

/** The explanation to show: {label, text}, or null. */
export const reason = signal(null);

/** A button for one decision, or for several `tokens` in a row. `label` is its accessible name, `title` a shorter one. */
export function Choice({ table, token, label, title = label, class: kind, tokens = [token], children, onChoose, ...rest }) {
  const legal = table.shown.value?.legal ?? [];
  const isLegal = legal.includes(tokens[0]);
  const choose = async ({ currentTarget }) => {
    if (isLegal) {
      reason.value = null;
      currentTarget.classList.add("waiting"); // until the server has answered
      try {
        await (onChoose ? onChoose() : table.stage(...tokens));
      } finally {
        currentTarget.classList.remove("waiting");
      }
      return;
    }
    if (!table.live.value || !table.asked.value) return;
    if (!Object.keys(table.whys.value).length) await table.loadWhys();
    const text = table.whys.value[token];
    if (text) reason.value = { label: title, text };
  };
  return html`<button type="button" class=${classNames("choice", kind, isLegal && "legal")} aria-disabled=${!isLegal}
    aria-label=${label} title=${title} data-token=${token} onClick=${choose} ...${rest}>${children}</button>`;
}

/** Shows why a decision is not legal, until the next press. */
export function Reason() {
  const shown = reason.value;
  useEffect(() => {
    const clear = () => { reason.value = null; };
    addEventListener("pointerdown", clear, true);
    return () => removeEventListener("pointerdown", clear, true);
  }, []);
  return html`<div class="reason" role="status" aria-live="polite">${shown && html`
    <p><strong>${shown.label}:</strong> ${shown.text}</p>
    <button type="button" class="plain" aria-label=${t("app.close")} onClick=${() => { reason.value = null; }}>×</button>`}</div>`;
}
