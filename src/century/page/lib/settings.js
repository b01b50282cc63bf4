// The settings of this device. They stay in the browser and are sent nowhere.
import { effect, signal } from "./ui.js";

const KEY = "century-settings";
const DEFAULTS = {
  name: "", language: "", theme: "system", sound: false, notify: false, confirm: true, pace: "quick", letters: true, cubeLetters: false,
  quiet: false, muted: [],
};

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS; // another program wrote something else there
  }
}

export const settings = Object.fromEntries(Object.entries(read()).map(([key, value]) => [key, signal(value)]));

effect(() => {
  const now = Object.fromEntries(Object.entries(settings).map(([key, chosen]) => [key, chosen.value]));
  localStorage.setItem(KEY, JSON.stringify(now));
});

effect(() => {
  document.documentElement.dataset.theme = settings.theme.value;
  document.documentElement.dataset.pace = settings.pace.value;
  document.documentElement.dataset.cubeLetters = settings.cubeLetters.value;
});

/** Whether the person asked their system for less motion. */
export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
