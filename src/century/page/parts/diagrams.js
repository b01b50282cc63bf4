// Building blocks for the drawn examples of the rules, shared by all games.
import { Cube, Cubes, SeatMark } from "./pieces.js";
import { html, classNames } from "../lib/ui.js";
import { t } from "../lib/words.js";

/** An arrow from one state to the next. */
export function Arrow({ label }) {
  return html`<span class="becomes">${label}
    <svg viewBox="0 0 32 12" aria-hidden="true"><path d="M0 5h22V1l10 5-10 5V7H0z" /></svg></span>`;
}

/** Cubes before and after an action. */
export function Change({ game, before, after, by }) {
  return html`<div class="fig-row">
    <${Cubes} game=${game} cubes=${before} /><${Arrow} label=${by} /><${Cubes} game=${game} cubes=${after} />
  </div>`;
}

/** Cubes of which the last ones return to the supply. */
export function Returned({ game, kept, back }) {
  return html`<div class="fig-row">
    <${Cubes} game=${game} cubes=${kept} />
    <span class="returned" aria-hidden="true">${[...back].map((letter) => html`<${Cube} letter=${letter} />`)}</span>
  </div>`;
}

/** A table of points with the rows [name, drawing, points], and their sum. */
export function Points({ rows }) {
  const sum = rows.reduce((total, [, , points]) => total + points, 0);
  return html`<table class="fig-points"><tbody>
    ${rows.map(([name, drawing, points]) => html`<tr><th scope="row">${name}</th><td>${drawing}</td><td>${points}</td></tr>`)}
    <tr class="sum"><th scope="row" colspan="2">${t("result.total")}</th><td>${sum}</td></tr>
  </tbody></table>`;
}

/** The turns of a round in seat order: the seat `end` triggers the end of the game, those after it still have a turn. */
export function Round({ seats, end }) {
  return html`<div class="fig-row">${seats.map((seat) => html`
    <span class=${classNames("fig-turn", seat === end && "ends", seat > end && "comes")}>
      <${SeatMark} seat=${seat} />${seat === end ? "★" : seat > end ? "…" : "✓"}</span>`)}</div>`;
}

/** Several seats with equal points, and the one that wins the tie. */
export function Tied({ seats, winner, points }) {
  return html`<div class="fig-row">${seats.map((seat) => html`
    <span class=${classNames("fig-turn", seat === winner && "ends")}>
      <${SeatMark} seat=${seat} />${points}${seat === winner && " ★"}</span>`)}</div>`;
}
