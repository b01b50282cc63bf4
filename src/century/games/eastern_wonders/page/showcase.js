// What the front page shows of a game of Eastern Wonders: the middle of the map, and the players.
import { bounds, boxOf, centre, HEIGHT, WIDTH } from "/static/lib/hex-grid.js";
import { piecesOf } from "/static/lib/games.js";
import { ShowcasePlayers } from "/static/parts/showcase-players.js";
import { html } from "/static/lib/ui.js";
import { Cell } from "./cell.js";

const [COLUMNS, ROWS] = [5, 2.6];

export function Showcase({ table, view }) {
  const cells = inTheMiddle(view.map);
  const box = bounds(Object.values(cells));
  const about = { table, view, types: piecesOf(view.game).types, box };
  return html`<div class="showcase">
    <div class="waters"><div class="showcase-map" style=${{ "--columns": box.width, "--rows": box.height }}>
      ${Object.entries(cells).map(([name, cell]) => html`<span key=${name} class=${isOuter(cell, box) ? "outer" : ""}>
        <${Cell} about=${about} name=${name} focusProps=${{}} /></span>`)}</div></div>
    <${ShowcasePlayers} table=${table} view=${view} />
  </div>`;
}

/** Whether a cell is in the first or the last column, for which phones have no room. */
function isOuter(cell, box) {
  const { left } = boxOf(cell, box);
  return left < 1 || left + WIDTH > box.width - 1;
}

/** The cells around the centre of the map: the whole map would be too small to read. */
function inTheMiddle(map) {
  const whole = bounds(Object.values(map));
  const middle = { x: whole.left + whole.width / 2, y: whole.top + whole.height / 2 };
  return Object.fromEntries(Object.entries(map).filter(([, cell]) => {
    const { x, y } = centre(cell);
    return Math.abs(x - middle.x) <= 0.75 * WIDTH * COLUMNS / 2 && Math.abs(y - middle.y) <= HEIGHT * ROWS / 2;
  }));
}
