// The games that the server offers. Each game brings its own script and style sheet; nothing else here knows a game by name.
import { get } from "./api.js";
import { signal } from "./ui.js";

const RETRY = 2000; // milliseconds

/**
 * What a game's script game.js may leave out of its default export. Only `Board` is required, a component with the props `table` and
 * `view`. docs/page.md describes every entry.
 */
const OPTIONAL = {
  Emblem: () => null,
  icon: null,
  SheetIcon: null,
  Showcase: null,
  cubePlaces: () => ({}),
  piecePlaces: () => ({}),
  transfers: () => [],
  summarize: (phrases) => phrases,
  demo: null,
  examples: async () => ({ default: {} }),
  lessons: null,
  barVerbs: null,
  cubeVerbs: [],
  autoToken: null,
  repeat: null,
  pages: {},
  sounds: {},
  keys: {},
  preview: ".card",
  drags: [],
};

/** The default exports of the games' scripts by name, in the server's order. Complete once `loaded` is true. */
export const GAMES = {};
export const loaded = signal(false);

/** Why the list of games could not be read; null while it is fine. */
export const gamesFault = signal(null);

/** The titles of the games that cannot be played, that have no page, or whose script failed to load. */
export const unavailable = [];

let answer = null; // of GET /api/games

/** The entries of GET /api/games whose game the page can show. */
export const playable = () => answer.games.filter(({ name }) => name in GAMES);

/** The levels of the bots that play a game, or all levels. */
export const levels = (game) => (game ? answer.games.find(({ name }) => name === game) : answer).levels;

/** The constants of a game, such as its starting sets: the numbers that no view repeats. */
export const piecesOf = (game) => answer.games.find(({ name }) => name === game).pieces;

/** The verbs of a game's decisions. */
export const verbsOf = (game) => [...new Set(answer.games.find(({ name }) => name === game).actions.map((token) => token.split(" ")[0]))];

/** A game's title as the server knows it, for games without words on the page. */
export const serverTitle = (game) => answer.games.find(({ name }) => name === game)?.title ?? game;

/** The names of the games that have a lesson. */
export const gamesWithLessons = () => Object.keys(GAMES).filter((name) => GAMES[name].lessons);

/** The pages that games add to the menu: {key: {title, load}}. */
export const extraPages = () => Object.assign({}, ...Object.values(GAMES).map(({ pages }) => pages));

/** Read the list of games, then load all of their scripts and style sheets at the same time. */
async function loadGames() {
  try {
    answer = await get("/api/games");
  } catch (fault) {
    gamesFault.value = fault;
    setTimeout(loadGames, RETRY);
    return;
  }
  gamesFault.value = null;
  const modules = await Promise.all(answer.games.map(loadGame));
  answer.games.forEach(({ name, title }, i) => {
    if (modules[i]) GAMES[name] = { ...OPTIONAL, ...modules[i] };
    else unavailable.push(title);
  });
  loaded.value = true;
}

/** Load one game; null if it is broken, has no page or its script fails, so that the other games still work. */
async function loadGame({ name, playable, page, style }) {
  if (!playable || !page) return null;
  const folder = `/static/games/${name}`;
  try {
    const sheet = style ? styleLink(`${folder}/style.css`) : null;
    const [module] = await Promise.all([import(`${folder}/game.js`), sheet && whenLoaded(sheet)]);
    // The rules of style.css come last, so that they can override those of the other sheets.
    await Promise.all((module.default?.styles ?? []).map((href) => whenLoaded(styleLink(href, sheet))));
    return module.default?.Board ? module.default : null;
  } catch (error) {
    console.warn(`The page of ${name} failed to load:`, error);
    return null;
  }
}

/** Link a style sheet, at the end of the others or before one of them. */
function styleLink(href, before = null) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  document.head.insertBefore(link, before);
  return link;
}

/** Load a style sheet of the page that few visitors need, at its place among the others: before the sheet `next`. */
export const loadStyle = (name, next) => whenLoaded(styleLink(`/static/style/${name}.css`, document.querySelector(`link[href$="/${next}.css"]`)));

/** Wait for a style sheet: a board drawn without it would shift. A style sheet that fails to load is no error. */
const whenLoaded = (link) => new Promise((resolve) => {
  link.onload = resolve;
  link.onerror = resolve;
});

loadGames(); // index.html runs this module first, so that the games load while the other scripts do
