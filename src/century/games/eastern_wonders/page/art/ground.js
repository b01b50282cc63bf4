// The ground of a hex: an island with the plants of its market, a port with its town, or open sea. Each hex has its own coast.
import { CORNERS } from "/static/lib/hex-grid.js";
import "/static/parts/art/landscape.js"; // the buildings and ships
import { defineSymbols, Put, round, seededRandom } from "/static/parts/art/symbols.js";
import { html } from "/static/lib/ui.js";

// The light of the clearing in the middle of an island, where the trade and the pieces are.
const TYPES = ["ginger", "chili", "tea", "cloves", "kind-port", "plain"];
defineSymbols(html`<g class="eastern-wonders">${TYPES.map((type) => html`<radialGradient key=${type} id=${`clearing-${type}`} class=${`clearing ${type}`} cy=".46" r=".56">
  <stop offset=".55" stop-color="var(--hill)" /><stop offset="1" stop-color="var(--land)" /></radialGradient>`)}</g><radialGradient id="lit"><stop offset=".7" stop-color="light-dark(#fff, #8fe9ff)" stop-opacity=".9" /><stop offset="1" stop-color="light-dark(#fff, #8fe9ff)" stop-opacity="0" /></radialGradient><radialGradient id="lamp"><stop stop-color="light-dark(#fff0, #ffe6a0)" /><stop offset=".3" stop-color="light-dark(#fff0, #ffc86088)" /><stop offset="1" stop-color="#ffb34700" /></radialGradient>`);

// Every landmark stands on the point (0, 0).
defineSymbols(html`
  <g id="isle-volcano"><path fill="light-dark(#8c5a4b, #5a3a3c)" d="M-13 0Q-6-4-4-14H4Q6-4 13 0z" /><path fill="light-dark(#6f4138, #432a30)" d="M2-14H4Q6-4 13 0H5Q1-6 2-14z" /><path fill="light-dark(#e8622a, #ff8a4a)" d="M-4-14H4Q4-11 2.5-11 2-8 .8-8.5-.5-5-1.5-9-3-9-3.4-11z" /><path fill="none" stroke="light-dark(#fff7ea, #b8aec0)" stroke-width="2" stroke-linecap="round" opacity=".85" d="M0-16.5q-3-2 0-4t0-4" /></g>
  <g id="isle-peak"><path fill="light-dark(#93a08e, #52646a)" d="M-13 0-4-15-1-11 3-18 13 0z" /><path fill="light-dark(#74826f, #3c4c54)" d="M3-18 13 0H4Q6-8 3-18z" /><path fill="var(--light)" d="M3-18 6.4-12 4.4-12.8 3-11 1.4-12.4-.4-12z" /></g>
  <g id="sea-whale"><path fill="var(--sea-line)" d="M-16 4C-14-6 0-9 8-2 12 1 15-2 15-6 12-8 12-11 13-12 15-11 17-10 17-8 19-10 21-10 22-9 21-6 19-5 17-5 17 2 12 8 4 8H-10Q-15 8-16 4z" /><path fill="none" stroke="var(--sea-line)" stroke-width="1.2" d="M-7-8q-3-5-6-3M-7-8q1-5 5-5" /></g>
  <g id="sea-serpent"><path fill="var(--sea-line)" d="M-27 6Q-24-3-19 0-16 2-15 6H-18Q-19 3-21 3-23 3-24 6zM-11 6Q-9-11-3-8 2-6 3 6H-1Q-2-3-4-3-6-3-7 6zM7 6Q7-8 9-13 11-18 17-17 23-16 25-12L21-10H16Q12-6 13 6zM-30 6Q-33 4-35-1-31 0-29 2z" /></g>
`);

const STEPS = 16;
const CENTRE = { x: 50, y: 43.3 };

/** The outline of an island: points around the centre, a little inside the hex, at random distances. */
function coastline(random) {
  return Array.from({ length: STEPS }, (_, i) => {
    const angle = (2 * Math.PI * i) / STEPS;
    const toEdge = 41 / Math.cos((angle % (Math.PI / 3)) - Math.PI / 6);
    return { angle, radius: toEdge * (0.98 - 0.11 * random()) };
  });
}

/** A smooth closed path through a coastline that is scaled and moved down. */
function outline(coast, scale = 1, down = 0) {
  const at = (i) => {
    const { angle, radius } = coast[(i + STEPS) % STEPS];
    return { x: CENTRE.x + scale * radius * Math.cos(angle), y: CENTRE.y + down + scale * radius * Math.sin(angle) };
  };
  const point = ({ x, y }) => `${round(x)} ${round(y)}`;
  const curve = (_, i) => {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const out = { x: from.x + (to.x - before.x) / 6, y: from.y + (to.y - before.y) / 6 };
    const into = { x: to.x - (after.x - from.x) / 6, y: to.y - (after.y - from.y) / 6 };
    return `C${point(out)} ${point(into)} ${point(to)}`;
  };
  return `M${point(at(0))}${coast.map(curve).join("")}z`;
}

/** Shallow water with foam, a cliff with its rocks, beach, land with a clearing, and a terrace of sand for the pieces. */
function island(coast, type) {
  const foot = outline(coast, 0.92, 6);
  return html`<path class="shallows" d=${outline(coast, 1.01, 1)} /><path class="cliff" d=${foot} /><path class="rocks" d=${outline(coast, 0.93, 2.6)} />
    <path class="beach" d=${outline(coast, 0.94, -2)} /><path class="land" d=${outline(coast, 0.89, -3)} fill=${`url(#clearing-${type})`} />
    <path class="terrace" d="M21 57Q50 53 79 57L72 73Q50 79 28 73z" />`;
}

// One plant that stands on the point where its path begins, of the size 1
const PLANTS = {
  ginger: "q-.9-.4-1.2-1.7 1 .4 1.2 1.7-.7-1.2 0-2.4.7 1.2 0 2.4.2-1.3 1.2-1.7-.1 1.2-1.2 1.7z", chili: "h-.9q-.6-.8.1-1.3.1-.8.8-.7.8-.1.9.7.7.5.1 1.3z",
  tea: "h-1.3q.1-1.4 1.3-1.4t1.3 1.4z", cloves: "q-1.2.1-1.1-1 0-1.2 1.1-2 1.1.8 1.1 2 .1 1.1-1.1 1z",
};
const FRUITS = "h0m-.6-.2h0";
// Where plants stand on the left of an island, and mirrored on its right: on the shoulder above a low pile of the trade, and in the corner below it
const [SHOULDER, CORNER] = [[[27, 26.5], [21.5, 28], [16.5, 31.5], [24, 32]], [[18, 63]]];

/** The plants of a market, those behind first. None is behind a cube, a label or a piece. */
function grove(type, random, shoulders) {
  const sides = [false, true].map((right) => [...(shoulders.includes(right) ? SHOULDER : []), ...CORNER].map(([x, y]) => ({
    x: (right ? 100 - x : x) + 2 * random() - 1, y: y + 2 * random() - 1, size: 4.6 + 1.4 * random() })));
  const plants = sides.flat().sort((one, other) => one.y - other.y);
  const layer = (kind, shape, right, down, scale) => html`<path class=${kind} d=${plants.map(({ x, y, size }) => `M${round(x + right * size)} ${round(y + down * size)}${
    shape.replace(/-?\d*\.?\d+/g, (n) => ` ${round(n * scale * size)}`)}`).join("")} />`;
  return [layer("leaf", PLANTS[type], 0, 0, 1), layer("sprout", PLANTS[type], -0.2, -0.45, 0.62), layer("fruit", FRUITS, 0.3, -0.5, 1)];
}

const LANDMARKS = {
  ginger: [["art-stupa", 0.62], ["art-yurt", 1.1], ["art-dome", 0.78]], chili: [["isle-volcano", 1.05], ["art-stall", 0.9], ["art-tent", 1.15]],
  tea: [["art-pagoda", 0.76], ["isle-peak", 1], ["art-house", 1.1]], cloves: [["art-columns", 0.55], ["art-tower", 0.9], ["art-ziggurat", 0.5]],
};

/** An island with its plants and its landmark, which stands on a shoulder above a low pile: above a high one there is no room. */
function market(cell, random) {
  const coast = coastline(random);
  if (!cell.type) return island(coast, "plain");
  const low = cell.trade.split(">").flatMap(({ length }, i) => (length > 2 ? [] : [i === 1]));
  const at = low[Math.floor(low.length * random())]; // whether on the right
  const [id, size] = LANDMARKS[cell.type][(cell.r + 99) % 3];
  return html`${island(coast, cell.type)}${grove(cell.type, random, low.filter((right) => right !== at))}
    ${low.length > 0 && html`<${Put} id=${id} x=${at ? 77 : 23} y="30.5" size=${round(0.8 * size)} />`}`;
}

function port(_cell, random) {
  const coast = coastline(random);
  return html`${island(coast, "kind-port")}<path class="wall" d=${outline(coast, 0.84, -1.5)} />
  <path class="quay" d="M22 66H78L74 76H26z" /><path class="planks" d="M24 69.5H76M25.5 73H74.5M36 66v10M50 66v10M64 66v10" />
  <${Put} id="art-house" x="31" y="24" size=".8" /><${Put} id="art-dome" x="70" y="25" size=".62" /><${Put} id="art-palm" x="87" y="57" size=".5" width="-.5" /><${Put} id="art-light" x="18" y="67" size=".7" /><circle class="lamp" cx="18" cy="51" r="15" fill="url(#lamp)" />`;
}

const sea = (_cell, random) => html`<path class="waves" d="M16 26q5-4.5 10 0t10 0M62 20q5-4.5 10 0t10 0M14 62q5-4.5 10 0t10 0M64 68q5-4.5 10 0t10 0" />
  <g class="drawn"><${Put} id=${random() < 0.5 ? "sea-whale" : "sea-serpent"} x="50" y="48" size=".85" /></g>`;

const KINDS = { market, port, sea };
const drawn = new Map(); // each hex is drawn once

function draw(cell) {
  const random = seededRandom(`${cell.kind} ${cell.q} ${cell.r}`);
  return html`<svg class=${`ground ground-${cell.kind} landscape noon`} viewBox="0 0 100 86.6" aria-hidden="true">
    <polygon class="water" points=${CORNERS} />${KINDS[cell.kind](cell, random)}
    <polygon class="rim" points=${CORNERS} /></svg>`;
}

/** The background of a hex. */
export function Ground({ cell }) {
  const key = [cell.kind, cell.type, cell.trade, cell.q, cell.r].join();
  if (!drawn.has(key)) drawn.set(key, draw(cell));
  return drawn.get(key);
}
