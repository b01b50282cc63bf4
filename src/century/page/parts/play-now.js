// The buttons that start a game against bots, or between bots.
import { Put } from "./art/symbols.js";
import { postOnce } from "../lib/api.js";
import { enter } from "../lib/my-games.js";
import { withPerson } from "../lib/person.js";
import { botSeat } from "../lib/player-names.js";
import { settings } from "../lib/settings.js";
import { PACES } from "../table/pace.js";
import { html, useSignal } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

/** `opponents` is the number of bots; `options` are those of the game; `icon` is that of the game. */
export function PlayNow({ game, opponents, level, options = {}, disabled = false, icon, label = t("lobby.play") }) {
  const seats = () => [{ kind: "me" }, ...botSeats(opponents, level)];
  return html`<${StartButton} class="primary" game=${game} seats=${seats} options=${options} disabled=${disabled} icon=${icon} label=${label} />`;
}

/** Starts a game between bots, to watch. They wait before each turn, so that one can follow. */
export function WatchBots({ game, players, level }) {
  const pause = Math.max(LEAST_PAUSE, PACES[settings.pace.value] / 1000);
  const seats = () => botSeats(players, level).map((seat) => ({ ...seat, pause }));
  return html`<${StartButton} class="watch-bots" game=${game} seats=${seats} label=${t("lobby.watch-bots")} />`;
}

const LEAST_PAUSE = 0.6; // seconds
const botSeats = (count, level) => Array.from({ length: count }, (_, seat) => botSeat(seat, level));

/** The icon of a game, or nothing. */
export const GameIcon = ({ icon }) => icon && html`<svg class="play-icon" viewBox="-18 -26 36 28" aria-hidden="true"><${Put} id=${icon.symbol} size=${icon.size} /></svg>`;

function StartButton({ game, seats, options = {}, disabled = false, icon, label, class: kind }) {
  const busy = useSignal(false);
  const fault = useSignal(null);
  const play = async () => {
    busy.value = true;
    const name = settings.name.value.trim() || t("lobby.guest");
    try {
      await withPerson();
      enter(await postOnce("/api/tables", { game, name, seats: seats(), game_options: options, start: true }));
    } catch (error) {
      fault.value = error;
      busy.value = false;
    }
  };
  return html`<button type="button" class=${`button ${kind}`} disabled=${busy.value || disabled} style=${icon && { "--play": icon.color }} onClick=${play}>
      <${GameIcon} icon=${icon} />${label}</button>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}`;
}
