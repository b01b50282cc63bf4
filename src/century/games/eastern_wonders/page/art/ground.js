// The ground of a hex: an island with the plants of its market, a port with its town, or open sea. Each hex has its own coast.
import { CORNERS } from "/static/lib/hex-grid.js";
import "/static/parts/art/landscape.js"; // the buildings and ships
import { defineSymbols, Put, round, seededRandom } from "/static/parts/art/symbols.js";
import { html } from "/static/lib/ui.js";

// The light of the clearing in the middle of an island, where the trade and the pieces are.
const TYPES = ["ginger", "chili", "tea", "cloves", "kind-port", "plain"];
defineSymbols(html`<g class="eastern-wonders">${TYPES.map((type) => html`<radialGradient key=${type} id=${`clearing-${type}`} class=${`clearing ${type}`} cy=".46" r=".56">
  <stop offset=".55" stop-color="var(--hill)" /><stop offset="1" stop-color="var(--land)" /></radialGradient>`)}
  <radialGradient id="lagoon"><stop offset=".45" stop-color="var(--lagoon)" /><stop offset="1" stop-color="var(--lagoon)" stop-opacity="0" /></radialGradient></g>`);

// Every landmark stands on the point (0, 0).
defineSymbols(html`
  <g id="isle-hut"><path fill="var(--dark)" d="M-6 0v-4h1.2v4zM4.8 0v-4H6v4z" /><path fill="var(--wall)" d="M-7-9H7v5.5H-7z" /><path fill="var(--shade)" d="M2-9h5v5.5H2z" /><path fill="light-dark(#b07a35, #8a6636)" d="M-10-8.5Q-3-11 0-18 3-11 10-8.5 0-10.5-10-8.5z" /><path fill="var(--dark)" d="M-2-3.5v-4h3v4z" /></g>
  <g id="isle-volcano"><path fill="light-dark(#8c5a4b, #5a3a3c)" d="M-13 0Q-6-4-4-14H4Q6-4 13 0z" /><path fill="light-dark(#6f4138, #432a30)" d="M2-14H4Q6-4 13 0H5Q1-6 2-14z" /><path fill="light-dark(#e8622a, #ff8a4a)" d="M-4-14H4Q4-11 2.5-11 2-8 .8-8.5-.5-5-1.5-9-3-9-3.4-11z" /><path fill="none" stroke="light-dark(#fff7ea, #b8aec0)" stroke-width="2" stroke-linecap="round" opacity=".85" d="M0-16.5q-3-2 0-4t0-4" /></g>
  <g id="isle-temple"><path fill="light-dark(#b3a48d, #6f6770)" d="M-10 0v-4H10v4zM-7.5-4v-4h15v4zM-5-8q0-7 5-8 5 1 5 8z" /><path fill="light-dark(#8f7f69, #514b57)" d="M4 0v-4h6v4zM3-4v-4h4.5v4zM2-8q0-6-2-8 5 1 5 8z" /><path fill="var(--gold)" d="M-.6-21H.6v6H-.6z" /><path fill="var(--dark)" d="M-1.6 0v-2.6h3.2V0z" /></g>
  <g id="isle-peak"><path fill="light-dark(#93a08e, #52646a)" d="M-13 0-4-15-1-11 3-18 13 0z" /><path fill="light-dark(#74826f, #3c4c54)" d="M3-18 13 0H4Q6-8 3-18z" /><path fill="var(--light)" d="M3-18 6.4-12 4.4-12.8 3-11 1.4-12.4-.4-12z" /></g>
  <g id="sea-rose"><path fill="var(--sea-line)" d="M0-20 3-3 20 0 3 3 0 20-3 3-20 0-3-3z" /><path fill="var(--sea-line)" opacity=".6" d="M11-11 3 0 11 11 0 3-11 11-3 0-11-11 0-3z" /><circle fill="none" stroke="var(--sea-line)" stroke-width="1.2" r="14" /></g>
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
    return { angle, radius: toEdge * (0.98 - 0.15 * random()) };
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

/** Shallow water with foam, a cliff, beach, land, and a clearing. */
function island(coast, type) {
  return html`<path class="shallows" d=${outline(coast, 1.02, 0.5)} /><path class="cliff" d=${outline(coast, 0.94, 4)} />
    <path class="beach" d=${outline(coast, 0.94, -1)} /><path class="land" d=${outline(coast, 0.88, -1.5)} fill=${`url(#clearing-${type})`} />`;
}

// One plant that stands on the point where its path begins, of the size 1
const PLANTS = {
  ginger: "q-.9-.4-1.2-1.7 1 .4 1.2 1.7-.7-1.2 0-2.4.7 1.2 0 2.4.2-1.3 1.2-1.7-.1 1.2-1.2 1.7z", chili: "h-.9q-.6-.8.1-1.3.1-.8.8-.7.8-.1.9.7.7.5.1 1.3z",
  tea: "h-1.3q.1-1.4 1.3-1.4t1.3 1.4z", cloves: "q-1.2.1-1.1-1 0-1.2 1.1-2 1.1.8 1.1 2 .1 1.1-1.1 1z",
};
const plant = (type, x, y, size) => `M${round(x)} ${round(y)}${PLANTS[type].replace(/-?\d*\.?\d+/g, (n) => ` ${round(n * size)}`)}`;

const GROVE = { from: 2.35, to: 7.07, step: 0.225 }; // angles: from the lower left shore by the top to the lower right shore

/** The plants of a market along the coast, those behind first. The middle is for the trade, the lower shore for the pieces. */
function grove(coast, type, random) {
  const plants = [];
  for (let angle = GROVE.from; angle < GROVE.to; angle += GROVE.step) {
    const { radius } = coast[Math.round(angle / (2 * Math.PI) * STEPS) % STEPS];
    const out = radius * (0.79 + 0.05 * random());
    plants.push({ x: CENTRE.x + out * Math.cos(angle), y: CENTRE.y + 3 + out * Math.sin(angle), size: 4.3 + 1.4 * random() });
  }
  plants.sort((one, other) => one.y - other.y);
  const path = (each) => plants.map(each).join("");
  return html`<path class="shade" d=${path(({ x, y, size }) => plant(type, x + 0.6, y + 1.5, size))} /><path class="leaf" d=${path(({ x, y, size }) => plant(type, x, y, size))} />
    <path class="sprout" d=${path(({ x, y, size }) => plant(type, x - 0.2 * size, y - 0.5 * size, 0.6 * size))} /><path class="fruit" d=${path(({ x, y, size }) => `M${round(x + 0.3 * size)} ${round(y - 0.5 * size)}h0m-${round(size * 0.6)} -1h0`)} />`;
}

const LANDMARKS = {
  ginger: [["art-stupa", 0.62], ["isle-hut", 1.15], ["art-dome", 0.78]], chili: [["isle-volcano", 1.15], ["art-stall", 0.9], ["art-tent", 1.15]],
  tea: [["art-pagoda", 0.76], ["isle-peak", 1.2], ["isle-hut", 1.15]], cloves: [["isle-temple", 1.1], ["art-elephant", 0.62], ["art-ziggurat", 0.5]],
};

/** A landmark on the shoulder beside the lower pile of the trade. */
function landmark({ type, trade }, random) {
  const [id, size] = LANDMARKS[type][Math.floor(random() * 3)];
  const [give, take] = trade.split(">").map(({ length }) => length > 2);
  const right = give === take ? random() < 0.5 : give;
  return html`<${Put} id=${id} x=${right ? 77 : 23} y="31.5" size=${size} />`;
}

function market(cell, random) {
  const coast = coastline(random);
  return html`${island(coast, cell.type ?? "plain")}${cell.type && html`${grove(coast, cell.type, random)}${landmark(cell, random)}`}`;
}

const port = (_cell, random) => html`${island(coastline(random), "kind-port")}
  <path class="quay" d="M22 66H78L74 76H26z" /><path class="planks" d="M24 69.5H76M25.5 73H74.5M36 66v10M50 66v10M64 66v10" />
  <${Put} id="art-tower" x="17" y="34" size=".5" /><${Put} id="art-house" x="24" y="32" size=".52" /><${Put} id="art-dome" x="78" y="33" size=".6" />
  <${Put} id="art-palm" x="13" y="57" size=".5" /><${Put} id="art-palm" x="88" y="57" size=".5" width="-.5" /><${Put} id="art-light" x="20" y="68" size=".66" /><${Put} id="art-house" x="80" y="68" size=".66" />`;

const OPEN_SEA = ["sea-rose", "sea-whale", "sea-serpent"];

const sea = (_cell, random) => html`<path class="waves" d="M16 26q5-4.5 10 0t10 0M62 20q5-4.5 10 0t10 0M14 62q5-4.5 10 0t10 0M64 68q5-4.5 10 0t10 0" />
  <g class="drawn"><${Put} id=${OPEN_SEA[Math.floor(random() * OPEN_SEA.length)]} x="50" y="48" size=".85" /></g>`;

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
