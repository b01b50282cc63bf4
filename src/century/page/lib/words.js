// The texts of the page in the viewer's language. The server sends one catalogue per language.
import { get } from "./api.js";
import { serverTitle } from "./games.js";
import { effect, signal } from "./ui.js";
import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", it: "Italiano", ja: "日本語" };

const catalogue = signal(null); // the answer of GET /api/languages/{language}
export const ready = signal(false);

/** The language to show: the one from the settings, else the browser's, else English. */
export function language() {
  const wished = [settings.language.value, ...navigator.languages.map((name) => name.slice(0, 2))];
  return wished.find((name) => name in LANGUAGES) ?? "en";
}

const FIRST_RETRY = 500; // milliseconds; the delay doubles each time
const LONGEST_RETRY = 8000;

/** Why the texts could not be read; null while they are fine. The page keeps the texts that it has. */
export const wordsFault = signal(null);

async function readWords(wanted, delay = FIRST_RETRY) {
  try {
    const read = await get(`/api/languages/${wanted}`);
    if (wanted !== language()) return; // the setting changed while we waited
    if (!read.page) throw new TypeError("no texts");
    catalogue.value = read;
    document.documentElement.lang = wanted;
    wordsFault.value = null;
    ready.value = true;
  } catch (fault) {
    wordsFault.value = fault;
    setTimeout(() => { if (wanted === language()) readWords(wanted, Math.min(2 * delay, LONGEST_RETRY)); }, delay);
  }
}

effect(() => { readWords(language()); });

function find(key) {
  let found = catalogue.value?.page;
  for (const part of key.split(".")) found = found?.[part];
  return found;
}

/** The text of a key with its {names} filled in. The value `n` selects the plural form. */
export function t(key, values = {}) {
  return parts(key, values).join("");
}

/** The same as a list of strings and of the elements that were given as values. */
export function parts(key, values = {}) {
  let text = find(key);
  if (typeof text === "object") text = text[new Intl.PluralRules(language()).select(values.n)] ?? text.other;
  return text === undefined ? [key] : filled(text, values);
}

const filled = (text, values) => text.split(/\{(\w+)\}/)
  .map((part, i) => (i % 2 ? values[part] ?? "" : part)).filter((part) => part !== "");

export const has = (key) => find(key) !== undefined;

/** The title of a game in the viewer's language, if the page has words for that game. */
export const gameTitle = (game) => (has(`${game}.title`) ? t(`${game}.title`) : serverTitle(game));

/** The texts of a game: its rules, its actions and the names of its spices. */
export const gameWords = (game) => catalogue.value?.games[game];
export const cubeName = (game, letter) => gameWords(game)?.cubes[letter] ?? letter;

/** The letter that is drawn on a cube: the initial of its colour in the viewer's language. Tokens always have Y, R, G and B. */
export const cubeLetter = (letter) => (has(`cubes.letters.${letter}`) ? t(`cubes.letters.${letter}`) : letter);

/** The explanation of the mark ⚖. */
export const rulings = () => catalogue.value?.rulings;

/** A list as text: "A3, B2, and C1". */
export const listed = (things) => new Intl.ListFormat(language()).format(things);

/** The same with "or". */
export const anyOf = (things) => new Intl.ListFormat(language(), { type: "disjunction" }).format(things);

export const CUBES = "YRGB"; // from the cheapest to the most valuable

/** Cubes in words: "2 turmeric and 1 saffron". */
export function cubesInWords(game, cubes) {
  const counted = [...CUBES].map((letter) => [letter, [...cubes].filter((cube) => cube === letter).length]);
  const said = counted.filter(([, n]) => n).map(([letter, n]) => t("cubes.some", { n, spice: cubeName(game, letter) }));
  return said.length ? listed(said) : t("cubes.none");
}

/** An error message in the viewer's language, if the catalogue has one for its code; with a detail, if a game explains it. */
export function faultText(fault) {
  const { detail, facts } = fault.body ?? {};
  const known = Object.values(catalogue.value?.games ?? {}).map(({ faults }) => faults[detail]).find(Boolean);
  const said = catalogue.value?.errors?.[fault.code] ?? fault.message;
  return known ? t("app.fault-detail", { said, detail: filled(known, facts).join("") }) : said;
}
