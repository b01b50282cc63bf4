// The scene on each card of Spice Road. A card's place in the list of cards chooses motif and colours, so that cards with the same
// motif differ in colours; its text is the seed of everything else. Every card has its own picture and keeps it.
import { piecesOf } from "/static/lib/games.js";
import { dunes as ridge, mountains as peaks, Sea, Sky } from "/static/parts/art/landscape.js";
import { Put, seededRandom } from "/static/parts/art/symbols.js";
import { html } from "/static/lib/ui.js";

const HORIZON = 56; // of 100; what stands below it is often covered by the effect of the card

const GAME = "spice-road"; // cards.js, which has it too, imports this file
// Wider than the card, for scenes that are seen from far
const dunes = (random, y, height) => ridge(random, y, height, 150, 140, -25);
const mountains = (random, y, height) => peaks(random, y, height, 150, -25);
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
  return html`<path fill="var(--far)" d=${dunes(random, y - 6, 12)} /><path fill="var(--mid)" d=${`M-30 ${y + 2}Q50 ${y - 5} 130 ${y + 2}V140H-30z`} />
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
    <path fill="var(--mid)" d=${`M-30 ${y - 1}H130V140H-30z`} />
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
    <${Put} id="art-gate" x=${at} y=${y + 3} size="1.05" /><path fill="var(--mid)" d=${`M-30 ${y + 2}Q50 ${y - 2} 130 ${y + 2}V140H-30z`} />
    <${Put} id="art-camel" x=${at - 26} y=${y + 11} size=".8" /><path fill="var(--near)" d=${dunes(random, y + 22, 7)} />`;
}

/** Tents around a fire, high in the picture: cards lie on the lower part. */
const camp = (random) => html`<path fill="var(--far)" d=${dunes(random, 36, 12)} />${hill(42)}
  ${symbols(46, [["palm", 9, 1.5], ["tent", 24, 1.5, false, 2], ["camel", 57, 1, true, 3], ["tent", 78, 1.8, false, 4], ["palm", 94, 1.3, true]])}
  <path fill="var(--near)" d=${dunes(random, 60, 7)} /><path fill="var(--gold)" d="M47 56q-4-5 2-11 0 4 3 3-1-2 1-4 5 6 1 12z" />`;

/** Symbols on a line: [id, x, size, mirrored, down]. */
const symbols = (y, list) => list.map(([id, x, size, mirrored, down = 0]) => html`
  <${Put} id=${`art-${id}`} x=${x} y=${y + down} size=${size} width=${mirrored ? -size : size} />`);

/** Ground that rises a little to the middle. */
const hill = (y, fill = "var(--mid)") => html`<path fill=${fill} d=${`M-30 ${y + 3}Q50 ${y - 5} 130 ${y + 3}V130H-30z`} />`;

/** A range of mountains with snow. */
function range(random, y, height) {
  const [rock, snow] = mountains(random, y, height);
  return html`<path fill="var(--far)" d=${rock} /><path fill="var(--light)" opacity=".7" d=${snow} />`;
}

/** A river with a bridge, and a town behind it. */
function bridge(random) {
  const y = HORIZON + 3;
  const at = 50 + side(random) * 5;
  return html`${range(random, y - 8, 24)}<path fill="var(--mid)" d=${dunes(random, y - 6, 5)} />
    ${symbols(y - 5, [["house", at - 38, 0.8], ["pagoda", at + 38, 0.85], ["tree", at - 24, 0.8], ["tree", at + 22, 0.65, true]])}
    <${Sea} random=${random} horizon=${y - 4} />${symbols(y + 4, [["bridge", at, 1.25]])}<path fill="var(--near)" d=${dunes(random, y + 26, 7)} />`;
}

/** Elephants on their way through a forest. */
function elephants(random) {
  const y = HORIZON + 2;
  const flip = side(random);
  return html`<path fill="var(--far)" d=${dunes(random, y - 10, 12)} />${symbols(y - 3, [["tree", 12, 1.5], ["tree", 88, 1.7, true], ["tree", 34, 1.1], ["palm", 66, 1.2]])}
    ${hill(y)}${symbols(y + 3, [["elephant", 50 - 18 * flip, 1.15, flip < 0], ["elephant", 50 + 24 * flip, 0.95, flip < 0, -1]])}<path fill="var(--near)" d=${dunes(random, y + 18, 7)} />`;
}

/** Yurts on the steppe below high mountains. */
function steppe(random) {
  const y = HORIZON + 2;
  const flip = side(random);
  const x = (near) => 50 + flip * near;
  return html`${range(random, y - 4, 42)}<path fill="var(--mid)" d=${dunes(random, y, 6)} />
    ${symbols(y + 3, [["yurt", x(-30), 1.15], ["yurt", x(-4), 1.5, false, 4], ["yurt", x(30), 0.95, false, -1], ["camel", x(18), 0.8, flip < 0, 9]])}
    <${Put} id="art-birds" x=${x(26)} y="22" size="1" /><path fill="var(--near)" d=${dunes(random, y + 24, 6)} />`;
}

/** Boats on a river between steep rocks. */
function river(random) {
  const y = HORIZON - 2;
  const flip = side(random);
  const x = (near) => 50 + flip * near;
  return html`<path fill="var(--far)" opacity=".7" d=${`M${x(-20)} ${y}Q${x(-16)} 22 ${x(-6)} 20T${x(8)} ${y}z`} /><path fill="var(--far)" d=${`M${x(-60)} ${y + 2}V20Q${x(-44)} 8 ${x(-36)} 26T${x(-22)} ${y + 2}zM${x(60)} ${y + 2}V26Q${x(44)} 16 ${x(34)} 36T${x(20)} ${y + 2}z`} />
    ${symbols(y, [["pine", x(-38), 0.9, false, -20], ["pine", x(40), 0.9, false, -14], ["pagoda", x(-27), 0.55]])}
    <${Sea} random=${random} horizon=${y} />${symbols(y + 4, [["junk", x(26), 0.6, flip < 0], ["junk", x(-6), 1.05, flip < 0, 10]])}`;
}

/** A fortress on a rock, a road leads to it. */
function fortress(random) {
  const y = HORIZON + 2;
  const at = 50 + side(random) * 8;
  return html`${range(random, y - 2, 26)}<path fill="var(--mid)" d=${`M-30 ${y + 4}L${at - 34} ${y}L${at - 26} ${y - 14}H${at + 26}L${at + 36} ${y}L130 ${y + 4}V140H-30z`} />
    ${symbols(y - 13, [["fort", at, 0.98]])}${symbols(y + 4, [["pine", at - 36, 1], ["pine", at + 38, 1.2]])}
    <path fill="none" stroke="var(--wall)" stroke-width="3" stroke-linecap="round" d=${`M${at} ${y - 12}Q${at + 14} ${y - 4} ${at - 4} ${y + 6}T${at + 10} 100`} />`;
}

/** Columns of an old temple between cypresses. */
function temple(random) {
  const y = HORIZON + 2;
  const at = 50 + side(random) * 4;
  return html`<path fill="var(--far)" d=${dunes(random, y - 8, 14)} />${hill(y)}${symbols(y, [["columns", at, 1.3], ["cypress", at - 36, 1.5], ["cypress", at + 36, 1.3], ["cypress", at + 43, 0.9]])}
    <${Put} id="art-camel" x=${at - 24} y=${y + 11} size=".8" /><path fill="var(--near)" d=${dunes(random, y + 20, 7)} />`;
}

/** Terraces with rows of plants, and a hut. */
function terraces(random) {
  const y = HORIZON - 8;
  const flip = side(random);
  const step = (i) => html`<path fill=${i % 2 ? "var(--mid)" : "var(--far)"} d=${`M-20 ${y + i * 9 + 5 * flip}Q30 ${y + i * 9 - 7} 60 ${y + i * 9}T120 ${y + i * 9 - 5 * flip}V100H-20z`} />
    <path fill="none" stroke="var(--leaf)" stroke-width="2.4" stroke-dasharray="2.5 3" stroke-linecap="round" d=${`M-20 ${y + i * 9 + 4 + 5 * flip}Q30 ${y + i * 9 - 3} 60 ${y + i * 9 + 4}T120 ${y + i * 9 + 4 - 5 * flip}`} />`;
  return html`${range(random, y, 22)}${[0, 1, 2, 3].map(step)}${symbols(y + 4, [["house", 50 + 24 * flip, 0.8], ["tree", 50 + 38 * flip, 1], ["palm", 50 - 36 * flip, 1.1]])}`;
}

// The great buildings of the point cards; they stand at the left of the medal.
const WONDERS = {
  palace: [["tower", 20, 1.4], ["tower", 80, 1.4], ["dome", 34, 1.2], ["dome", 66, 1.2], ["dome", 50, 1.75]],
  pagoda: [["pagoda", 50, 1.5], ["pine", 24, 1.4], ["pine", 78, 1.7], ["house", 12, 0.9]],
  ziggurat: [["palm", 14, 1.1], ["ziggurat", 50, 1.3], ["palm", 92, 1, true]],
  port: [["light", 24, 1.5], ["dome", 48, 1.4], ["house", 70, 1.2], ["tower", 84, 1.1]],
  stupa: [["tree", 16, 1.3], ["stupa", 50, 1.35], ["tree", 86, 1.5, true], ["cypress", 30, 0.9]],
  fort: [["pine", 12, 1.2], ["fort", 50, 1.25], ["pine", 92, 1]],
  gate: [["gate", 50, 1.55], ["cypress", 10, 1.5], ["cypress", 90, 1.5]],
  elephant: [["dome", 22, 1.1], ["tower", 36, 1.1], ["elephant", 56, 1.6, false, 5], ["palm", 92, 1.2]],
  temple: [["cypress", 16, 1.6], ["columns", 50, 1.45], ["cypress", 84, 1.3], ["cypress", 92, 1]],
  minarets: [["tower", 16, 1.7], ["tower", 32, 1.25], ["dome", 50, 1.35], ["tower", 68, 1.45], ["tower", 84, 1.1]],
  bridge: [["pagoda", 18, 1], ["bridge", 52, 1.2, false, 8], ["tree", 90, 1.2]],
  monastery: [["pine", 14, 1], ["pagoda", 34, 0.9, false, -3], ["stupa", 56, 0.9, false, -6], ["pagoda", 78, 0.8, false, -3], ["pine", 92, 1.2]],
  junks: [["house", 14, 1], ["pagoda", 32, 1.05], ["tree", 50, 1], ["junk", 72, 1.15, true, 14]],
  garden: [["cypress", 12, 1.4], ["palm", 26, 1.2], ["dome", 50, 1.5], ["palm", 74, 1.2, true], ["cypress", 90, 1.2]],
};
const AT_SEA = ["port", "junks", "bridge"];

function wonder(random, name) {
  const y = HORIZON + 2;
  const drawn = html`<g transform=${random() < 0.5 ? "translate(-9 2)" : "translate(91 2) scale(-1 1)"}>${symbols(y, WONDERS[name])}</g>`;
  const back = random() < 0.7 ? range(random, y, 16 + random() * 24) : html`<path fill="var(--far)" d=${dunes(random, y - 4, 16)} />`;
  if (AT_SEA.includes(name)) return html`${back}<${Sea} random=${random} horizon=${y} />${drawn}<path fill="var(--near)" d=${dunes(random, y + 24, 6)} />`;
  const pond = name === "garden" && html`<ellipse fill="var(--sea)" cx="41" cy=${y + 13} rx="24" ry="6" />`;
  return html`${back}${hill(y)}${drawn}${pond}<path fill="var(--near)" d=${dunes(random, y + 20, 8)} />`;
}

/** A village of pagodas at a lake with boats. */
function lake(random) {
  const y = HORIZON - 2;
  const flip = side(random);
  const x = (near) => 50 + flip * near;
  return html`${range(random, y, 30)}<path fill="var(--mid)" d=${dunes(random, y - 1, 5)} />${symbols(y + 1, [["pagoda", x(-30), 1.2], ["house", x(-12), 0.8], ["tree", x(-44), 1.2], ["tree", x(40), 1], ["house", x(26), 0.7]])}
    <${Sea} random=${random} horizon=${y + 1} />${symbols(y + 14, [["junk", x(14), 0.9, flip < 0]])}`;
}

/** A valley with a stupa, to which travellers come. */
function valley(random) {
  const y = HORIZON + 2;
  const at = 50 + side(random) * 6;
  return html`${range(random, y - 2, 36)}${hill(y)}${symbols(y, [["stupa", at, 1.15], ["tree", at - 34, 1.2], ["tree", at + 36, 1]])}
    ${symbols(y + 10, [["camel", at - 28, 0.75], ["camel", at + 26, 0.75, true]])}<path fill="var(--near)" d=${dunes(random, y + 22, 7)} />`;
}

/** Steps of an old temple among palms. */
function steps(random) {
  const y = HORIZON + 2;
  const at = 50 + side(random) * 6;
  return html`<path fill="var(--far)" d=${dunes(random, y - 10, 16)} />${hill(y)}${symbols(y, [["ziggurat", at, 1.15], ["palm", at - 38, 1.3], ["palm", at + 38, 1.1, true]])}<path fill="var(--near)" d=${dunes(random, y + 20, 8)} />`;
}

const MOTIFS = {
  upgrade: [pass], spice: [bazaar, oasis, terraces],
  trade: [caravan, harbour, city, bridge, steppe, elephants, river, fortress, temple, lake, valley, steps],
  rest: [camp], point: Object.keys(WONDERS).map((name) => (random) => wonder(random, name)),
};
const PALETTES = { upgrade: ["green"], spice: ["desert", "noon", "dawn", "green"], trade: ["desert", "noon", "dawn", "green"], point: ["royal", "sapphire", "ruby", "green"], rest: ["dawn"] };
const ZOOMS = [1, 0.72, 1.3]; // for the cards with the same motif: as it is, from far with travellers before it, from near
const TRAVELLERS = [["camel", "camel", "palm"], ["elephant", "tree", "palm"], ["tent", "camel", "tree"], ["cypress", "cypress", "tree"], ["elephant", "elephant", "tree"], ["palm", "camel", "tent"]];

/** The foreground of a scene that is seen from far. */
function foreground(random) {
  const flip = side(random);
  const [first, second, last] = pick(random, TRAVELLERS);
  return html`<path fill="var(--near)" d=${dunes(random, 74, 7)} />${symbols(72, [[first, 50 - 30 * flip, 0.9, flip < 0], [second, 50 - 2 * flip, 0.8, flip < 0], [last, 50 + 38 * flip, 1, flip < 0, 3]])}`;
}

/** The number of a card among those of its kind; the starting cards are not in the list and come first. */
function numberOf(card, kind) {
  const { merchants, point_cards: points } = piecesOf(GAME);
  return 1 + (kind === "point" ? points.findIndex(({ cost }) => cost === card) : merchants.filter((one) => one.includes(">") === card.includes(">")).indexOf(card));
}

const drawn = new Map(); // the pictures are large: each is made once

function draw(card, kind) {
  const random = seededRandom(card);
  const number = numberOf(card, kind);
  const [motifs, palettes] = [MOTIFS[kind], PALETTES[kind]];
  const round = Math.floor(number / motifs.length);
  const scene = motifs[(5 * number + round) % motifs.length];
  const palette = palettes[(number + (kind === "spice" ? round : 0)) % palettes.length]; // never the same for the same motif
  const zoom = kind === "point" || kind === "trade" ? ZOOMS[round % ZOOMS.length] : 1;
  return html`<svg class=${`landscape scene ${kind} ${palette}`} viewBox="0 -6 100 88" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <${Sky} random=${random} horizon=${HORIZON} /><g transform=${`translate(50 56) scale(${zoom}) translate(-50 -56)`}>${scene(random, card)}</g>
    ${zoom < 1 && foreground(random)}</svg>`;
}

/** The picture of a card. `kind` is spice, upgrade, trade or point; or rest, the camp below the played cards. */
export function Scene({ card = "", kind }) {
  const key = `${kind} ${card}`;
  if (!drawn.has(key)) drawn.set(key, draw(card, kind));
  return drawn.get(key);
}
