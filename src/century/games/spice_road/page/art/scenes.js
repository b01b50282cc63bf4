// The scene on each card of Spice Road. The card's text is the seed, so that every card has its own picture and keeps it.
import { dunes, mountains, Sea, Sky } from "/static/parts/art/landscape.js";
import { Put, seededRandom } from "/static/parts/art/symbols.js";
import { html } from "/static/lib/ui.js";

const HORIZON = 56; // of 100; what stands below it is often covered by the effect of the card

const pick = (random, list) => list[Math.floor(random() * list.length)];
const side = (random) => (random() < 0.5 ? -1 : 1);

/** Camels on the crest of a dune. */
function caravan(random) {
  const y = HORIZON + 1;
  const flip = side(random);
  const count = 2 + Math.floor(random() * 3);
  const size = 1.25 - 0.16 * count;
  const gap = 34 * size;
  const first = 50 - gap * (count - 1) / 2;
  return html`<path fill="var(--far)" d=${dunes(random, y - 6, 12)} /><path fill="var(--mid)" d=${`M-20 ${y + 2}Q50 ${y - 5} 120 ${y + 2}V100H-20z`} />
    ${random() < 0.6 && html`<${Put} id="art-palm" x=${50 + flip * 38} y=${y} size=${1 + random() * 0.4} />`}
    ${Array.from({ length: count }, (_, i) => html`<${Put} id="art-camel" x=${first + gap * i} y=${y} size=${size} width=${size * flip} />`)}
    <path fill="var(--near)" d=${dunes(random, y + 16, 9)} />`;
}

/** A row of houses with domes and towers behind stalls, on which lie the spices of the card. */
function bazaar(random, card) {
  const y = HORIZON;
  const goods = [...card.split(">").at(-1)].slice(0, 3);
  const at = 50 + side(random) * 9;
  return html`<path fill="var(--far)" d=${dunes(random, y - 2, 8)} />
    <${Put} id="art-tower" x=${at - 27} y=${y} size=${1.1 + random() * 0.3} /><${Put} id="art-dome" x=${at + 22} y=${y} size=${1.1 + random() * 0.3} />
    <${Put} id="art-house" x=${at - 12} y=${y} size=${1 + random() * 0.3} /><${Put} id="art-house" x=${at + 44} y=${y} size=${0.9 + random() * 0.4} /><${Put} id="art-dome" x=${at - 46} y=${y} size="1" />
    <path fill="var(--mid)" d=${`M-20 ${y - 1}H120V100H-20z`} />
    <${Put} id="art-stall" x=${at} y=${y + 12} size="1.35" />
    ${goods.map((letter, i) => html`<${Put} id="art-heap" x=${at + (i - (goods.length - 1) / 2) * 10} y=${y + 5} size=".6" fill=${`var(--spice-${letter.toLowerCase()})`} />`)}
    <${Put} id="art-camel" x=${at + side(random) * 34} y=${y + 13} size=".9" /><path fill="var(--near)" d=${dunes(random, y + 26, 6)} />`;
}

/** A road that winds up between mountains. */
function pass(random, card) {
  const y = HORIZON + 2;
  const [rock, snow] = mountains(random, y, 46);
  const [nearRock] = mountains(random, y + 6, 22);
  const flip = side(random);
  return html`<path fill="var(--far)" d=${rock} /><path fill="var(--light)" d=${snow} /><path fill="var(--mid)" d=${nearRock} />
    <path fill="var(--near)" d=${dunes(random, y + 6, 4)} />
    <path fill="none" stroke="var(--wall)" stroke-width="3.5" stroke-linecap="round" d=${`M${50 - 60 * flip} 96C${50 + 40 * flip} 88 ${50 - 36 * flip} 74 ${50 + 8 * flip} 68S${50 - 10 * flip} 58 ${50 + 6 * flip} 52`} />
    <${Put} id=${card.length > 3 ? "art-pagoda" : pick(random, ["art-pagoda", "art-gate"])} x=${50 + 8 * flip} y=${y - 2} size=".7" />
    <${Put} id="art-pine" x=${50 - 30 * flip} y=${y + 9} size="1.1" /><${Put} id="art-pine" x=${50 - 38 * flip} y=${y + 12} size="1.4" /><${Put} id="art-pine" x=${50 + 38 * flip} y=${y + 9} size="1.2" />
    <${Put} id="art-birds" x=${50 - 12 * flip} y="24" size="1.1" />`;
}

/** Ships before a town at the coast. */
function harbour(random) {
  const y = HORIZON - 4;
  const flip = side(random);
  const x = (near) => 50 + flip * near;
  return html`<path fill="var(--far)" d=${dunes(random, y - 2, 12)} />
    <${Put} id="art-house" x=${x(-26)} y=${y + 1} size="1" /><${Put} id="art-dome" x=${x(-42)} y=${y + 1} size="1.1" /><${Put} id="art-tower" x=${x(-33)} y=${y + 1} size=${0.9 + random() * 0.4} />
    <${Put} id=${pick(random, ["art-light", "art-palm"])} x=${x(-12)} y=${y + 1} size=".9" />
    <${Sea} random=${random} horizon=${y} />
    <${Put} id="art-ship" x=${x(32)} y=${y + 3} size=".55" width=${0.55 * flip} />
    <${Put} id="art-ship" x=${x(6 + random() * 8)} y=${y + 15} size="1.15" width=${1.15 * flip} />
    <path fill="none" stroke="var(--light)" stroke-width="1" opacity=".7" d=${`M${x(-18)} ${y + 19}q4-3 8 0t8 0 8 0 8 0 8 0`} />`;
}

/** Palms and a tent at a pond. */
function oasis(random) {
  const y = HORIZON + 2;
  const flip = side(random);
  const x = (near) => 50 + flip * near;
  return html`<path fill="var(--far)" d=${dunes(random, y - 6, 14)} /><path fill="var(--mid)" d=${dunes(random, y, 5)} />
    <${Put} id="art-palm" x=${x(-26)} y=${y + 4} size="1.7" /><${Put} id="art-palm" x=${x(-14)} y=${y + 2} size="1.25" width="-1.25" /><${Put} id="art-palm" x=${x(36)} y=${y + 3} size="1.4" />
    <${Put} id="art-tent" x=${x(14)} y=${y + 5} size=${1.2 + random() * 0.3} /><${Put} id="art-camel" x=${x(-8)} y=${y + 9} size=".95" width=${0.95 * flip} />
    <ellipse fill="var(--sea)" cx=${x(-20)} cy=${y + 20} rx="34" ry="8" /><path fill="none" stroke="var(--light)" stroke-width=".9" opacity=".6" d=${`M${x(-20) - 14} ${y + 18}h12m8 4h10`} />`;
}

/** The wall and the domes of a city. */
function city(random) {
  const y = HORIZON + 2;
  const at = 50 + side(random) * 6;
  return html`<path fill="var(--far)" d=${dunes(random, y - 8, 10)} />
    <${Put} id="art-tower" x=${at - 32} y=${y} size="1.35" /><${Put} id="art-tower" x=${at + 32} y=${y} size=${1.1 + random() * 0.4} />
    <${Put} id="art-dome" x=${at - 18} y=${y} size="1.3" /><${Put} id="art-dome" x=${at + 20} y=${y} size=${1.1 + random() * 0.3} /><${Put} id="art-house" x=${at + 40} y=${y} size="1.2" /><${Put} id="art-house" x=${at - 44} y=${y} size="1.1" />
    <${Put} id="art-gate" x=${at} y=${y + 3} size="1.05" /><path fill="var(--mid)" d=${`M-20 ${y + 2}Q50 ${y - 2} 120 ${y + 2}V100H-20z`} />
    <${Put} id="art-camel" x=${at - 26} y=${y + 11} size=".8" /><path fill="var(--near)" d=${dunes(random, y + 22, 7)} />`;
}

/** A great building on a hill, for the point cards. */
function wonder(random, card, kind) {
  const y = HORIZON + 2;
  const [rock, snow] = mountains(random, y, 30);
  const middle = {
    palace: html`<${Put} id="art-tower" x="20" y=${y} size="1.4" /><${Put} id="art-tower" x="80" y=${y} size="1.4" /><${Put} id="art-dome" x="34" y=${y} size="1.2" /><${Put} id="art-dome" x="66" y=${y} size="1.2" /><${Put} id="art-dome" x="50" y=${y} size="1.75" />`,
    gate: html`<${Put} id="art-gate" x="50" y=${y + 1} size="1.9" /><${Put} id="art-cypress" x="10" y=${y} size="1.5" /><${Put} id="art-cypress" x="90" y=${y} size="1.5" />`,
    pagoda: html`<${Put} id="art-pagoda" x="50" y=${y} size="1.5" /><${Put} id="art-pine" x="24" y=${y + 1} size="1.4" /><${Put} id="art-pine" x="78" y=${y + 1} size="1.7" /><${Put} id="art-house" x="12" y=${y} size=".9" />`,
    port: html`<${Put} id="art-light" x="24" y=${y} size="1.5" /><${Put} id="art-dome" x="48" y=${y} size="1.4" /><${Put} id="art-house" x="70" y=${y} size="1.2" /><${Put} id="art-tower" x="84" y=${y} size="1.1" />`,
  }[kind];
  const ground = kind === "port" ? html`<${Sea} random=${random} horizon=${y} /><${Put} id="art-ship" x=${58 + random() * 16} y=${y + 12} size=".8" />`
    : html`<path fill="var(--mid)" d=${`M-20 ${y + 4}Q50 ${y - 6} 120 ${y + 4}V100H-20z`} />`;
  return html`<path fill="var(--far)" d=${rock} /><path fill="var(--light)" opacity=".7" d=${snow} />${kind !== "port" && ground}
    <g transform="translate(-9 2)">${middle}</g>${kind === "port" && ground}
    <path fill="var(--near)" d=${dunes(random, y + 20, 8)} />`;
}

const WONDERS = ["palace", "pagoda", "port", "gate"];
const TRADES = [caravan, harbour, city, oasis, caravan, bazaar];
const HARVESTS = [bazaar, oasis, bazaar];
const PALETTES = { upgrade: ["green"], spice: ["desert", "noon", "dawn"], trade: ["desert", "noon", "dawn", "green"], point: ["royal", "sapphire", "ruby"] };

/** What a card shows. */
function sceneOf(kind, random) {
  if (kind === "upgrade") return pass;
  if (kind === "spice") return pick(random, HARVESTS);
  if (kind === "trade") return pick(random, TRADES);
  const wonderKind = pick(random, WONDERS);
  return (...given) => wonder(...given, wonderKind);
}

const drawn = new Map(); // the pictures are large: each is made once

function draw(card, kind) {
  const random = seededRandom(card);
  const scene = sceneOf(kind, random);
  const palette = pick(random, PALETTES[kind]);
  return html`<svg class=${`landscape scene ${palette}`} viewBox="0 0 100 100" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
    <${Sky} random=${random} horizon=${HORIZON} />${scene(random, card)}</svg>`;
}

/** The picture of a card. `kind` is spice, upgrade, trade or point. */
export function Scene({ card, kind }) {
  const key = `${kind} ${card}`;
  if (!drawn.has(key)) drawn.set(key, draw(card, kind));
  return drawn.get(key);
}
