// Spice Road as the page knows it.
import { Board } from "./board.js";
import { pointName, travelName } from "./cards.js";
import { Emblem } from "./emblem.js";

/** Where cubes lie: in caravans, and on the cards of the merchant row. */
function places(view) {
  const seats = view.seats.map((seat, i) => [`seat-${i}`, seat.cubes]);
  const cards = view.merchant_row.map(({ card, cubes }) => [`card-${card}`, cubes]);
  return Object.fromEntries([...seats, ...cards]);
}

/** Where cards and coins lie, by the name they travel under. */
function stations(view) {
  const lying = (cards, place, seat) => cards.map((card, i) => [travelName(card, seat), `${place} ${i}`]);
  const held = view.seats.map(({ hand, played }, seat) => [...lying(hand, `hand ${seat}`, seat), ...lying(played, `played ${seat}`, seat)]);
  return Object.fromEntries([
    ...lying(view.merchant_row.map(({ card }) => card), "row"),
    ...view.point_row.map((card, i) => [pointName(card), `points ${i}`]),
    ...held.flat(),
    ["coins-gold", 0],
    ["coins-silver", view.gold ? 1 : 0],
  ]);
}

/** A turn as one would tell it: that it ended goes without saying. */
const retold = (phrases) => phrases.filter(({ verb }) => verb !== "done");

export default {
  name: "spice-road", Board, Emblem, places, stations, retold, examples: () => import("./examples.js"), barVerbs: ["trade", "done"],
};
