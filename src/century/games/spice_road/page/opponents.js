// The opponents: one strip each, with everything that is public about them.
import { TurnSentence, groupTurns } from "/static/table/log.js";
import { Popover } from "/static/parts/popover.js";
import { Cubes, SeatMark } from "/static/parts/pieces.js";
import { Player, turnOf } from "/static/table/player.js";
import { RunningScore } from "/static/table/running-score.js";
import { html, classNames } from "/static/lib/ui.js";
import { nameOf } from "/static/lib/player-names.js";
import { t } from "/static/lib/words.js";
import { GAME, Merchant, merchantPiece } from "./cards.js";
import { Claims } from "./claims.js";

export function Opponents({ table, view, me }) {
  const others = view.seats.map((_, i) => (me + i) % view.players).slice(1);
  const { widest, half } = roomFor(others.map((seat) => view.seats[seat]));
  return html`<ol class="others" aria-label=${t("spice-road.board.others")} style=${{ "--n": widest, "--half": half }}>${others.map((seat) => html`
    <li key=${seat} class=${classNames("other", `seat-${seat}`, turnOf(table) === seat && "turn")} data-seat=${seat}>
      <${Strip} table=${table} seat=${seat} held=${view.seats[seat]} half=${half} goal=${view.claims_to_end} /></li>`)}</ol>`;
}

/** The number of played cards that are seen: they are one stack. */
const stacks = ({ played }) => Math.sign(played.length);

/**
 * The cards of all opponents have one size. In a row there is room for the largest hand, and for five cards that a seat owns, so that
 * playing one seldom changes the size; in narrow strips there are two rows, with `half` of the largest number each.
 */
function roomFor(seats) {
  return {
    widest: Math.max(...seats.map(({ hand, played }) => Math.max(hand.length, Math.min(hand.length + played.length, 5)))),
    half: Math.max(3, ...seats.map((held) => Math.ceil((held.hand.length + stacks(held)) / 2))),
  };
}

/** Claims and points of the others in one line, for the smallest screens: their strips are below what fits. */
export function Summary({ view, me }) {
  return html`<p class="summary" aria-hidden="true">${view.seats.map((held, seat) => seat !== me && html`<span key=${seat}>
    <${SeatMark} seat=${seat} />${held.claimed}<small>/${view.claims_to_end}</small> <${RunningScore} held=${held} /></span>`)}</p>`;
}

function Strip({ table, seat, held, half, goal }) {
  const panel = () => html`<${CardRow} title=${t("spice-road.board.in-hand")} cards=${held.hand} />
    <${CardRow} title=${t("spice-road.board.on-table")} cards=${held.played} />`;
  return html`<div class="strip">
    <${Player} table=${table} seat=${seat} />
    <div class="goods"><${Cubes} game=${GAME} cubes=${held.cubes} place=${`seat-${seat}`} /></div>
    <div class="claims"><${Claims} held=${held} goal=${goal} /></div>
    <${RunningScore} held=${held} />
    <${LastTurn} table=${table} seat=${seat} />
    <${Popover} class="their-cards" label=${t("spice-road.board.their-cards", { name: nameOf(table, seat) })} panel=${panel}>
      <${SmallCards} cards=${held.hand} seat=${seat} kind="in-hand" free=${2 * half - held.hand.length - stacks(held)} label=${t("spice-road.board.hand-count", { n: held.hand.length })} />
      <${SmallCards} cards=${held.played} seat=${seat} kind="on-table" label=${t("spice-road.board.played-count", { n: held.played.length })} />
    </${Popover}>
  </div>`;
}

/** The last turn of the seat. */
function LastTurn({ table, seat }) {
  const entry = table.live.value ? groupTurns(table.log.value).findLast((one) => one.seat === seat) : null;
  return html`<p class="latest" aria-hidden="true">${entry && html`<${TurnSentence} key=${entry.before} table=${table} entry=${entry} />`}</p>`;
}

/** The cards of a hand with `free` hollows, or the played ones as a stack. */
function SmallCards({ cards, seat, kind, label, free = 0 }) {
  return html`<span class=${classNames("edges", kind)} data-count=${cards.length} role="img" aria-label=${label} title=${label}>
    ${cards.map((card, i) => html`<span key=${i} class="peek"><${Merchant} key=${card} card=${card} class="edge" piece=${merchantPiece(card, seat)} /></span>`)}
    <b>${cards.length}</b></span>${Array.from({ length: free }, () => html`<i class="hollow" />`)}`;
}

/** A titled row of cards. */
function CardRow({ title, cards }) {
  return html`<h2>${title}</h2><div class="mini-row">${cards.map((card) => html`<${Merchant} key=${card} card=${card} />`)}
    ${cards.length === 0 && html`<span class="none">${t("spice-road.board.nothing")}</span>`}</div>`;
}
