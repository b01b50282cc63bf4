// A player's board: outposts in rows by type and columns, the points they uncover, bonus tiles and claimed tiles.
import { Cube } from "../pieces.js";
import { html, names } from "../ui.js";
import { cubeName, language, t } from "../words.js";
import { BonusSign, Outpost } from "./drawings.js";

const GAME = "eastern-wonders";

/** The board of a seat; `bound` is the type whose next outpost is about to travel to the map. */
export function PlayerBoard({ seat, view, pieces, bound }) {
  const { outposts } = view.seats[seat];
  const columns = pieces.points_by_column;
  const emptied = Math.min(...Object.values(outposts));
  return html`<div class="player-board" role="img" aria-label=${spokenBoard(outposts, pieces)}>
    ${Object.entries(outposts).map(([type, built]) => html`
      <span key=${type} class=${`row-type ${type}`}><${Cube} letter=${pieces.types[type]} /></span>
      ${columns.map((points, column) => html`
        <span key=${type + column} class=${names("berth", type, column < built && "uncovered", column < emptied && "emptied")}>
          ${column < built && html`<b>${points}</b>`}
          ${column >= built && html`
            <${Outpost} seat=${seat} travel=${type === bound && column === built ? "outpost" : undefined} />`}
        </span>`)}`)}
    <span class="row-type bonus-row">${t("eastern-wonders.board.bonus-row")}</span>
    ${columns.map((_, column) => html`
      <span key=${column} class=${names("column-foot", column < emptied && "emptied")}>
        ${column < emptied ? "✓" : "✦"}</span>`)}
  </div>`;
}

function spokenBoard(outposts, pieces) {
  const called = (type) => cubeName(GAME, pieces.types[type]);
  const rows = Object.entries(outposts).map(([type, n]) => t("eastern-wonders.board.row", { n, type: called(type) }));
  return t("eastern-wonders.board.spoken", {
    rows: new Intl.ListFormat(language(), { type: "unit" }).format(rows), n: uncovered(outposts, pieces),
  });
}

/** The points uncovered on a board. */
export function uncovered(outposts, pieces) {
  const row = (built) => pieces.points_by_column.slice(0, built).reduce((sum, points) => sum + points, 0);
  return Object.values(outposts).reduce((sum, built) => sum + row(built), 0);
}

/** What a bonus tile does, in words. */
export const bonusInWords = (kind, pieces, points) => t(`eastern-wonders.bonus-does.${kind}`, {
  spice: cubeName(GAME, pieces.bonus.harvest.gain), hold: pieces.bonus.cargo.hold, points: points ?? pieces.bonus[kind].points,
});

/** The bonus tiles a seat holds. */
export function BonusTiles({ seat, view, pieces }) {
  const { bonus, point_tiles: stars } = view.seats[seat];
  const held = Object.entries(bonus).flatMap(([kind, count]) => (
    kind === "points" ? stars.map((points) => ({ kind, points })) : Array.from({ length: count }, () => ({ kind }))));
  const label = t("eastern-wonders.board.bonus-tiles");
  return html`<ul class="bonus-tiles" aria-label=${label}>${held.map(({ kind, points }, i) => html`
    <li key=${i}><${BonusTile} kind=${kind} pieces=${pieces} points=${points} /></li>`)}</ul>`;
}

/** One bonus tile: its sign, and the number that matters on it. */
export function BonusTile({ kind, pieces, points }) {
  const label = bonusInWords(kind, pieces, points);
  return html`<span class="bonus-tile" role="img" aria-label=${label} title=${label}>
    <${BonusSign} kind=${kind} /><b>${numberOn(kind, pieces, points)}</b></span>`;
}

function numberOn(kind, pieces, points) {
  if (kind === "points") return points;
  if (kind === "harvest") return html`<${Cube} letter=${pieces.bonus.harvest.gain} />`;
  return kind === "cargo" ? `+${pieces.bonus.cargo.hold}` : "+1";
}
