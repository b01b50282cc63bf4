// Eastern Wonders as the page knows it.
import { html } from "../ui.js";
import { Board } from "./board.js";

/** Where cubes lie: in holds, and on the tiles of the map. */
function places(view) {
  const seats = view.seats.map((seat, i) => [`seat-${i}`, seat.cubes]);
  const cells = Object.entries(view.map).map(([name, cell]) => [`cell-${name}`, cell.cubes]);
  return Object.fromEntries([...seats, ...cells]);
}

function Emblem() {
  return html`<svg class="emblem" viewBox="0 0 120 90" aria-hidden="true"></svg>`;
}

export default {
  name: "eastern-wonders", Board, Emblem, places,
  barVerbs: ["anchor", "collect", "leave", "build", "trade", "claim", "harvest", "pass", "bonus", "done"],
};
