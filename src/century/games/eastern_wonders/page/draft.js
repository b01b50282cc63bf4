// The tiles of a map in the editor: how to move them, and the map as text. The server checks whether the map is valid.
import { neighbours, key } from "/static/lib/hex-grid.js";

const LETTERS = { market: "M", port: "P", sea: "S" };
const GAP = ".";

/** The tiles {kind, q, r} of a map in the server's answer. */
export const tilesOf = (cells) => inOrder(Object.values(cells).map(({ kind, q, r }) => ({ kind, q, r })));

/** Sort by column, then from the top: the order of the cells' names. */
const inOrder = (tiles) => [...tiles].sort((a, b) => a.q - b.q || a.r - b.r);

export const tileAt = (tiles, hex) => tiles.find((tile) => key(tile) === key(hex));

/** The tiles after one was moved. If there is a tile at the target, the two swap. */
export function moved(tiles, from, to) {
  const place = { [key(from)]: { q: to.q, r: to.r }, [key(to)]: { q: from.q, r: from.r } };
  return inOrder(tiles.map((tile) => ({ ...tile, ...place[key(tile)] })));
}

export const added = (tiles, kind, { q, r }) => inOrder([...tiles, { kind, q, r }]);
export const removed = (tiles, hex) => tiles.filter((tile) => key(tile) !== key(hex));
export const count = (tiles, kind) => tiles.filter((tile) => tile.kind === kind).length;

/** The free hexes beside a tile. */
export function freeNeighbours(tiles) {
  const taken = new Set(tiles.map(key));
  const free = new Map(tiles.flatMap(neighbours).filter((hex) => !taken.has(key(hex))).map((hex) => [key(hex), hex]));
  return [...free.values()];
}

/** The tiles that are not connected with the largest group. */
export function cutOff(tiles) {
  let rest = [...tiles];
  let largest = [];
  while (rest.length) {
    const group = [rest[0]];
    for (const tile of group) {
      const near = new Set(neighbours(tile).map(key));
      group.push(...rest.filter((other) => near.has(key(other)) && !group.includes(other)));
    }
    rest = rest.filter((tile) => !group.includes(tile));
    if (group.length > largest.length) largest = group;
  }
  return tiles.filter((tile) => !largest.includes(tile));
}

/** The names of the cells as in the server's messages: a letter for the column, a number from the top. An invalid map has names too. */
export function namesOf(tiles) {
  const left = Math.min(...tiles.map(({ q }) => q));
  const number = ({ q, r }) => tiles.filter((other) => other.q === q && other.r <= r).length;
  return tiles.map((tile) => `${String.fromCharCode(65 + tile.q - left)}${number(tile)}`);
}

/** The map as text, see docs/maps.md: a row is half a tile high. */
export function textOf(tiles) {
  const line = ({ q, r }) => 2 * r + q;
  const [left, right] = [Math.min(...tiles.map(({ q }) => q)), Math.max(...tiles.map(({ q }) => q))];
  const [top, bottom] = [Math.min(...tiles.map(line)), Math.max(...tiles.map(line))];
  const rows = Array.from({ length: bottom - top + 1 }, () => Array(right - left + 1).fill(GAP));
  for (const tile of tiles) rows[line(tile) - top][tile.q - left] = LETTERS[tile.kind];
  return rows.map((row) => row.join("")).join("/");
}
