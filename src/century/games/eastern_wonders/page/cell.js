// One hex of the map: its tile and pieces, its accessible name, and the decision that a click makes.
import { Choice } from "/static/table/choice.js";
import { CORNERS, positionStyle } from "/static/lib/hex-grid.js";
import { nameOf } from "/static/lib/player-names.js";
import { Cube, Cubes, Effect, effectInWords } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";
import { cubeName, cubesInWords, language, t } from "/static/lib/words.js";
import { Boat, Medal, Outpost } from "./piece-icons.js";
import { sailTo } from "./sailing.js";

const GAME = "eastern-wonders";
const MANY = 3; // more cubes on a hex are drawn smaller

/** `about` is {table, view, types, box}; `sailing` the boat's route to this cell, if it can get there. */
export function Cell({ about, name, sailing, focusProps }) {
  const { table, view, box } = about;
  const cell = view.map[name];
  const token = tokenOf(view, name, cell);
  const legal = table.shown.value.legal;
  const near = legal.includes(token);
  const far = !near && token.startsWith("sail") ? sailing : undefined;
  const price = priceOf(view, cell, near || far ? token : "");
  const label = cellInWords(about, name, cell, price);
  const chosen = sailing ? { tokens: sailing.tokens, onChoose: () => sailTo(table, sailing) } : {};
  return html`<${Choice} table=${table} token=${token} label=${label} title=${price ? label : cellName(about, name, cell)}
    class=${classNames("hex", `kind-${cell.kind}`, cell.type, far && "far", view.seats[view.seat].boat === name && "here")}
    data-cell=${name} style=${positionStyle(cell, box)} ...${chosen} ...${focusProps}>
    <${Ground} cell=${cell} />
    <${Head} about=${about} name=${name} cell=${cell} price=${price} />
    ${cell.kind === "market" && html`
      <span class="market-face" aria-hidden="true"><${Effect} game=${GAME} effect=${cell.trade} /></span>`}
    ${cell.kind === "port" && html`<${Port} tile=${cell.tile} />`}
    <${Pieces} about=${about} name=${name} cell=${cell} price=${price} />
  </${Choice}>`;
}

/** The decision that a click on a cell makes in the current phase. */
function tokenOf(view, name, cell) {
  const { boat } = view.seats[view.seat];
  if (view.phase === "place") return `place ${name}`;
  if (boat !== name) return `sail ${name}`;
  if (view.phase === "sail") return "anchor";
  if (cell.kind === "market") return cell.price === null ? "trade" : "build";
  return cell.kind === "port" ? "claim" : "pass";
}

/** The price of ending the movement on a cell: {verb, cubes, toll}. */
function priceOf(view, cell, token) {
  const [verb] = token.split(" ");
  if (verb === "sail" && cell.reach) return { verb, cubes: cell.reach.price, toll: cell.toll };
  if (verb === "anchor") return { verb, cubes: 0, toll: view.acting.toll };
  return verb === "place" ? { verb, cubes: 0, toll: [] } : null;
}

/** The top of a hex: the type of its market, its name, and the total price of ending the movement there. */
function Head({ about, name, cell, price }) {
  return html`<span class="hex-head" aria-hidden="true">
    ${cell.type && html`<${Cube} letter=${about.types[cell.type]} />`}<span>${name}</span>
    ${price && price.verb !== "place" && html`<b class="fare"><${Fare} price=${price} /></b>`}</span>`;
}

/** The cubes dropped on the way plus the toll; an anchor for staying without a toll. */
function Fare({ price: { verb, cubes, toll } }) {
  const total = cubes + toll.length;
  if (total) return html`−${total}<i class="any-cube" />`;
  return verb === "anchor" ? "⚓" : t("eastern-wonders.cell.free");
}

/** The pieces on a hex: outposts, cubes and boats, and the toll for each boat. */
function Pieces({ about: { view }, name, cell, price }) {
  const building = view.seats[view.seat].boat === name;
  const { boats } = cell;
  const outposts = cell.outposts ?? [];
  const occupied = outposts.length > 0 || cell.cubes;
  const crowded = occupied && (boats.length > 1 || (outposts.length > 2 && cell.cubes));
  const layout = boats.length > 0 && (crowded ? "crowded" : "with-boat");
  return html`<span class=${classNames("wood", layout)} aria-hidden="true">
    ${occupied && html`<span class="stands">
      ${outposts.map((seat) => html`
        <${Outpost} key=${seat} seat=${seat} piece=${building && seat === view.seat ? "outpost" : undefined} />`)}
      ${cell.cubes && html`<span class=${classNames("lies", cell.cubes.length > MANY && "many")}>
        <${Cubes} game=${GAME} cubes=${cell.cubes} place=${`cell-${name}`} /></span>`}</span>`}
    ${boats.length > 0 && html`<span class="boats">
      ${boats.map((seat) => html`<${Boat} key=${seat} seat=${seat} animated />`)}
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

/** The background of a hex: sea or land. */
export function Ground({ cell }) {
  const island = ISLANDS[Math.abs(cell.q * 2 + cell.r) % ISLANDS.length];
  return html`<svg class="ground" viewBox="0 0 100 86.6" aria-hidden="true">
    <polygon class="water" points=${CORNERS} />
    ${cell.kind === "sea" ? html`<path class="waves" d=${WAVES} />` : html`<path class="land" d=${island} />`}
    ${cell.kind === "port" && html`<path class="pier" d="M6 62h26M10 58v8M18 58v8M26 58v8M94 62H68M90 58v8M82 58v8M74 58v8" />`}
    <polygon class="rim" points=${CORNERS} /></svg>`;
}

/** A cell by kind and name. */
function cellName({ types }, name, cell) {
  const values = { cell: name };
  if (cell.kind === "market") values.type = cubeName(GAME, types[cell.type]);
  return t(`eastern-wonders.cell.called.${cell.kind}`, values);
}

/** Everything about a cell, as its accessible name. */
function cellInWords(about, name, cell, price) {
  const { table } = about;
  const list = (seats) => new Intl.ListFormat(language(), { type: "unit" }).format(seats.map((seat) => nameOf(table, seat)));
  const { boats } = cell;
  return [
    cellName(about, name, cell),
    cell.trade && effectInWords(GAME, cell.trade),
    cell.tile && t("eastern-wonders.cell.tile", { points: cell.tile.points, cost: cubesInWords(GAME, cell.tile.cost) }),
    cell.tile === null && t("eastern-wonders.cell.closed"),
    cell.outposts?.length > 0 && t("eastern-wonders.cell.outposts", { names: list(cell.outposts) }),
    boats.length > 0 && t("eastern-wonders.cell.boats", { names: list(boats) }),
    cell.cubes && t("eastern-wonders.cell.lying", { cubes: cubesInWords(GAME, cell.cubes) }),
    price?.verb === "sail" && (price.cubes ? t("eastern-wonders.cell.price", { n: price.cubes }) : t("eastern-wonders.cell.for-free")),
    price?.verb === "anchor" && t("eastern-wonders.cell.anchor"),
    price?.verb === "place" && t("eastern-wonders.cell.place"),
    price?.toll.length > 0 && t("eastern-wonders.cell.toll", { names: list(price.toll) }),
  ].filter(Boolean).join("; ");
}
