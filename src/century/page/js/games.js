// The games the page can show. Everything else asks here and never for a game by its name.
import eastern from "./eastern-wonders/game.js";
import spice from "./spice-road/game.js";

export const GAMES = { [spice.name]: spice, [eastern.name]: eastern };

/** Where cubes lie in a view: {place: "YYR"}. */
export const placesOf = (view) => GAMES[view.game].places(view);

/** What goes from one drawn thing to another between two views of a table: [[from, to]], as selectors. */
export const journeysOf = (before, after) => {
  const same = before?.game === after.game && before.players === after.players;
  return same ? GAMES[after.game].journeys(before, after) : [];
};

/** Where everything else that travels is in a view: {name: place}. */
export const stationsOf = (view) => GAMES[view.game].stations(view);
