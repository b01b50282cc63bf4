// The state of the map editor: the tiles, the undo history, and the server's verdict.
import { get, post } from "/static/lib/api.js";
import { key } from "/static/lib/hex-grid.js";
import { computed, signal } from "/static/lib/ui.js";
import { added, count, cutOff, moved, namesOf, removed, textOf, tileAt, tilesOf } from "./draft.js";

export const TRAY = "tray"; // holds the sea tiles that are not on the map

export const hexOf = (text) => {
  const [q, r] = text.split(",").map(Number);
  return { q, r };
};

/** Create a draft: its signals and operations. */
export function openDraft() {
  const tiles = signal(null);
  const held = signal(null); // the key of the hex that was picked up, or TRAY
  const verdict = signal(null); // the server's answer to the map, or the error
  const fault = signal(null); // the error of the last text or random map
  const show = async (next) => {
    tiles.value = next;
    held.value = null;
    const answer = await post("/api/maps", { map: textOf(next) }).catch((error) => error);
    if (tiles.value === next) verdict.value = answer;
  };
  const { change, ...steps } = history(tiles, show);
  const load = (asking) => asking.then((read) => change(tilesOf(read.cells)), (error) => { fault.value = error; });
  const open = (asking) => {
    fault.value = null;
    return load(asking);
  };
  const drop = (from, to) => change(dropped(tiles.value, from, to));
  return {
    tiles, held, verdict, fault, drop, ...steps,
    names: computed(() => namesOf(tiles.value ?? [])),
    marks: computed(() => marksOf(tiles.value ?? [], verdict.value)),
    read: (text) => open(post("/api/maps", { map: text })),
    random: () => open(get(`/api/maps/random?seed=${newSeed()}&sea=${count(tiles.value, "sea")}`)),
    choose: (hex) => chosen(tiles.value, held, key(hex), drop),
  };
}

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Pick up a tile, put it back, or put it down. */
function chosen(tiles, held, hex, drop) {
  const taken = tileAt(tiles, hexOf(hex));
  if (held.value === null) held.value = taken ? hex : null;
  else if (held.value === hex) held.value = null;
  else if (held.value !== TRAY || !taken) drop(held.value, hex);
}

/** The undo history. */
function history(tiles, show) {
  const before = signal([]);
  const after = signal([]);
  const step = (from, to) => {
    if (!from.value.length) return;
    to.value = [...to.value, tiles.value];
    show(from.value.at(-1));
    from.value = from.value.slice(0, -1);
  };
  const change = (next) => {
    if (tiles.value) before.value = [...before.value, tiles.value];
    after.value = [];
    return show(next);
  };
  return { before, after, change, undo: () => step(before, after), redo: () => step(after, before) };
}

/** The tiles after a drop: from a hex or the tray, to a hex or the tray. */
function dropped(tiles, from, to) {
  if (from === TRAY) return added(tiles, "sea", hexOf(to));
  const tile = tileAt(tiles, hexOf(from));
  if (to === TRAY) return tile.kind === "sea" ? removed(tiles, tile) : tiles;
  return moved(tiles, tile, hexOf(to));
}

/** Warnings by tile: "apart" is not connected, "lonely" has few neighbours. */
function marksOf(tiles, verdict) {
  if (!verdict?.cells) return Object.fromEntries(cutOff(tiles).map((tile) => [key(tile), "apart"]));
  const names = namesOf(tiles);
  return Object.fromEntries(tiles.filter((_, i) => verdict.lonely.includes(names[i])).map((tile) => [key(tile), "lonely"]));
}
