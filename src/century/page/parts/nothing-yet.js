// A panel for a list that is empty: a picture, a sentence, and the way to a game.
import { GAMES } from "../lib/games.js";
import { link } from "../lib/router.js";
import { html } from "../lib/ui.js";
import { t } from "../lib/words.js";

export function NothingYet({ text }) {
  const [first] = Object.values(GAMES);
  return html`<div class="nothing-yet">${first && html`<${first.Emblem} />`}
    <p role="status">${text}</p><a class="button primary" href=${link({})}>${t("lobby.play")}</a></div>`;
}
