// The points that a seat has so far, as far as the viewer may know them.
import { html } from "../lib/ui.js";
import { t } from "../lib/words.js";

/**
 * `held` is a seat of the view: `points` are hidden (null) or known, `open_points` are known to everybody. `secret` hides the
 * points too, because several players share this screen.
 */
export function RunningScore({ held, secret = false }) {
  const hidden = held.claimed > 0 && (secret || held.points === null);
  const n = held.open_points + (hidden ? 0 : held.points ?? 0);
  const label = t(hidden ? "player.score-in-sight" : "player.score", { n });
  return html`<span class="running-score" role="img" aria-label=${label} title=${label}><i aria-hidden="true">★</i>${n}${hidden && "+?"}</span>`;
}
