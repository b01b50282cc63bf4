// The top of a result: the scene of the game, and the players on a podium in the order of their points.
import { Confetti, Laurel } from "./art/victory.js";
import { GAMES } from "../lib/games.js";
import { isMine, nameOf } from "../lib/player-names.js";
import { SeatMark } from "./pieces.js";
import { html, classNames } from "../lib/ui.js";
import { t } from "../lib/words.js";

/** `points` by seat, and the seats in the order of the `ranking`. The score sheet below says the same to screen readers. */
export function ResultBanner({ table, ranking, points }) {
  const { Emblem } = GAMES[table.game.value];
  const own = table.state.value.you.seats;
  const won = own.includes(ranking[0]);
  const lost = own.length > 0 && !won;
  return html`<div class=${classNames("result-banner", won && "won", lost && "lost")}>
    <div class="result-scene" aria-hidden="true"><${Emblem} />${won && html`<${Confetti} />`}</div>
    <${Margin} table=${table} ranking=${ranking} points=${points} />
    <ol class="podium" aria-hidden="true">${ranking.map((seat, place) => html`<li key=${seat} class=${`place-${place + 1} seat-${seat}`}>
      <span class="seal">${place === 0 && html`<${Laurel} />`}<b>${points[seat]}</b></span>
      <span class="who"><${SeatMark} seat=${seat} /><span>${nameOf(table, seat)}</span></span>
      <span class="step">${place + 1}</span></li>`)}</ol>
  </div>`;
}

/** The difference between the winner and the viewer, or the second player; nothing after a tie, which has a text of its own. */
function Margin({ table, ranking, points }) {
  const [winner, second] = ranking;
  const mine = ranking.slice(1).find((seat) => isMine(table, seat));
  const n = points[winner] - points[mine ?? second];
  if (n === 0) return null;
  const text = mine === undefined ? t("result.ahead", { n, name: nameOf(table, second) }) : t("result.behind", { n });
  return html`<p class="margin">${text}</p>`;
}
