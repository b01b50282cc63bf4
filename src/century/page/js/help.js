// A "?" beside a part of the board: the rules about it, in a dialog.
import { Dialog } from "./dialog.js";
import { Prose } from "./prose.js";
import { link } from "./router.js";
import { Fragment, html, useSignal } from "./ui.js";
import { gameWords, t } from "./words.js";

/** The texts of some rules of a game: [[id, text]]. */
const rulesOf = (game, ids) => {
  const all = Object.assign({}, ...(gameWords(game)?.sections ?? []).map((section) => section.rules));
  return ids.filter((id) => id in all).map((id) => [id, all[id]]);
};

/** A small button that tells the rules of these ids; `label` is what they are about. */
export function Help({ game, ids, label }) {
  const open = useSignal(false);
  const title = t("help.about", { what: label });
  return html`<${Fragment}>
    <button type="button" class="help" aria-label=${title} title=${title} data-help=${ids.join(" ")}
      onClick=${() => { open.value = true; }}><span aria-hidden="true">?</span></button>
    <${Dialog} open=${open} title=${label}>
      <dl class="rule-list">${rulesOf(game, ids).map(([id, text]) => html`
        <dt key=${id}><a href=${link({ rules: `${game}/${id}` })}>${id}</a></dt>
        <dd><${Prose} game=${game} text=${text} /></dd>`)}</dl>
    </${Dialog}>
  </${Fragment}>`;
}
