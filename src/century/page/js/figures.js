// What the drawn examples of the rules are made of, whatever the game.
import { Cube, Cubes, SeatMark } from "./pieces.js";
import { html, names } from "./ui.js";
import { t } from "./words.js";

/** From this to that. */
export function Becomes({ label }) {
  return html`<span class="becomes">${label}
    <svg viewBox="0 0 32 12" aria-hidden="true"><path d="M0 5h22V1l10 5-10 5V7H0z" /></svg></span>`;
}

/** Cubes before and after something. */
export function Change({ game, before, after, by }) {
  return html`<div class="fig-row">
    <${Cubes} game=${game} cubes=${before} /><${Becomes} label=${by} /><${Cubes} game=${game} cubes=${after} />
  </div>`;
}

/** Cubes of which the last ones go back. */
export function Returned({ game, kept, back }) {
  return html`<div class="fig-row">
    <${Cubes} game=${game} cubes=${kept} />
    <span class="returned" aria-hidden="true">${[...back].map((letter) => html`<${Cube} letter=${letter} />`)}</span>
  </div>`;
}

/** A small table of points: rows of [what, drawn, points], and their sum. */
export function Points({ rows }) {
  const sum = rows.reduce((total, [, , points]) => total + points, 0);
  return html`<table class="fig-points"><tbody>
    ${rows.map(([what, drawn, points]) => html`<tr><th scope="row">${what}</th><td>${drawn}</td><td>${points}</td></tr>`)}
    <tr class="sum"><th scope="row" colspan="2">${t("result.total")}</th><td>${sum}</td></tr>
  </tbody></table>`;
}

/** The turns of a round in seat order: those before `end` are over, `end` brings the end about, the others still come. */
export function Round({ seats, end }) {
  return html`<div class="fig-row">${seats.map((seat) => html`
    <span class=${names("fig-turn", seat === end && "ends", seat > end && "comes")}>
      <${SeatMark} seat=${seat} />${seat === end ? "★" : seat > end ? "…" : "✓"}</span>`)}</div>`;
}

/** Equal points of several seats, and who of them wins. */
export function Tied({ seats, winner, points }) {
  return html`<div class="fig-row">${seats.map((seat) => html`
    <span class=${names("fig-turn", seat === winner && "ends")}>
      <${SeatMark} seat=${seat} />${points}${seat === winner && " ★"}</span>`)}</div>`;
}
