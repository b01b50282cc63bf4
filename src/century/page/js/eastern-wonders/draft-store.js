// The map in the editor as it changes: its tiles, what was there before, and what the server says of it.
import { get, post } from "../api.js";
import { key } from "../hexes.js";
import { computed, signal } from "../ui.js";
import { added, count, cutOff, moved, removed, textOf, tileAt, tilesOf } from "./draft.js";

export const TRAY = "tray"; // where sea tiles wait that are not on the map

export const hexOf = (text) => {
  const [q, r] = text.split(",").map(Number);
  return { q, r };
};

/** A new draft: signals, and what can be done with it. */
export function openDraft() {
  const tiles = signal(null);
  const held = signal(null); // the key of the hex picked up, or the tray
  const verdict = signal(null); // the server's answer, or its refusal
  const fault = signal(null); // what else was refused
  const show = async (next) => {
    tiles.value = next;
    held.value = null;
    const answer = await post("/api/maps", { map: textOf(next) }).catch((refused) => refused);
    if (tiles.value === next) verdict.value = answer;
  };
  const { change, ...steps } = history(tiles, show);
  const load = (asking) => asking.then((read) => change(tilesOf(read.cells)), (refused) => { fault.value = refused; });
  const open = (asking) => {
    fault.value = null;
    return load(asking);
  };
  const drop = (from, to) => change(dropped(tiles.value, from, to));
  return {
    tiles, held, verdict, fault, drop, ...steps,
    names: computed(() => Object.keys(verdict.value?.cells ?? {})),
    marks: computed(() => marksOf(tiles.value ?? [], verdict.value)),
    read: (text) => open(post("/api/maps", { map: text })),
    random: () => open(get(`/api/maps/random?seed=${newSeed()}&sea=${count(tiles.value, "sea")}`)),
    choose: (hex) => chosen(tiles.value, held, key(hex), drop),
  };
}

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** Pick up, put back or put down. */
function chosen(tiles, held, hex, drop) {
  const taken = tileAt(tiles, hexOf(hex));
  if (held.value === null) held.value = taken ? hex : null;
  else if (held.value === hex) held.value = null;
  else if (held.value !== TRAY || !taken) drop(held.value, hex);
}

/** Changes that can be undone and redone. */
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

/** What comes of putting down what was picked up: from a hex or the tray, on a hex or back into the tray. */
function dropped(tiles, from, to) {
  if (from === TRAY) return added(tiles, "sea", hexOf(to));
  const tile = tileAt(tiles, hexOf(from));
  if (to === TRAY) return tile.kind === "sea" ? removed(tiles, tile) : tiles;
  return moved(tiles, tile, hexOf(to));
}

/** What is wrong with which tiles: cut off, or hardly in touch. */
function marksOf(tiles, verdict) {
  if (!verdict?.cells) return Object.fromEntries(cutOff(tiles).map((tile) => [key(tile), "apart"]));
  const names = Object.keys(verdict.cells);
  return Object.fromEntries(tiles.filter((_, i) => verdict.lonely.includes(names[i])).map((tile) => [key(tile), "lonely"]));
}
