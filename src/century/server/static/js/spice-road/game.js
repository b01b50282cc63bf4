// Spice Road as the page knows it.
import { html } from "../ui.js";
import { Board } from "./board.js";

/** Where cubes lie: in caravans, and on the cards of the merchant row. */
function places(view) {
  const seats = view.seats.map((seat, i) => [`seat-${i}`, seat.cubes]);
  const cards = view.merchant_row.map(({ card, cubes }) => [`card-${card}`, cubes]);
  return Object.fromEntries([...seats, ...cards]);
}

function Emblem() {
  return html`<svg class="emblem" viewBox="0 0 120 90" aria-hidden="true"></svg>`;
}

export default { name: "spice-road", Board, Emblem, places, barVerbs: ["rest", "trade", "done"] };
