// The other seats: a strip each, with all that is open about them.
import { Told, turns } from "../log.js";
import { Peek } from "../peek.js";
import { Cubes } from "../pieces.js";
import { Player, turnOf } from "../player.js";
import { html, names } from "../ui.js";
import { nameOf } from "../names.js";
import { t } from "../words.js";
import { GAME, Merchant, travelName } from "./cards.js";
import { Gains } from "./gains.js";

export function Opponents({ table, view, me }) {
  const others = view.seats.map((_, i) => (me + i) % view.players).slice(1);
  return html`<ol class="others" aria-label=${t("spice-road.board.others")}>${others.map((seat) => html`
    <li key=${seat} class=${names("other", `seat-${seat}`, turnOf(table) === seat && "turn")} data-seat=${seat}>
      <${Strip} table=${table} seat=${seat} held=${view.seats[seat]} /></li>`)}</ol>`;
}

function Strip({ table, seat, held }) {
  const panel = () => html`<${Laid} title=${t("spice-road.board.in-hand")} cards=${held.hand} />
    <${Laid} title=${t("spice-road.board.on-table")} cards=${held.played} />`;
  return html`<div class="strip">
    <${Player} table=${table} seat=${seat} />
    <div class="goods"><${Cubes} game=${GAME} cubes=${held.cubes} place=${`seat-${seat}`} /></div>
    <div class="gains"><${Gains} held=${held} /></div>
    <${Latest} table=${table} seat=${seat} />
    <${Peek} class="their-cards" label=${t("spice-road.board.their-cards", { name: nameOf(table, seat) })} panel=${panel}>
      <${Fan} cards=${held.hand} seat=${seat} kind="in-hand" label=${t("spice-road.board.hand-count", { n: held.hand.length })} />
      ${held.played.length > 0 && html`<${Fan} cards=${held.played} seat=${seat} kind="on-table"
        label=${t("spice-road.board.played-count", { n: held.played.length })} />`}
    </${Peek}>
  </div>`;
}

/** What the seat did last, until the next turn of it. */
function Latest({ table, seat }) {
  const entry = table.live.value ? turns(table.log.value).findLast((one) => one.seat === seat) : null;
  return html`<p class="latest" aria-hidden="true">${entry && html`<${Told} table=${table} entry=${entry} />`}</p>`;
}

/** Cards seen edge on: how many, and of which kinds. */
function Fan({ cards, seat, kind, label }) {
  return html`<span class=${names("edges", kind)} role="img" aria-label=${label} title=${label}>
    ${cards.map((card, i) => html`<${Merchant} key=${i} card=${card} class="edge" travel=${travelName(card, seat)} />`)}
    <b>${cards.length}</b></span>`;
}

function Laid({ title, cards }) {
  return html`<h3>${title}</h3><div class="mini-row">${cards.map((card) => html`<${Merchant} key=${card} card=${card} />`)}
    ${cards.length === 0 && html`<span class="none">${t("spice-road.board.nothing")}</span>`}</div>`;
}
