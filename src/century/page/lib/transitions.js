// Animated moves of cubes, cards and other pieces, by the browser's View Transitions.
import { GAMES } from "./games.js";
import { reducedMotion } from "./settings.js";
import { signal } from "./ui.js";
import { CUBES } from "./words.js";

let lastId = 0;

/** The cubes by place: {place: [{letter, id}]}. A cube keeps its id when it moves to another place. */
export const cubeIds = signal({});

/** Carry the ids over from one view to the next. Returns the new {place: [{letter, id}]} and the ids that moved. */
function trackCubes(before, places) {
  const after = {};
  const removed = []; // cubes that left their place
  const added = []; // cubes that appeared on a place
  for (const place of new Set([...Object.keys(before), ...Object.keys(places)])) {
    const kept = [...(before[place] ?? [])];
    after[place] = [];
    for (const letter of places[place] ?? "") {
      const at = kept.findIndex((cube) => cube.letter === letter);
      if (at >= 0) after[place].push(...kept.splice(at, 1));
      else added.push({ letter, place });
    }
    removed.push(...kept.map((cube) => ({ ...cube, place })));
  }
  const moved = new Set();
  for (const { letter, place } of added) {
    // An upgraded cube stays on its place; otherwise a cube of the same colour has moved here.
    let at = removed.findIndex((cube) => cube.place === place);
    if (at < 0) at = removed.findIndex((cube) => cube.letter === letter);
    const id = at >= 0 ? removed.splice(at, 1)[0].id : ++lastId;
    moved.add(id);
    after[place].push({ letter, id });
  }
  for (const cubes of Object.values(after)) cubes.sort((a, b) => CUBES.indexOf(a.letter) - CUBES.indexOf(b.letter));
  return { cubes: after, moved };
}

let lastView = null;
let piecePlaces = {}; // of the last view, by the piece's name

/** The names of the pieces that change their place. Only these get a transition name: each one costs a screenshot. */
function movingPieces(next) {
  const pieces = new Set([...Object.keys(piecePlaces), ...Object.keys(next)]);
  const moving = [...pieces].filter((piece) => piecePlaces[piece] !== next[piece]);
  piecePlaces = next;
  return moving;
}

/** The transfers of a game between two views of one table: [[from, to]] as selectors. */
const transfersBetween = (before, after) => {
  const same = before?.game === after.game && before.players === after.players;
  return same ? GAMES[after.game].transfers(before, after) : [];
};

/**
 * The elements to animate by transition name: {name: element}. Two elements of one name would cancel the transition, so the
 * last one gets it. `selectors` find the ends of transfers, which have no `data-piece` of their own.
 */
function animated(pieces, cubes, selectors) {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-piece]")) {
    if (pieces.includes(element.dataset.piece)) found.set(element.dataset.piece, element);
  }
  for (const id of cubes) {
    const cube = document.querySelector(`[data-cube="${id}"]`);
    if (cube) found.set(`cube-${id}`, cube);
  }
  selectors.forEach((selector, i) => {
    const visible = [...document.querySelectorAll(selector)].find((element) => element.checkVisibility());
    if (visible) found.set(`transfer-${i}`, visible);
  });
  return found;
}

const setNames = (elements) => elements.forEach((element, name) => { element.style.viewTransitionName = name; });
const clearNames = (elements) => elements.forEach((element) => { element.style.viewTransitionName = ""; });

const boxOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
};
const boxes = (elements) => new Map([...elements].map(([name, element]) => [name, boxOf(element)]));

let running = null; // the transition in progress
let pending = null; // an update that the browser has not applied yet

/**
 * Apply an update of the page that shows another view, and animate the pieces that move. Without a view nothing is animated.
 * The update happens at once or in the returned promise.
 */
export function animate(update, view) {
  pending?.(); // apply updates in order, even if the browser is late
  running?.skipTransition();
  const game = view && GAMES[view.game];
  const next = game ? trackCubes(cubeIds.peek(), game.cubePlaces(view)) : { cubes: cubeIds.peek(), moved: new Set() };
  const apply = () => {
    pending = null;
    update();
    cubeIds.value = next.cubes;
  };
  const pieces = game ? movingPieces(game.piecePlaces(view)) : [];
  const transfers = game ? transfersBetween(lastView, view) : [];
  lastView = view ?? lastView;
  const moves = pieces.length + next.moved.size + transfers.length > 0; // a transition delays the update by a screenshot
  if (!moves || !document.startViewTransition || reducedMotion() || document.hidden) return apply();
  let elements = animated(pieces, next.moved, transfers.map(([from]) => from));
  const before = boxes(elements);
  setNames(elements);
  pending = apply;
  const transition = document.startViewTransition(async () => {
    clearNames(elements);
    if (pending === apply) apply();
    await new Promise((resolve) => setTimeout(resolve)); // Preact renders in this time
    elements = animated(pieces, next.moved, transfers.map(([, to]) => to));
    // A named element cannot be clicked during the transition, so elements that stay in place lose their name.
    for (const [name, box] of boxes(elements)) if (before.get(name) === box) elements.delete(name);
    setNames(elements);
  });
  running = transition;
  transition.ready.catch(() => {}); // the next transition has replaced this one
  const applied = transition.updateCallbackDone.catch(() => {});
  transition.finished.finally(() => {
    clearNames(elements);
    if (running === transition) running = null;
  });
  return applied;
}
