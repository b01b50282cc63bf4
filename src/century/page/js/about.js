// What the server says about the games once and for all: levels, and the numbers no view repeats.
import { get } from "./api.js";
import { signal } from "./ui.js";

const about = signal(null);
let asked = null;

/** Everything of /api/games, as soon as it is there. */
export function aboutGames() {
  asked ??= get("/api/games").then((read) => { about.value = read; }, () => { asked = null; });
  return about.value;
}

/** The pieces of a game, null until they are known. */
export const piecesOf = (game) => aboutGames()?.games.find((one) => one.name === game).pieces ?? null;
