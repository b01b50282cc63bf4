// The pages behind the links of e-mails. They ask first, because mail programs open links by themselves.
import { post } from "../lib/api.js";
import { link } from "../lib/router.js";
import { html, useSignal } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

/** `kind` is "confirm" or "unsubscribe". Neither needs to know who opens the link. */
function MailLink({ kind, token }) {
  const done = useSignal(false);
  const fault = useSignal(null);
  const act = async () => {
    try {
      await post(`/api/${kind}/${encodeURIComponent(token)}`);
      done.value = true;
    } catch (error) {
      fault.value = error;
    }
  };
  return html`<section class="panel narrow">
    <h1>${t(`notify.${kind}-title`)}</h1>
    <p role="status">${t(done.value ? `notify.${kind}-done` : `notify.${kind}-lead`)}</p>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    <div class="row">
      ${!done.value && html`<button type="button" class="button primary" onClick=${act}>${t(`notify.${kind}-do`)}</button>`}
      <a class="button" href=${link({})}>${t("table.lobby")}</a>
    </div>
  </section>`;
}

export const Confirm = ({ at }) => html`<${MailLink} kind="confirm" token=${at.confirm} />`;
export const Unsubscribe = ({ at }) => html`<${MailLink} kind="unsubscribe" token=${at.unsubscribe} />`;
