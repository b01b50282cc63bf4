// The top of a result: the scene of the game, and the players on a podium in the order of their points. The winner has a laurel wreath;
// for a viewer who has won, confetti in the colours of the spices falls.
import { round, seededRandom } from "./art/symbols.js";
import { GAMES } from "../lib/games.js";
import { isMine, nameOf } from "../lib/player-names.js";
import { SeatMark } from "./pieces.js";
import { classNames, html } from "../lib/ui.js";
import { t } from "../lib/words.js";

const LEAVES = 8; // on each side of the wreath
const LEAF = "M0 0Q6-6 0-17-6-6 0 0z";
const GROUPS = ["y", "r", "g", "b"]; // pieces of one colour fall together
const PIECES = 12; // of each colour

/** The leaves of one side, 1 or -1: from the bottom of the wreath upwards, in pairs. */
function leaves(side) {
  return Array.from({ length: LEAVES }, (_, i) => {
    const angle = 16 + i * 18; // degrees from the bottom
    const at = (radius) => `translate(${round(side * radius * Math.sin(angle * Math.PI / 180))} ${round(radius * Math.cos(angle * Math.PI / 180))})`;
    const along = side * (90 - angle);
    return html`<path d=${LEAF} transform=${`${at(49)} rotate(${along + 26 * side})`} /><path d=${LEAF} transform=${`${at(47)} rotate(${along - 24 * side})`} />`;
  });
}

const laurel = html`<svg class="laurel" viewBox="-70 -70 140 140">${leaves(1)}${leaves(-1)}</svg>`;

/** Pieces at both sides, so that none lies on the heading or the podium. */
function drawConfetti() {
  const random = seededRandom("victory");
  const piece = () => {
    const x = random() * 27;
    return html`<rect x=${`${round(random() < 0.5 ? x : 99 - x)}%`} y=${`${round(random() * 84)}%`} width=${round(6 + random() * 4)} height=${round(9 + random() * 6)} rx="1.5"
      style=${{ rotate: `${round(random() * 180)}deg` }} />`;
  };
  return html`<svg class="confetti">${GROUPS.map((letter) => html`<g key=${letter} fill=${`var(--spice-${letter})`}>${Array.from({ length: PIECES }, piece)}</g>`)}</svg>`;
}

const confetti = drawConfetti();

/** `points` by seat, and the seats in the order of the `ranking`. The score sheet below says the same to screen readers. */
export function ResultBanner({ table, ranking, points }) {
  const { Emblem } = GAMES[table.game.value];
  const own = table.state.value.you.seats;
  const won = own.includes(ranking[0]);
  const lost = own.length > 0 && !won; // then it is dusk
  return html`<div class=${classNames("result-banner", lost && "lost")}>
    <div class="result-scene" aria-hidden="true"><${Emblem} />${won && confetti}</div>
    <${Margin} table=${table} ranking=${ranking} points=${points} />
    <ol class="podium" aria-hidden="true">${ranking.map((seat, place) => html`<li key=${seat} class=${classNames(`place-${place + 1} seat-${seat}`, isMine(table, seat) && "viewer")}>
      <span class="seal">${place === 0 && laurel}<b>${points[seat]}</b></span>
      <span class="who"><${SeatMark} seat=${seat} /><span>${nameOf(table, seat)}</span></span>
      <span class="step">${place + 1}</span></li>`)}</ol>
  </div>`;
}

/** The place of a viewer who has lost, and the difference to the winner; or that to the second player. A tie has a text of its own. */
function Margin({ table, ranking, points }) {
  const [winner, second] = ranking;
  const mine = ranking.slice(1).find((seat) => isMine(table, seat));
  const n = points[winner] - points[mine ?? second];
  const place = mine !== undefined && ranking.length > 2 && t(`result.place-${ranking.indexOf(mine) + 1}`, { of: ranking.length });
  const distance = n > 0 && (mine === undefined ? t("result.ahead", { n, name: nameOf(table, second) }) : t("result.behind", { n }));
  const text = [place, distance].filter(Boolean).join(" · ");
  return text && html`<p class="margin">${text}</p>`;
}
