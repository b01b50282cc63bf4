// Every sentence of the page, in the viewer's language. The catalogues come from the server.
import { get } from "./api.js";
import { effect, signal } from "./ui.js";
import { settings } from "./settings.js";

export const LANGUAGES = { en: "English", it: "Italiano", ja: "日本語" };

const catalogue = signal(null); // of the language, see /api/languages/{language}
export const ready = signal(false);

/** The language to show: the chosen one, else the browser's, else English. */
export function language() {
  const wished = [settings.language.value, ...navigator.languages.map((name) => name.slice(0, 2))];
  return wished.find((name) => name in LANGUAGES) ?? "en";
}

effect(() => {
  const wanted = language();
  get(`/api/languages/${wanted}`).then((read) => {
    if (wanted !== language()) return; // chosen anew meanwhile
    catalogue.value = read;
    document.documentElement.lang = wanted;
    ready.value = true;
  });
});

function find(key) {
  let found = catalogue.value?.page;
  for (const part of key.split(".")) found = found?.[part];
  return found;
}

/** The sentence of a key, its {names} filled in; `n` chooses between its forms for one and many. */
export function t(key, values = {}) {
  return parts(key, values).join("");
}

/** The same as a list of strings and of the elements among the values. */
export function parts(key, values = {}) {
  let text = find(key);
  if (typeof text === "object") text = text[new Intl.PluralRules(language()).select(values.n)] ?? text.other;
  return text === undefined ? [key] : filled(text, values);
}

const filled = (text, values) => text.split(/\{(\w+)\}/)
  .map((part, i) => (i % 2 ? values[part] ?? "" : part)).filter((part) => part !== "");

export const has = (key) => find(key) !== undefined;

/** What a game says: its rules, actions and the names of its spices. */
export const gameWords = (game) => catalogue.value?.games[game];
export const cubeName = (game, letter) => gameWords(game)?.cubes[letter] ?? letter;

/** What the mark of a ruling means. */
export const rulings = () => catalogue.value?.rulings;

/** Several things in a row: "A3, B2, and C1". */
export const listed = (things) => new Intl.ListFormat(language()).format(things);

export const CUBES = "YRGB"; // from the cheapest to the dearest

/** Cubes in words: "2 turmeric and 1 saffron". */
export function cubesInWords(game, cubes) {
  const counted = [...CUBES].map((letter) => [letter, [...cubes].filter((cube) => cube === letter).length]);
  const said = counted.filter(([, n]) => n).map(([letter, n]) => t("cubes.some", { n, spice: cubeName(game, letter) }));
  return said.length ? listed(said) : t("cubes.none");
}

/** What went wrong, in the viewer's language where there is a sentence for it; with its detail, if a game knows of one. */
export function faultText(fault) {
  const { detail, facts } = fault.body ?? {};
  const known = Object.values(catalogue.value?.games ?? {}).map(({ faults }) => faults[detail]).find(Boolean);
  const said = catalogue.value?.errors?.[fault.code] ?? fault.message;
  return known ? t("app.fault-detail", { said, detail: filled(known, facts).join("") }) : said;
}
