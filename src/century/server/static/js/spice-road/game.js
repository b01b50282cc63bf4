// Spice Road as the page knows it.
import { Board } from "./board.js";
import { Emblem } from "./emblem.js";

/** Where cubes lie: in caravans, and on the cards of the merchant row. */
function places(view) {
  const seats = view.seats.map((seat, i) => [`seat-${i}`, seat.cubes]);
  const cards = view.merchant_row.map(({ card, cubes }) => [`card-${card}`, cubes]);
  return Object.fromEntries([...seats, ...cards]);
}

export default { name: "spice-road", Board, Emblem, places, examples: () => import("./examples.js"), barVerbs: ["trade", "done"] };
