// A game against bots, begun at once.
import { post } from "./api.js";
import { enter } from "./my-tables.js";
import { botSeat } from "./names.js";
import { settings } from "./settings.js";
import { html, useSignal } from "./ui.js";
import { faultText, t } from "./words.js";

/** The button that seats you against so many bots of a level; `options` are the game's, such as its map. */
export function PlayNow({ game, opponents, level, options = {}, disabled = false, label = t("lobby.play") }) {
  const busy = useSignal(false);
  const fault = useSignal(null);
  const play = async () => {
    busy.value = true;
    const bots = Array.from({ length: opponents }, (_, seat) => botSeat(seat, level));
    const name = settings.name.value.trim() || t("lobby.guest");
    try {
      const seats = [{ kind: "me" }, ...bots];
      enter(await post("/api/tables", { game, name, seats, game_options: options, start: true }));
    } catch (error) {
      fault.value = error;
      busy.value = false;
    }
  };
  return html`<button type="button" class="button primary" disabled=${busy.value || disabled} onClick=${play}>${label}</button>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}`;
}
