// The button that starts a game against bots.
import { postOnce } from "../lib/api.js";
import { enter } from "../lib/my-games.js";
import { withPerson } from "../lib/person.js";
import { botSeat } from "../lib/player-names.js";
import { settings } from "../lib/settings.js";
import { html, useSignal } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

/** `opponents` is the number of bots; `options` are those of the game. */
export function PlayNow({ game, opponents, level, options = {}, disabled = false, label = t("lobby.play") }) {
  const busy = useSignal(false);
  const fault = useSignal(null);
  const play = async () => {
    busy.value = true;
    const bots = Array.from({ length: opponents }, (_, seat) => botSeat(seat, level));
    const name = settings.name.value.trim() || t("lobby.guest");
    try {
      const seats = [{ kind: "me" }, ...bots];
      await withPerson();
      enter(await postOnce("/api/tables", { game, name, seats, game_options: options, start: true }));
    } catch (error) {
      fault.value = error;
      busy.value = false;
    }
  };
  return html`<button type="button" class="button primary" disabled=${busy.value || disabled} onClick=${play}>${label}</button>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}`;
}
