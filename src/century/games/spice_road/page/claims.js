// The claimed point cards of a seat, their points if the viewer may know them, and its coins.
import { html } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";
import { Coins } from "./coins.js";

/** `goal` is the number of claimed cards that ends the game. `secret` hides the points, because several players share this screen. */
export function Claims({ held, goal, secret = false }) {
  const known = held.points !== null && held.claimed > 0 && !secret;
  return html`
    <${Count} label=${t("spice-road.board.claimed-of", { n: held.claimed, goal })} kind="tally"
      count=${html`${held.claimed}<small>/${goal}</small>`}>
      <svg viewBox="0 0 16 20" aria-hidden="true">
        <rect x="1" y="1" width="14" height="18" rx="2.5" /><circle cx="8" cy="8" r="4" /></svg>
    </${Count}>
    ${known && html`<${Count} label=${t("spice-road.board.worth", { n: held.points })} kind="worth" count=${held.points}>
      <i aria-hidden="true">♛</i></${Count}>`}
    ${held.gold > 0 && html`<${Coins} kind="gold" count=${held.gold} />`}
    ${held.silver > 0 && html`<${Coins} kind="silver" count=${held.silver} />`}`;
}

/** A number with an icon. */
function Count({ label, kind, count, children }) {
  return html`<span class=${`claim-count ${kind}`} role="img" aria-label=${label} title=${label}>${children}<b>${count}</b></span>`;
}

/** The same in words. */
export function claimsInWords({ claimed, points }, goal, secret) {
  const words = [t("spice-road.board.claimed-of", { n: claimed, goal })];
  if (claimed && points !== null && !secret) words.push(t("spice-road.board.worth", { n: points }));
  return words.join("; ");
}
