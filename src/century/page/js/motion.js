// Motion: what changes its place on the board travels there, by the browser's View Transitions.
import { journeysOf, placesOf, stationsOf } from "./games.js";
import { calm } from "./settings.js";
import { signal } from "./ui.js";
import { CUBES } from "./words.js";

let lastId = 0;

/** Which cube lies where: {place: [{letter, id}]}. A cube keeps its id wherever it goes. */
export const tracks = signal({});

/** Let cubes keep their ids from one moment to the next; return the tracks and the ids that moved. */
export function follow(before, places) {
  const after = {};
  const gone = []; // left their place
  const come = []; // appeared on a place
  for (const place of new Set([...Object.keys(before), ...Object.keys(places)])) {
    const kept = [...(before[place] ?? [])];
    after[place] = [];
    for (const letter of places[place] ?? "") {
      const at = kept.findIndex((cube) => cube.letter === letter);
      if (at >= 0) after[place].push(...kept.splice(at, 1));
      else come.push({ letter, place });
    }
    gone.push(...kept.map((cube) => ({ ...cube, place })));
  }
  const moved = new Set();
  for (const { letter, place } of come) {
    // One that rises stays where it is; one that is paid goes where another of its colour came from.
    let at = gone.findIndex((cube) => cube.place === place);
    if (at < 0) at = gone.findIndex((cube) => cube.letter === letter);
    const id = at >= 0 ? gone.splice(at, 1)[0].id : ++lastId;
    moved.add(id);
    after[place].push({ letter, id });
  }
  for (const cubes of Object.values(after)) cubes.sort((a, b) => CUBES.indexOf(a.letter) - CUBES.indexOf(b.letter));
  return { tracks: after, moved };
}

let seen = null; // the view that was shown last
let stations = {}; // where what travels was last, by its name

/** The names of what changes its place; a picture is taken of each of these, so of nothing else. */
function movers(next) {
  const names = new Set([...Object.keys(stations), ...Object.keys(next)]);
  const moving = [...names].filter((one) => stations[one] !== next[one]);
  stations = next;
  return moving;
}

/**
 * What travels, by name: {name: element}. Two things of one name would stop all motion, so the last one has it. `journeys` are
 * the selectors of what has no name of its own.
 */
function travellers(moving, cubes, journeys) {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-travel]")) {
    if (moving.includes(element.dataset.travel)) found.set(element.dataset.travel, element);
  }
  for (const id of cubes) {
    const cube = document.querySelector(`[data-cube="${id}"]`);
    if (cube) found.set(`cube-${id}`, cube);
  }
  journeys.forEach((selector, i) => {
    const shown = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
    if (shown) found.set(`journey-${i}`, shown);
  });
  return found;
}

const name = (elements) => elements.forEach((element, given) => { element.style.viewTransitionName = given; });
const unname = (elements) => elements.forEach((element) => { element.style.viewTransitionName = ""; });

const boxOf = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
};
const boxes = (elements) => new Map([...elements].map(([given, element]) => [given, boxOf(element)]));

let running = null; // the transition under way
let pending = null; // a change that the browser has not come to yet

/** Change the page to show another view; things travel, where the browser can and the person likes it. */
export function travel(change, view) {
  pending?.(); // in the order they came, whatever the browser is doing
  running?.skipTransition();
  const next = view ? follow(tracks.peek(), placesOf(view)) : { tracks: tracks.peek(), moved: new Set() };
  const whole = () => {
    pending = null;
    change();
    tracks.value = next.tracks;
  };
  const moving = view ? movers(stationsOf(view)) : [];
  const journeys = view ? journeysOf(seen, view) : [];
  seen = view ?? seen;
  if (!document.startViewTransition || calm() || document.hidden || !view) return whole();
  let named = travellers(moving, next.moved, journeys.map(([from]) => from));
  const before = boxes(named);
  name(named);
  pending = whole;
  const transition = document.startViewTransition(async () => {
    unname(named);
    if (pending === whole) whole();
    await new Promise((resolve) => setTimeout(resolve)); // Preact draws meanwhile
    named = travellers(moving, next.moved, journeys.map(([, to]) => to));
    // What stays where it is can be clicked on at once: a named element is only a picture while things travel.
    for (const [given, box] of boxes(named)) if (before.get(given) === box) named.delete(given);
    name(named);
  });
  running = transition;
  transition.ready.catch(() => {}); // skipped for the next one
  transition.finished.finally(() => {
    unname(named);
    if (running === transition) running = null;
  });
}
