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
  const held = view.seats.map(({ hand, played }, seat) => [
    ...lying(hand, `hand ${seat}`, seat), ...lying(played, `played ${seat}`, seat),
  ]);
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

/** A claimed point card goes to the others of its seat, and a coin to its coins. */
function journeys(before, after) {
  const gone = before.point_row.find(({ cost }) => after.point_row.every((card) => card.cost !== cost));
  return after.seats.flatMap((seat, i) => {
    const at = `[data-seat="${i}"]`;
    if (seat.claimed !== before.seats[i].claimed + 1 || !gone) return [];
    const coin = ["gold", "silver"].find((kind) => seat[kind] > before.seats[i][kind]);
    const card = [`[data-travel="${pointName(gone)}"] .card`, `${at} .tally`];
    return coin ? [card, [`.over .coin.${coin}`, `${at} .gains .coin.${coin}`]] : [card];
  });
}

export default {
  name: "spice-road", Board, Emblem, places, stations, journeys, retold,
  examples: () => import("./examples.js"),
  barVerbs: ["trade", "done"],
};
