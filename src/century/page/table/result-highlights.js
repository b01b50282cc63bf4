// What was remarkable in a game, in words: it compares the scores and the cubes at the ends of the rounds.
import { nameOf } from "../lib/player-names.js";
import { SeatMark } from "../parts/pieces.js";
import { html } from "../lib/ui.js";
import { t } from "../lib/words.js";

export function Highlights({ table, ranking: [winner], rounds }) {
  const found = [lastLead(winner, rounds), bestRound(rounds), mostCubes(rounds)].filter(Boolean);
  if (found.length === 0) return null;
  return html`<ul class="highlights" aria-label=${t("result.highlights")}>${found.map(({ kind, seat, ...values }) => html`
    <li key=${kind}><${SeatMark} seat=${seat} /><span><b>${nameOf(table, seat)}:</b> ${t(`result.${kind}`, values)}</span></li>`)}</ul>`;
}

/** The round since which the winner was ahead of everybody; nothing if the points were equal at the end. */
function lastLead(winner, rounds) {
  const ahead = ({ scores }) => scores.every((points, seat) => seat === winner || points < scores[winner]);
  const since = rounds[rounds.findLastIndex((round) => !ahead(round)) + 1];
  return since && { kind: "lead-since", seat: winner, round: since.round };
}

function bestRound(rounds) {
  return greatest("best-round", rounds, ({ scores }, i) => scores.map((points, seat) => points - (rounds[i - 1]?.scores[seat] ?? 0)));
}

const mostCubes = (rounds) => greatest("most-cubes", rounds, ({ worth }) => worth ?? []);

/** The first of the largest numbers that `values` finds for a seat in a round; nothing if none is above zero. */
function greatest(kind, rounds, values) {
  let best = null;
  rounds.forEach((round, i) => values(round, i).forEach((n, seat) => {
    if (n > (best?.n ?? 0)) best = { kind, seat, n, round: round.round };
  }));
  return best;
}
