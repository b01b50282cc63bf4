// A grid of flat-top hexes in axial coordinates. Lengths are in em: a hex is 10 em wide, so text scales with the grid.
const SIDE = 5;
export const WIDTH = 2 * SIDE;
export const HEIGHT = Math.sqrt(3) * SIDE;
export const CORNERS = "97.5,43.3 73.75,84.4 26.25,84.4 2.5,43.3 26.25,2.2 73.75,2.2"; // in a box of 100 by 86.6

const DIRECTIONS = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];

/** The centre of a hex. */
export const centre = ({ q, r }) => ({ x: 1.5 * SIDE * q, y: HEIGHT * (r + q / 2) });

/** The bounding box of hexes: its left top corner and its size. */
export function bounds(hexes) {
  const centres = hexes.map(centre);
  const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - WIDTH / 2, Math.min(...ys) - HEIGHT / 2];
  return { left, top, width: Math.max(...xs) + WIDTH / 2 - left, height: Math.max(...ys) + HEIGHT / 2 - top };
}

/** The box of one hex within such a bounding box. */
export function boxOf(hex, box) {
  const { x, y } = centre(hex);
  return { left: x - WIDTH / 2 - box.left, top: y - HEIGHT / 2 - box.top, width: WIDTH, height: HEIGHT };
}

/** The same as a CSS style. */
export function positionStyle(hex, box) {
  const { left, top } = boxOf(hex, box);
  return { left: `${left}em`, top: `${top}em` };
}

/** The six neighbours of a hex. */
export const neighbours = ({ q, r }) => DIRECTIONS.map(([dq, dr]) => ({ q: q + dq, r: r + dr }));
/** A hex as a text, for use as a key. */
export const key = ({ q, r }) => `${q},${r}`;

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The nearest hex in the direction of an arrow key, or null. Of two equally near ones, left takes the upper, right the lower. */
export function hexTowards(arrow, from, hexes) {
  if (!(arrow in ARROWS)) return null;
  const [dx, dy] = ARROWS[arrow];
  const start = centre(from);
  let best = null;
  for (const hex of hexes) {
    const at = centre(hex);
    const [x, y] = [at.x - start.x, at.y - start.y];
    const along = x * dx + y * dy;
    const across = x * dy + y * dx;
    const far = along + Math.abs(across) - 0.01 * dx * y;
    if (along > 0.1 && Math.abs(across) <= 1.01 * along && far < (best?.far ?? Infinity)) best = { hex, far };
  }
  return best?.hex ?? null;
}
