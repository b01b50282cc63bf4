// The page module of Spice Road.
import { Board } from "./board.js";
import { merchantPiece, pointPiece, SheetIcon } from "./cards.js";
import { Emblem, icon } from "./emblem.js";
import { Showcase } from "./showcase.js";

/** The cubes by place: in the caravans, and on the cards of the merchant row. */
function cubePlaces(view) {
  const seats = view.seats.map((seat, i) => [`seat-${i}`, seat.cubes]);
  const cards = view.merchant_row.map(({ card, cubes }) => [`card-${card}`, cubes]);
  return Object.fromEntries([...seats, ...cards]);
}

/** The place of every card and coin, by its name for transitions. */
function piecePlaces(view) {
  const placed = (cards, place, seat) => cards.map((card, i) => [merchantPiece(card, seat), `${place} ${i}`]);
  const held = view.seats.map(({ hand, played }, seat) => [
    ...placed(hand, `hand ${seat}`, seat), ...placed(played, `played ${seat}`, seat),
  ]);
  return Object.fromEntries([
    ...placed(view.merchant_row.map(({ card }) => card), "row"),
    ...view.point_row.map((card, i) => [pointPiece(card), `points ${i}`]),
    ...held.flat(),
    ...view.point_row.map(({ coin }, i) => [`coins-${coin}`, i]),
  ]);
}

/** A card that is being played stays in the hand until the turn is confirmed. */
function staging(view, before, tokens) {
  const [verb, playing] = tokens[0].split(" ");
  if (verb !== "play") return view;
  const { hand, played } = before.seats[before.seat];
  return { ...view, seats: view.seats.with(before.seat, { ...view.seats[before.seat], hand, played, playing }) };
}

/** The phrases for the log: it does not mention the decision to stop. */
const summarize = (phrases) => phrases.filter(({ verb }) => verb !== "done");

/** A claimed point card moves to the claimed cards of its seat, and a coin to its coins. */
function transfers(before, after) {
  const gone = before.point_row.find(({ cost }) => after.point_row.every((card) => card.cost !== cost));
  return after.seats.flatMap((seat, i) => {
    const at = `[data-seat="${i}"]`;
    if (seat.claimed !== before.seats[i].claimed + 1 || !gone) return [];
    const coin = ["gold", "silver"].find((kind) => seat[kind] > before.seats[i][kind]);
    const card = [`[data-piece="${pointPiece(gone)}"] .card`, `${at} .tally`];
    return coin ? [card, [`.over .coin.${coin}`, `${at} .claims .coin.${coin}`]] : [card];
  });
}

export default {
  Board, Emblem, icon, SheetIcon, Showcase, cubePlaces, piecePlaces, transfers, summarize, staging,
  examples: () => import("./rule-examples.js"),
  lessons: "/static/games/spice-road/lessons.json",
  demo: "/static/games/spice-road/demo.json",
  styles: ["/static/games/spice-road/art/cards.css", "/static/games/spice-road/showcase.css"],
  barVerbs: ["trade", "done"],
  cubeVerbs: ["pay", "upgrade", "discard"],
  sounds: { play: "card", acquire: "card", rest: "card", claim: "claim", pay: "cubes", trade: "cubes", upgrade: "cubes", discard: "cubes" },
  keys: { done: "e" },
  // Playing a trade card trades once.
  repeat: { again: "trade", stop: "done", counts: (token) => token === "trade" || token.startsWith("play ") },
};
