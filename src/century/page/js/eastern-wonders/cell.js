// One hex of the map: what lies there, drawn and spoken, and what choosing it would do.
import { Choice } from "../choice.js";
import { CORNERS, placed } from "../hexes.js";
import { nameOf } from "../names.js";
import { Cube, Cubes, Effect, effectInWords } from "../pieces.js";
import { html, names } from "../ui.js";
import { cubeName, cubesInWords, language, t } from "../words.js";
import { Boat, Medal, Outpost } from "./drawings.js";
import { boatsOn, setOut, tolls } from "./sailing.js";

const GAME = "eastern-wonders";
const MANY = 3; // cubes on a hex before they are drawn smaller

/** `about` is {table, view, types, box}; `way` how the boat gets there, if it can. */
export function Cell({ about, name, way, walk }) {
  const { table, view, box } = about;
  const cell = view.map[name];
  const token = tokenOf(view, name, cell);
  const legal = table.shown.value.legal;
  const near = legal.includes(token);
  const far = !near && token.startsWith("sail") ? way : undefined;
  const price = priceOf(view, cell, near || far ? token : "", way);
  const label = spoken(about, name, cell, price);
  const chosen = way ? { tokens: way.tokens, onChoose: () => setOut(table, way) } : {};
  return html`<${Choice} table=${table} token=${token} label=${label} called=${calledCell(about, name, cell)}
    class=${names("hex", `kind-${cell.kind}`, cell.type, far && "far", view.seats[view.seat].boat === name && "here")}
    title=${price ? label : undefined} data-cell=${name} style=${placed(cell, box)} ...${chosen} ...${walk(name)}>
    <${Ground} cell=${cell} />
    <${Head} about=${about} name=${name} cell=${cell} price=${price} />
    ${cell.kind === "market" && html`
      <span class="market-face" aria-hidden="true"><${Effect} game=${GAME} effect=${cell.trade} /></span>`}
    ${cell.kind === "port" && html`<${Port} tile=${cell.tile} />`}
    <${Wood} about=${about} name=${name} cell=${cell} price=${price} />
  </${Choice}>`;
}

/** What choosing a cell stands for at the moment. */
function tokenOf(view, name, cell) {
  const { boat } = view.seats[view.seat];
  if (view.phase === "place") return `place ${name}`;
  if (boat !== name) return `sail ${name}`;
  if (view.phase === "sail") return "anchor";
  if (cell.kind === "market") return cell.outposts.includes(view.seat) ? "trade" : "build";
  return cell.kind === "port" ? "claim" : "pass";
}

/** What ending there costs: {verb, cubes, toll}. */
function priceOf(view, cell, token, way) {
  const [verb] = token.split(" ");
  if (verb === "sail" && way) return { verb, cubes: way.price, toll: tolls(view, cell) };
  if (verb === "anchor") return { verb, cubes: 0, toll: view.acting.steps ? tolls(view, cell) : [] };
  return verb === "place" ? { verb, cubes: 0, toll: [] } : null;
}

/** The top of a hex: the type of its market, its name, and what it costs in all to end there. */
function Head({ about, name, cell, price }) {
  return html`<span class="hex-head" aria-hidden="true">
    ${cell.type && html`<${Cube} letter=${about.types[cell.type]} />`}<span>${name}</span>
    ${price && price.verb !== "place" && html`<b class="fare"><${Fare} price=${price} /></b>`}</span>`;
}

/** An anchor for staying without toll, else the cubes that are left on the way or paid to others there. */
function Fare({ price: { verb, cubes, toll } }) {
  const all = cubes + toll.length;
  if (all) return html`−${all}<i class="any-cube" />`;
  return verb === "anchor" ? "⚓" : t("eastern-wonders.cell.free");
}

/** What stands and lies on a hex: outposts and cubes, boats, and what these would be paid. */
function Wood({ about: { view }, name, cell, price }) {
  const building = view.seats[view.seat].boat === name;
  const boats = boatsOn(view, cell);
  const outposts = cell.outposts ?? [];
  const stands = outposts.length > 0 || cell.cubes;
  const crowded = stands && (boats.length > 1 || (outposts.length > 2 && cell.cubes));
  const how = boats.length > 0 && (crowded ? "crowded" : "with-boat");
  return html`<span class=${names("wood", how)} aria-hidden="true">
    ${stands && html`<span class="stands">
      ${outposts.map((seat) => html`
        <${Outpost} key=${seat} seat=${seat} travel=${building && seat === view.seat ? "outpost" : undefined} />`)}
      ${cell.cubes && html`<span class=${names("lies", cell.cubes.length > MANY && "many")}>
        <${Cubes} game=${GAME} cubes=${cell.cubes} place=${`cell-${name}`} /></span>`}</span>`}
    ${boats.length > 0 && html`<span class="boats">
      ${boats.map((seat) => html`<${Boat} key=${seat} seat=${seat} travels />`)}
      ${price?.toll.length > 0 && html`<b class="toll">+1</b>`}</span>`}
  </span>`;
}

function Port({ tile }) {
  if (!tile) return html`<span class="port-face shut" aria-hidden="true">
    <svg class="chain" viewBox="0 0 40 24"><path d="M4 4 36 20M36 4 4 20" /></svg>
    <b>${t("eastern-wonders.cell.shut")}</b></span>`;
  return html`<span class="port-face" aria-hidden="true"><${Medal} points=${tile.points} />
    <${Cubes} game=${GAME} cubes=${tile.cost} /></span>`;
}

const ISLANDS = [
  "M25 9C38 5 61 6 74 8.5c10 9 18 22 20.5 34.5C91 57 85 69 75 78 61 82 40 82 26 78.5 15 69 9 56 5.5 43 8 30 15 17 25 9z",
  "M27 7.5C44 9 58 5 72.5 9c9 9 16 20 22 33.5C93 58 84 67 74 79c-14 1-33 4-47.5-1C17 67 8 58 6 44 11 29 16 18 27 7.5z",
  "M24 10c16-5 34-3 51-2 8 11 15 21 19 35-6 12-9 26-20 35-15 5-31 2-47 1C17 70 11 56 5 44 10 31 13 19 24 10z",
];

const WAVES = "M22 34q7-6 14 0t14 0 14 0 14 0M22 52q7-6 14 0t14 0 14 0 14 0";

/** The sea, and the land in it. */
export function Ground({ cell }) {
  const island = ISLANDS[Math.abs(cell.q * 2 + cell.r) % ISLANDS.length];
  return html`<svg class="ground" viewBox="0 0 100 86.6" aria-hidden="true">
    <polygon class="water" points=${CORNERS} />
    ${cell.kind === "sea" ? html`<path class="waves" d=${WAVES} />` : html`<path class="land" d=${island} />`}
    ${cell.kind === "port" && html`<path class="pier" d="M6 62h26M10 58v8M18 58v8M26 58v8M94 62H68M90 58v8M82 58v8M74 58v8" />`}
    <polygon class="rim" points=${CORNERS} /></svg>`;
}

/** What a cell is, in a few words. */
export function calledCell({ types }, name, cell) {
  const said = { cell: name };
  if (cell.kind === "market") said.type = cubeName(GAME, types[cell.type]);
  return t(`eastern-wonders.cell.called.${cell.kind}`, said);
}

/** All that is to be known about a cell. */
function spoken(about, name, cell, price) {
  const { table, view } = about;
  const list = (seats) => new Intl.ListFormat(language(), { type: "unit" }).format(seats.map((seat) => nameOf(table, seat)));
  const say = (key, values) => t(`eastern-wonders.cell.${key}`, values);
  const boats = boatsOn(view, cell);
  return [
    calledCell(about, name, cell),
    cell.trade && effectInWords(GAME, cell.trade),
    cell.tile && say("tile", { points: cell.tile.points, cost: cubesInWords(GAME, cell.tile.cost) }),
    cell.tile === null && say("closed"),
    cell.outposts?.length > 0 && say("outposts", { names: list(cell.outposts) }),
    boats.length > 0 && say("boats", { names: list(boats) }),
    cell.cubes && say("lying", { cubes: cubesInWords(GAME, cell.cubes) }),
    price?.verb === "sail" && (price.cubes ? say("price", { n: price.cubes }) : say("for-free")),
    price?.verb === "anchor" && say("anchor"),
    price?.verb === "place" && say("place"),
    price?.toll.length > 0 && say("toll", { names: list(price.toll) }),
  ].filter(Boolean).join("; ");
}
