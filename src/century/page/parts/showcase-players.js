// The players below the board on the front page: each with the name and the cubes; the one whose turn it is stands out.
import { Cubes, SeatMark } from "./pieces.js";
import { html, classNames } from "../lib/ui.js";

export function ShowcasePlayers({ table, view }) {
  const { seats } = table.state.value;
  return html`<ul class="showcase-players">${view.seats.map(({ cubes }, seat) => html`
    <li key=${seat} class=${classNames(`seat-${seat}`, view.seat === seat && "turn")}>
      <span class="who"><${SeatMark} seat=${seat} />${seats[seat].name}</span>
      <${Cubes} game=${view.game} cubes=${cubes} place=${`seat-${seat}`} /></li>`)}</ul>`;
}
