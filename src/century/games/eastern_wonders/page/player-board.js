// A player's board: outposts by type and column, the points uncovered by building them, and bonus tiles.
import { Cube } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";
import { cubeName, language, t } from "/static/lib/words.js";
import { BonusSign, Outpost } from "./piece-icons.js";

const GAME = "eastern-wonders";

/** `building` is the type whose next outpost may move to the map. The bonus tiles lie below the columns that gave them. */
export function PlayerBoard({ seat, view, pieces, building }) {
  const { outposts, columns_emptied: emptied } = view.seats[seat];
  const columns = pieces.points_by_column;
  const tiles = tilesOf(view.seats[seat]);
  return html`<div class="player-board" role="img" aria-label=${boardInWords(view.seats[seat], pieces)}>
    ${Object.entries(outposts).map(([type, built]) => html`
      <span key=${type} class=${`row-type ${type}`}><${Cube} letter=${pieces.types[type]} /><b>${cubeName(GAME, pieces.types[type])}</b></span>
      ${columns.map((points, column) => html`
        <span key=${type + column} class=${classNames("berth", type, column < built && "uncovered", column < emptied && "emptied")}>
          ${column < built && html`<b class=${points ? "coined" : ""}>${points}</b>`}
          ${column >= built && html`
            <${Outpost} seat=${seat} piece=${type === building && column === built ? "outpost" : undefined} />
            <span class="worth">${points > 0 && `+${points}`}</span>`}
        </span>`)}`)}
    <span class="row-type bonus-row">${t("eastern-wonders.board.bonus-row")}</span>
    ${columns.map((_, column) => html`
      <span key=${column} class=${classNames("column-foot", column < emptied && "emptied")}>
        ${column < emptied && tiles[column] ? html`<${BonusTile} ...${tiles[column]} pieces=${pieces} />` : html`<i>${column < emptied ? "✓" : "?"}</i>`}</span>`)}
  </div>`;
}

function boardInWords({ outposts, uncovered }, pieces) {
  const spice = (type) => cubeName(GAME, pieces.types[type]);
  const rows = Object.entries(outposts).map(([type, n]) => t("eastern-wonders.board.row", { n, type: spice(type) }));
  return t("eastern-wonders.board.spoken", {
    rows: new Intl.ListFormat(language(), { type: "unit" }).format(rows), n: uncovered,
  });
}

/** The effect of a bonus tile in words. */
export const bonusInWords = (kind, pieces, points) => t(`eastern-wonders.bonus-does.${kind}`, {
  spice: cubeName(GAME, pieces.bonus.harvest.gain), hold: pieces.bonus.cargo.hold, points: points ?? pieces.bonus[kind].points,
});

/** The bonus tiles of a seat: [{kind, points}]. */
const tilesOf = ({ bonus, point_tiles: stars }) => Object.entries(bonus).flatMap(([kind, count]) => (
  kind === "points" ? stars.map((points) => ({ kind, points })) : Array.from({ length: count }, () => ({ kind }))));

/** The bonus tiles a seat holds. */
export function BonusTiles({ seat, view, pieces }) {
  const held = tilesOf(view.seats[seat]);
  const label = t("eastern-wonders.board.bonus-tiles");
  return html`<ul class="bonus-tiles" aria-label=${label}>${held.map(({ kind, points }, i) => html`
    <li key=${i}><${BonusTile} kind=${kind} pieces=${pieces} points=${points} /></li>`)}</ul>`;
}

/** One bonus tile with its sign and number. */
export function BonusTile({ kind, pieces, points }) {
  const label = bonusInWords(kind, pieces, points);
  return html`<span class=${`bonus-tile kind-${kind}`} role="img" aria-label=${label} title=${label}>
    <${BonusSign} kind=${kind} /><b>${numberOn(kind, pieces, points)}</b></span>`;
}

function numberOn(kind, pieces, points) {
  if (kind === "points") return points;
  if (kind === "harvest") return html`<${Cube} letter=${pieces.bonus.harvest.gain} />`;
  return kind === "cargo" ? `+${pieces.bonus.cargo.hold}` : "+1";
}
