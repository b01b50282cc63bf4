// The page module of Eastern Wonders.
import { Emblem, icon } from "./emblem.js";
import { Board } from "./board.js";
import { SheetIcon } from "./piece-icons.js";
import { Showcase } from "./showcase.js";

/** The cubes by place: in the holds, and on the tiles of the map. */
function cubePlaces(view) {
  const seats = view.seats.map((seat, i) => [`seat-${i}`, seat.cubes]);
  const cells = Object.entries(view.map).map(([name, cell]) => [`cell-${name}`, cell.cubes]);
  return Object.fromEntries([...seats, ...cells]);
}

/** The place of every boat, by its name for transitions. The outpost that is being built may move with every view. */
function piecePlaces(view) {
  const boats = view.seats.map(({ boat }, seat) => [`boat-${seat}`, boat]);
  return Object.fromEntries([...boats, ["outpost", view]]);
}

/** The phrases for the log: all steps of the boat become one, and it does not mention the decisions to anchor or to stop. */
function summarize(phrases) {
  const steps = phrases.filter(({ verb }) => verb === "sail");
  const left = phrases.filter(({ verb }) => verb === "drop").map(({ cubes }) => cubes).join("");
  const omitted = ["sail", "drop", "done", steps.length && "anchor"];
  const kept = phrases.filter(({ verb }) => !omitted.includes(verb));
  if (left) kept.unshift({ verb: "drop", cubes: left });
  const via = steps.slice(0, -1).map(({ what }) => what);
  if (steps.length) kept.unshift({ ...steps.at(-1), via: via.length ? via : null });
  return kept;
}

/** A claimed tile moves from its port to the claimed tiles of its seat. */
const transfers = (before, after) => after.seats.flatMap(({ claimed, boat }, seat) => (claimed === before.seats[seat].claimed + 1
  ? [[`[data-cell="${boat}"] .vp-medal`, `[data-seat="${seat}"] .claims > :nth-child(${claimed + 1})`]] : []));

export default {
  Board, Emblem, icon, SheetIcon, Showcase, cubePlaces, piecePlaces, transfers, summarize,
  examples: () => import("./rule-examples.js"),
  lessons: "/static/games/eastern-wonders/lessons.json",
  demo: "/static/games/eastern-wonders/demo.json",
  styles: ["/static/games/eastern-wonders/art/map.css", "/static/games/eastern-wonders/showcase.css"],
  barVerbs: ["anchor", "collect", "leave", "build", "trade", "claim", "harvest", "pass", "bonus", "done"],
  mainVerbs: ["build", "claim", "collect"],
  cubeVerbs: ["pay", "upgrade", "discard", "drop"],
  sounds: {
    take: "cubes", sail: "card", drop: "cubes", pay: "cubes", collect: "cubes", build: "card", trade: "cubes", claim: "claim", harvest: "cubes",
    bonus: "coin", upgrade: "cubes", discard: "cubes",
  },
  keys: { done: "e" },
  preview: ".hex",
  drags: [[".hex.here .boats", ".hex.legal, .hex.far"]],
  autoToken: "anchor",
  repeat: { again: "trade", stop: "done", counts: (token) => token === "trade" },
  pages: { maps: { title: "eastern-wonders.maps.menu", load: () => import("./map-editor.js") } },
};
