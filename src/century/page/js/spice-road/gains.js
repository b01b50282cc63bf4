// What a seat has gained: claimed point cards, the points on them where one may know them, and coins.
import { Coin } from "../pieces.js";
import { html } from "../ui.js";
import { t } from "../words.js";

/** The same for every seat; `secret` keeps the points back where others look at the same screen. */
export function Gains({ held, secret = false }) {
  const known = held.points !== null && held.claimed > 0 && !secret;
  return html`
    <${Gain} label=${t("spice-road.board.claimed", { n: held.claimed })} kind="tally" count=${held.claimed}>
      <svg viewBox="0 0 16 20" aria-hidden="true">
        <rect x="1" y="1" width="14" height="18" rx="2.5" /><circle cx="8" cy="8" r="4" /></svg>
    </${Gain}>
    ${known && html`<${Gain} label=${t("spice-road.board.worth", { n: held.points })} kind="worth" count=${held.points}>
      <i aria-hidden="true">★</i></${Gain}>`}
    ${held.gold > 0 && html`<${Coin} kind="gold" count=${held.gold} />`}
    ${held.silver > 0 && html`<${Coin} kind="silver" count=${held.silver} />`}`;
}

/** A number with its sign. */
function Gain({ label, kind, count, children }) {
  return html`<span class=${`gain ${kind}`} role="img" aria-label=${label} title=${label}>${children}<b>${count}</b></span>`;
}

/** The gains in words, for what shows them on demand. */
export function gainsInWords({ claimed, points }, secret) {
  const said = [t("spice-road.board.claimed", { n: claimed })];
  if (claimed && points !== null && !secret) said.push(t("spice-road.board.worth", { n: points }));
  return said.join("; ");
}
