// Drawn examples of the rules of Eastern Wonders, by rule id.
import { Change, Points, Returned, Round, Tied } from "/static/parts/diagrams.js";
import { Cube, Cubes, Effect, SeatMark } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";

const GAME = "eastern-wonders";
const WIDE = 30; // from a tile's centre to its right corner
const HIGH = 26; // from its centre to its upper edge
const CORNERS = [[30, 0], [15, 26], [-15, 26], [-30, 0], [-15, -26], [15, -26]].map((corner) => corner.join()).join(" ");

/** The centre of a tile by its column and its row; a row is half a tile high. */
const centre = ([column, row]) => [WIDE + 2 + 45 * column, HIGH + 2 + HIGH * row];

const BOAT = "M-9 1h18l-4 7h-10zM-1-11v10h-7zM1-9l7 8h-7z";

/** One tile with the boats and outposts of seats, cubes, and a short text. */
function Tile({ at, kind = "market", boats = [], outposts = [], cubes = "", text }) {
  const [x, y] = centre(at);
  return html`<g transform=${`translate(${x} ${y})`} class=${classNames("fig-tile", kind)}>
    <polygon points=${CORNERS} />
    ${text !== undefined && html`<text y="5">${text}</text>`}
    ${outposts.map((seat, i) => html`
      <rect class=${`fig-outpost seat-${seat}`} x=${-18 + 14 * i} y="9" width="10" height="10" rx="2" />`)}
    ${boats.map((seat, i) => html`
      <path class=${`fig-boat seat-${seat}`} d=${BOAT} transform=${`translate(${-10 * (boats.length - 1) + 20 * i} -4)`} />`)}
    ${[...cubes].map((letter, i) => html`<foreignObject x=${-9 * cubes.length + 18 * i} y="2" width="18" height="18">
      <${Cube} letter=${letter} /></foreignObject>`)}
  </g>`;
}

/** A step from tile to tile with its price. */
function Step({ from, to, price }) {
  const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
  const turned = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return html`<g class="fig-step" transform=${`translate(${(x1 + x2) / 2} ${(y1 + y2) / 2})`}>
    <path d="M-11-1.5H3V-6L12 0 3 6V1.500H-11z" transform=${`rotate(${turned})`} /><text y="-8">${price}</text>
  </g>`;
}

/** A part of the map, `columns` wide and `halves` half tiles high. */
function Sea({ columns, halves, children }) {
  const size = `0 0 ${45 * (columns - 1) + 2 * WIDE + 4} ${HIGH * (halves + 1) + 4}`;
  return html`<svg class="fig-sea" viewBox=${size} style=${{ "--columns": columns }} aria-hidden="true">
    ${children}</svg>`;
}

const COLUMNS = [4, 5, 6, 5, 4];

/** The tiles of a column of the standard map; the corners are ports. */
const column = (count, at) => Array.from({ length: count }, (_, i) => {
  const port = at % 4 === 0 && (i === 0 || i === 3);
  return html`<${Tile} at=${[at, 6 - count + 2 * i]} kind=${port ? "port" : "market"} text=${port ? "⚓" : undefined} />`;
});

const Chart = () => html`<${Sea} columns=${5} halves=${11}>${COLUMNS.map(column)}</${Sea}>`;

const Sets = () => html`<div class="fig-list">${["YYYY", "RR", "YYR", "YG"].map((cubes) => html`
  <${Cubes} game=${GAME} cubes=${cubes} />`)}</div>`;

const Steps = () => html`<${Sea} columns=${4} halves=${3}>
  <${Tile} at=${[0, 1]} /><${Tile} at=${[1, 0]} cubes="Y" />
  <${Tile} at=${[2, 1]} cubes="R" /><${Tile} at=${[3, 2]} boats=${[0]} />
  <${Step} from=${[0, 1]} to=${[1, 0]} price="0" /><${Step} from=${[1, 0]} to=${[2, 1]} price="1" />
  <${Step} from=${[2, 1]} to=${[3, 2]} price="1" />
</${Sea}>`;

const Toll = () => html`<div class="fig-row"><${Sea} columns=${2} halves=${2}>
  <${Tile} at=${[0, 1]} /><${Tile} at=${[1, 0]} boats=${[1, 2]} /><${Step} from=${[0, 1]} to=${[1, 0]} price="0" />
</${Sea}><div class="fig-list">${[1, 2].map((seat) => html`
  <span class="fig-turn"><${Cube} letter="Y" /> → <${SeatMark} seat=${seat} /></span>`)}</div></div>`;

const Lying = () => html`<div class="fig-row"><${Sea} columns=${1} halves=${1}><${Tile} at=${[0, 0]} cubes="YG" /></${Sea}>
  <${Change} game=${GAME} before="RR" after="YRRG" /></div>`;

const Prices = () => html`<${Sea} columns=${5} halves=${1}>
  <${Tile} at=${[0, 0]} text="0" /><${Tile} at=${[2, 0]} text="1" outposts=${[1]} />
  <${Tile} at=${[4, 0]} text="2" outposts=${[1, 2]} />
</${Sea}>`;

const WORTH = [0, 1, 2, 2, 3];
const BUILT = [2, 1, 1, 1]; // built outposts by row

/** A player's board: built outposts are gone and their points uncovered. */
function Outposts({ built }) {
  return html`<svg class="fig-board" viewBox="0 0 182 132" aria-hidden="true">
    ${built.map((count, row) => WORTH.map((points, at) => html`
      <g transform=${`translate(${6 + 35 * at} ${4 + 32 * row})`}>
        <rect class="place" width="30" height="28" rx="5" />
        ${at < count && html`<text x="15" y="19">${points}</text>`}
        ${at >= count && html`<rect class="fig-outpost seat-0" x="6" y="5" width="18" height="18" rx="3" />`}
      </g>`))}
    <rect class="column" x="3" y="1" width="36" height="130" rx="7" />
  </svg>`;
}

const Columns = () => html`<${Outposts} built=${BUILT} />`;

const KINDS = ["move", "harvest", "upgrade", "cargo", "points"];
const SIGNS = { move: "+1 ➝", upgrade: "▲", cargo: "+3", points: "6 5 4 3" };

const Bonus = () => html`<div class="fig-list">${KINDS.map((kind) => html`<span class="fig-bonus">
  <b>${SIGNS[kind] ?? html`+<${Cube} letter="R" />`}</b>${t(`eastern-wonders.bonus.${kind}`)}</span>`)}</div>`;

const Trade = () => html`<div class="fig-row"><span class="fig-card"><span><${Effect} game=${GAME} effect="YY>RR" /></span></span>
  <${Change} game=${GAME} before="YYYYG" after="RRRRG" by="2 ×" /></div>`;

/** The four ports; "✕" is the closed one. */
function Ports({ values }) {
  return html`<${Sea} columns=${7} halves=${1}>${values.map((text, i) => html`
    <${Tile} at=${[2 * i, 0]} kind=${text === "✕" ? "closed" : "port"} text=${text} />`)}</${Sea}>`;
}

const Closed = () => html`<${Ports} values=${["13", "17", "✕", "12"]} />`;
const Moves = () => html`<div class="fig-list">
  <${Ports} values=${["13", "17", "✕", "12"]} /><span>↓ 17</span><${Ports} values=${["13", "✕", "15", "12"]} /></div>`;
const Harvest = () => html`<${Change} game=${GAME} before="RG" after="YYRG" />`;
const Limit = () => html`<${Returned} game=${GAME} kept="YYYRRRGGBB" back="Y" />`;
const Ending = () => html`<${Round} seats=${[0, 1, 2]} end=${0} />`;
const Tie = () => html`<${Tied} seats=${[0, 1]} winner=${1} points=${72} />`;

const Score = () => html`<${Points} rows=${[
  [t("eastern-wonders.sheet.tiles"), "17 + 14 + 12 + 11", 54],
  [t("eastern-wonders.sheet.outposts"), "0 + 1 + 0 + 0 + 1 + 2", 4],
  [t("eastern-wonders.sheet.bonus"), html`2 + 6`, 8],
  [t("eastern-wonders.sheet.cubes"), html`<${Cubes} game=${GAME} cubes="YRRB" />`, 3],
]} />`;

export default {
  EW2: Chart, EW7: Sets, EW8: Steps, EW9: Toll, EW10: Lying, EW11: Prices, EW13: Columns, EW14: Bonus, EW15: Trade, EW16: Closed,
  EW17: Moves, EW18: Harvest, EW19: Limit, EW21: Ending, EW22: Score, EW23: Tie,
};
