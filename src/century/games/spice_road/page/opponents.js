// The opponents: one strip each, with everything that is public about them.
import { TurnSentence, groupTurns } from "/static/table/log.js";
import { Popover } from "/static/parts/popover.js";
import { Cubes } from "/static/parts/pieces.js";
import { Player, turnOf } from "/static/table/player.js";
import { RunningScore } from "/static/table/running-score.js";
import { html, classNames } from "/static/lib/ui.js";
import { nameOf } from "/static/lib/player-names.js";
import { t } from "/static/lib/words.js";
import { GAME, Merchant, merchantPiece } from "./cards.js";
import { Claims } from "./claims.js";

export function Opponents({ table, view, me }) {
  const others = view.seats.map((_, i) => (me + i) % view.players).slice(1);
  return html`<ol class="others" aria-label=${t("spice-road.board.others")}>${others.map((seat) => html`
    <li key=${seat} class=${classNames("other", `seat-${seat}`, turnOf(table) === seat && "turn")} data-seat=${seat}>
      <${Strip} table=${table} seat=${seat} held=${view.seats[seat]} goal=${view.claims_to_end} /></li>`)}</ol>`;
}

function Strip({ table, seat, held, goal }) {
  const panel = () => html`<${CardRow} title=${t("spice-road.board.in-hand")} cards=${held.hand} />
    <${CardRow} title=${t("spice-road.board.on-table")} cards=${held.played} />`;
  const owned = held.hand.length + held.played.length;
  const seen = held.hand.length + Math.sign(held.played.length); // the played cards are one stack
  const half = Math.max(3, Math.ceil(seen / 2)); // on large screens they are in two rows
  return html`<div class="strip" style=${{ "--cells": Math.max(5, seen), "--half": half }}>
    <${Player} table=${table} seat=${seat} />
    <div class="goods"><${Cubes} game=${GAME} cubes=${held.cubes} place=${`seat-${seat}`} /></div>
    <div class="claims"><${Claims} held=${held} goal=${goal} /></div>
    <${RunningScore} held=${held} />
    <${LastTurn} table=${table} seat=${seat} />
    <${Popover} class="their-cards" label=${t("spice-road.board.their-cards", { name: nameOf(table, seat) })} panel=${panel}>
      <${SmallCards} cards=${held.hand} seat=${seat} kind="in-hand" owned=${owned} free=${2 * half - seen} label=${t("spice-road.board.hand-count", { n: held.hand.length })} />
      <${SmallCards} cards=${held.played} seat=${seat} kind="on-table" label=${t("spice-road.board.played-count", { n: held.played.length })} />
    </${Popover}>
  </div>`;
}

/** The last turn of the seat. */
function LastTurn({ table, seat }) {
  const entry = table.live.value ? groupTurns(table.log.value).findLast((one) => one.seat === seat) : null;
  return html`<p class="latest" aria-hidden="true">${entry && html`<${TurnSentence} key=${entry.before} table=${table} entry=${entry} />`}</p>`;
}

/** The cards of a hand, or the played ones as a stack. There is room for five cards that the seat owns, so that playing one seldom changes their size. */
function SmallCards({ cards, seat, kind, label, owned = 1, free = 0 }) {
  return html`<span class=${classNames("edges", kind)} data-count=${cards.length} style=${{ "--n": Math.max(cards.length, Math.min(owned, 5)) }} role="img" aria-label=${label} title=${label}>
    ${cards.map((card, i) => html`<span key=${i} class="peek"><${Merchant} key=${card} card=${card} class="edge" piece=${merchantPiece(card, seat)} /></span>`)}
    <b>${cards.length}</b></span>${Array.from({ length: free }, () => html`<i class="hollow" />`)}`;
}

/** A titled row of cards. */
function CardRow({ title, cards }) {
  return html`<h2>${title}</h2><div class="mini-row">${cards.map((card) => html`<${Merchant} key=${card} card=${card} />`)}
    ${cards.length === 0 && html`<span class="none">${t("spice-road.board.nothing")}</span>`}</div>`;
}
