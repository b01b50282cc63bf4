// The viewer's own area: caravan, hand, played cards and claimed cards.
import { Choice } from "/static/table/choice.js";
import { RulesHelp } from "/static/parts/rules-help.js";
import { Popover } from "/static/parts/popover.js";
import { Cube, cubesAt, effectInWords } from "/static/parts/pieces.js";
import { Player, turnOf } from "/static/table/player.js";
import { RunningScore } from "/static/table/running-score.js";
import { html, classNames } from "/static/lib/ui.js";
import { cubeName, cubesInWords, t } from "/static/lib/words.js";
import { GAME, Merchant, Point, merchantPiece } from "./cards.js";
import { Scene } from "./art/scenes.js";
import { Claims, claimsInWords } from "./claims.js";

const CROWDED = 16; // more cubes than this need another row
const CUBE_VERBS = ["pay", "upgrade", "discard"]; // decisions for which the player chooses a cube

export function OwnArea({ table, view, seat }) {
  const mine = view.seats[seat];
  const turn = turnOf(table) === seat;
  return html`<section class=${classNames("own", `seat-${seat}`, turn && "turn")} aria-label=${t("spice-road.board.own")}
      data-seat=${seat}>
    <${Player} table=${table} seat=${seat} />
    <${OwnClaims} table=${table} seat=${mine} goal=${view.claims_to_end} />
    <${Caravan} table=${table} view=${view} seat=${seat} />
    <${Load} cubes=${mine.cubes} limit=${mine.limit} />
    <div class="own-cards">
      <${Hand} table=${table} held=${mine} seat=${seat} />
      <${Played} table=${table} played=${mine.played} seat=${seat} />
    </div>
  </section>`;
}

/** The slots of the caravan. Cubes that the staged turn adds have a ring, cubes that it removes are faded. */
function Caravan({ table, view, seat }) {
  const { cubes, limit } = view.seats[seat];
  const before = table.live.value ? table.state.value.view.seats[seat].cubes : cubes;
  const drawn = markFresh(cubesAt(`seat-${seat}`, cubes), before);
  const gone = missing(before, cubes).slice(0, Math.max(0, limit - cubes.length));
  const verb = view.seat === seat && table.asked.value && table.live.value ? cubeVerb(table) : null;
  const empty = Math.max(0, limit - cubes.length - gone.length);
  return html`<div class=${classNames("caravan", cubes.length > CROWDED && "crowded")} data-own role="group" aria-label=${t("spice-road.board.caravan", { cubes: cubesInWords(GAME, cubes) })}>
    ${drawn.map((cube, i) => html`<${Slot} key=${cube.id ?? `n${i}`} table=${table} cube=${cube} verb=${verb}
      repeated=${drawn[i - 1]?.letter === cube.letter} outside=${i >= limit} />`)}
    ${gone.map((letter, i) => html`<span key=${`g${i}`} class="slot gone"><${Cube} letter=${letter} /></span>`)}
    ${Array.from({ length: empty }, (_, i) => html`<span key=${`e${limit - empty + i}`} class="slot"></span>`)}
  </div>`;
}

/** The number of cubes in the caravan, and its limit. */
function Load({ cubes, limit }) {
  return html`<div class=${classNames("load", cubes.length > limit && "over")}>
    <span class="count" aria-hidden="true"><b>${cubes.length}</b>/${limit}</span>
    <${RulesHelp} game=${GAME} ids=${["SR15", "SR16", "SR18"]} label=${t("spice-road.board.caravan-title")} />
  </div>`;
}

/** The decision for which the player has to choose a cube now, if any. */
const cubeVerb = (table) => CUBE_VERBS.find((verb) => table.shown.value.legal.some((token) => token.startsWith(`${verb} `)));

function Slot({ table, cube, verb, repeated, outside }) {
  const drawn = html`<${Cube} letter=${cube.letter} id=${cube.id} />`;
  const kind = classNames("slot", "full", cube.fresh && "fresh", outside && "outside");
  if (!verb) return html`<span class=${kind}>${drawn}</span>`;
  const label = t(`spice-road.do.${verb}`, { what: cubeName(GAME, cube.letter) });
  return html`<${Choice} table=${table} token=${`${verb} ${cube.letter}`} label=${label} class=${kind}
    tabindex=${repeated ? -1 : 0}>${drawn}</${Choice}>`;
}

/** The letters of `all` without those of `some`. */
function missing(all, some) {
  const left = [...some];
  return [...all].filter((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Mark the cubes that were not there before: among equal cubes, the last ones. */
function markFresh(cubes, before) {
  const fresh = missing(cubes.map((cube) => cube.letter), before);
  return cubes.toReversed().map((cube) => {
    const at = fresh.indexOf(cube.letter);
    if (at >= 0) fresh.splice(at, 1);
    return { ...cube, fresh: at >= 0 };
  }).toReversed();
}

/** The hand, with hollows up to five cards: the cards seldom change their size. */
function Hand({ table, held: { hand, playing }, seat }) {
  return html`<div class="hand" data-own role="group" aria-label=${t("spice-road.board.hand", { n: hand.length })}>
    ${hand.map((card) => html`<${Choice} key=${card} table=${table} token=${`play ${card}`} class=${classNames("place", card === playing && "playing")}
      data-piece=${merchantPiece(card, seat)}
      label=${t("spice-road.do.play", { what: effectInWords(GAME, card) })}>
      <${Merchant} card=${card} /></${Choice}>`)}
    ${Array.from({ length: hand.length && Math.max(0, 5 - hand.length) }, () => html`<i class="hollow" />`)}
    ${hand.length === 0 && table.state.value.you.seats.includes(seat) && html`<p class="none">${t("spice-road.board.no-hand")}</p>`}
  </div>`;
}

/** The played cards; choosing them means to rest. */
function Played({ table, played, seat }) {
  const label = t("spice-road.board.rest", { n: played.length });
  return html`<div class="played">
    <${Choice} table=${table} token="rest" label=${label} class="pile">
      <${Scene} kind="rest" />
      <span class="fan" style=${{ "--n": played.length }}>${played.map((card) => html`
        <${Merchant} key=${card} card=${card} piece=${merchantPiece(card, seat)} />`)}</span>
      <span class="pile-name">${t("spice-road.do.rest")}</span>
    </${Choice}>
    <${RulesHelp} game=${GAME} ids=${["SR6", "SR7", "SR8", "SR9", "SR12"]} label=${t("spice-road.board.cards-title")} />
  </div>`;
}

/** Claimed cards and coins. If several players share this screen, the points show only in the popover. */
function OwnClaims({ table, seat, goal }) {
  const secret = table.state.value.you.seats.length > 1;
  const known = seat.cards ?? [];
  const panel = () => html`<div class="mini-row">${known.map((card) => html`<${Point} key=${card.cost} card=${card} />`)}</div>
    <p>${known.length ? t("spice-road.board.worth", { n: seat.points }) : t("spice-road.board.none-claimed")}</p>`;
  return html`<div class="claims claimed">
    <${Popover} class="up" label=${claimsInWords(seat, goal, secret)} panel=${panel}>
      <${Claims} held=${seat} goal=${goal} secret=${secret} /></${Popover}>
    <${RunningScore} held=${seat} secret=${secret} />
  </div>`;
}
