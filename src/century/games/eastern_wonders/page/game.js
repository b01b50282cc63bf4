// The page module of Eastern Wonders.
import { html } from "/static/lib/ui.js";
import { Board } from "./board.js";

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
  ? [[`[data-cell="${boat}"] .vp-medal`, `[data-seat="${seat}"] .claims > :nth-child(${claimed})`]] : []));

/** The emblem: a boat between islands. */
function Emblem() {
  return html`<svg class="emblem wonders-emblem" viewBox="0 0 120 90" aria-hidden="true">
    <rect class="water" width="120" height="90" rx="12" />
    <circle class="sun" cx="88" cy="26" r="13" />
    <path class="isle far" d="M0 56q14-20 30-9 10-12 24 9z" /><path class="isle" d="M76 58q14-15 24-6 8-7 20 1v5z" />
    <path class="wave" d="M0 62q7.5-6 15 0t15 0 15 0 15 0 15 0 15 0 15 0 15 0v28H0z" />
    <path class="sail" d="M62 16q20 14 20 42H62z" /><path class="sail small" d="M57 24q-5 20-19 34h19z" />
    <path class="hull" d="M30 61h62q-5 16-18 16H48q-13 0-18-16z" /><path class="mast" d="M59.5 12v49" />
    <path class="wave near" d="M0 76q7.5-6 15 0t15 0 15 0 15 0 15 0 15 0 15 0 15 0v14H0z" />
  </svg>`;
}

export default {
  Board, Emblem, cubePlaces, piecePlaces, transfers, summarize,
  examples: () => import("./rule-examples.js"),
  lessons: "/static/games/eastern-wonders/lessons.json",
  barVerbs: ["anchor", "collect", "leave", "build", "trade", "claim", "harvest", "pass", "bonus", "done"],
  cubeVerbs: ["pay", "upgrade", "discard", "drop"],
  autoToken: "anchor",
  repeat: { again: "trade", stop: "done", counts: (token) => token === "trade" },
  pages: { maps: { title: "eastern-wonders.maps.menu", load: () => import("./map-editor.js") } },
};
