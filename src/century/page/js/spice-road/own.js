// One's own side of the table: caravan, hand, played cards, claimed cards.
import { Choice } from "../choice.js";
import { Help } from "../help.js";
import { Peek } from "../peek.js";
import { Cube, cubesAt, effectInWords } from "../pieces.js";
import { Player, turnOf } from "../player.js";
import { html, names } from "../ui.js";
import { cubeName, cubesInWords, t } from "../words.js";
import { GAME, Merchant, Point, travelName } from "./cards.js";
import { Gains, gainsInWords } from "./gains.js";

const SLOTS = 10;
const OF_CUBES = ["pay", "upgrade", "discard"]; // phases in which cubes are chosen, each with a verb of its name

export function Own({ table, view, seat }) {
  const mine = view.seats[seat];
  const turn = turnOf(table) === seat;
  return html`<section class=${names("own", `seat-${seat}`, turn && "turn")} aria-label=${t("spice-road.board.own")}
      data-seat=${seat}>
    <${Player} table=${table} seat=${seat} />
    <${Claimed} table=${table} seat=${mine} />
    <${Caravan} table=${table} view=${view} seat=${seat} />
    <${Load} cubes=${mine.cubes} />
    <div class="own-cards">
      <${Hand} table=${table} hand=${mine.hand} seat=${seat} />
      <${Played} table=${table} played=${mine.played} seat=${seat} />
    </div>
  </section>`;
}

/** Ten slots; what the staged turn adds is ringed, what it takes away is faded. */
function Caravan({ table, view, seat }) {
  const { cubes } = view.seats[seat];
  const before = table.live.value ? table.state.value.view.seats[seat].cubes : cubes;
  const drawn = marked(cubesAt(`seat-${seat}`, cubes), before);
  const gone = missing(before, cubes).slice(0, Math.max(0, SLOTS - cubes.length));
  const verb = view.seat === seat && table.asked.value && table.live.value ? choosing(table) : null;
  const empty = Math.max(0, SLOTS - cubes.length - gone.length);
  return html`<div class="caravan" role="group" aria-label=${t("spice-road.board.caravan", { cubes: cubesInWords(GAME, cubes) })}>
    ${drawn.map((cube, i) => html`<${Slot} key=${cube.id ?? `n${i}`} table=${table} cube=${cube} verb=${verb}
      repeated=${drawn[i - 1]?.letter === cube.letter} outside=${i >= SLOTS} />`)}
    ${gone.map((letter, i) => html`<span key=${`g${i}`} class="slot gone"><${Cube} letter=${letter} /></span>`)}
    ${Array.from({ length: empty }, (_, i) => html`<span key=${`e${i}`} class="slot"></span>`)}
  </div>`;
}

/** How full the caravan is. */
function Load({ cubes }) {
  return html`<div class=${names("load", cubes.length > SLOTS && "over")}>
    <span class="count" aria-hidden="true"><b>${cubes.length}</b>/${SLOTS}</span>
    <${Help} game=${GAME} ids=${["SR15", "SR16", "SR18"]} label=${t("spice-road.board.caravan-title")} />
  </div>`;
}

/** Which decision about cubes is due, if one is. */
const choosing = (table) => OF_CUBES.find((verb) => table.shown.value.legal.some((token) => token.startsWith(`${verb} `)));

function Slot({ table, cube, verb, repeated, outside }) {
  const drawn = html`<${Cube} letter=${cube.letter} id=${cube.id} />`;
  const kind = names("slot", "full", cube.fresh && "fresh", outside && "outside");
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

/** Mark the cubes that were not there before; of equal ones the last. */
function marked(cubes, before) {
  const fresh = missing(cubes.map((cube) => cube.letter), before);
  return cubes.toReversed().map((cube) => {
    const at = fresh.indexOf(cube.letter);
    if (at >= 0) fresh.splice(at, 1);
    return { ...cube, fresh: at >= 0 };
  }).toReversed();
}

function Hand({ table, hand, seat }) {
  return html`<div class="hand" role="group" aria-label=${t("spice-road.board.hand", { n: hand.length })}>
    ${hand.map((card) => html`<${Choice} key=${card} table=${table} token=${`play ${card}`} class="place"
      data-travel=${travelName(card, seat)}
      label=${t("spice-road.do.play", { what: effectInWords(GAME, card) })}>
      <${Merchant} card=${card} /></${Choice}>`)}
    ${hand.length === 0 && table.state.value.you.seats.includes(seat) && html`<p class="none">${t("spice-road.board.no-hand")}</p>`}
  </div>`;
}

/** The played cards; a tap on them rests. */
function Played({ table, played, seat }) {
  const label = t("spice-road.board.rest", { n: played.length });
  return html`<div class="played">
    <${Choice} table=${table} token="rest" label=${label} class="pile">
      <span class="fan" style=${{ "--n": played.length }}>${played.map((card) => html`
        <${Merchant} key=${card} card=${card} travel=${travelName(card, seat)} />`)}</span>
      <span class="pile-name">${t("spice-road.do.rest")}</span>
    </${Choice}>
    <${Help} game=${GAME} ids=${["SR6", "SR7", "SR8", "SR9", "SR12"]} label=${t("spice-road.board.cards-title")} />
  </div>`;
}

/** Claimed cards and coins. Where several people share the screen the points show only while one looks. */
function Claimed({ table, seat }) {
  const secret = table.state.value.you.seats.length > 1;
  const known = seat.cards ?? [];
  const panel = () => html`<div class="mini-row">${known.map((card) => html`<${Point} key=${card.cost} card=${card} />`)}</div>
    <p>${known.length ? t("spice-road.board.worth", { n: seat.points }) : t("spice-road.board.none-claimed")}</p>`;
  return html`<div class="gains claimed">
    <${Peek} class="up" label=${gainsInWords(seat, secret)} panel=${panel}><${Gains} held=${seat} secret=${secret} /></${Peek}>
  </div>`;
}
