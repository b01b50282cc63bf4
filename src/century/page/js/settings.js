// What a person has chosen on this device; kept in the browser, sent nowhere.
import { effect, signal } from "./ui.js";

const KEY = "century-settings";
const SYSTEM = { name: "", language: "", theme: "system", sound: false, confirm: true };

function kept() {
  try {
    return { ...SYSTEM, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return SYSTEM; // what is kept there is not ours
  }
}

export const settings = Object.fromEntries(Object.entries(kept()).map(([key, value]) => [key, signal(value)]));

effect(() => {
  const now = Object.fromEntries(Object.entries(settings).map(([key, chosen]) => [key, chosen.value]));
  localStorage.setItem(KEY, JSON.stringify(now));
});

effect(() => {
  document.documentElement.dataset.theme = settings.theme.value;
});

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
