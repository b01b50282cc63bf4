// A "?" button beside a part of the board. It opens a dialog with the rules about that part.
import { Dialog } from "./dialog.js";
import { IllustratedText } from "./illustrated-text.js";
import { link } from "../lib/router.js";
import { Fragment, html, useSignal } from "../lib/ui.js";
import { gameWords, t } from "../lib/words.js";

/** The texts of some rules of a game: [[id, text]]. */
const rulesOf = (game, ids) => {
  const all = Object.assign({}, ...(gameWords(game)?.sections ?? []).map((section) => section.rules));
  return ids.filter((id) => id in all).map((id) => [id, all[id]]);
};

/** The button for the rules `ids`; `label` names the part of the board. */
export function RulesHelp({ game, ids, label }) {
  const open = useSignal(false);
  const title = t("help.about", { what: label });
  return html`<${Fragment}>
    <button type="button" class="help" aria-label=${title} title=${title} data-help=${ids.join(" ")}
      onClick=${() => { open.value = true; }}><span aria-hidden="true">?</span></button>
    <${Dialog} open=${open} title=${label}>
      <dl class="rule-list">${rulesOf(game, ids).map(([id, text]) => html`
        <dt key=${id}><a href=${link({ rules: `${game}/${id}` })}>${id}</a></dt>
        <dd><${IllustratedText} game=${game} text=${text} /></dd>`)}</dl>
    </${Dialog}>
  </${Fragment}>`;
}
