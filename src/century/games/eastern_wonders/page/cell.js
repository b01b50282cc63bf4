// One hex of the map: its tile and pieces, its accessible name, and the decision that a click makes.
import { Choice } from "/static/table/choice.js";
import { positionStyle } from "/static/lib/hex-grid.js";
import { nameOf } from "/static/lib/player-names.js";
import { Cube, Cubes, CubeSlot, effectInWords } from "/static/parts/pieces.js";
import { html, classNames } from "/static/lib/ui.js";
import { cubeName, cubesInWords, language, t } from "/static/lib/words.js";
import { Ground } from "./art/ground.js";
import { PriceFace, TradeFace } from "./art/piles.js";
import { Boat, Medal, Outpost } from "./piece-icons.js";
import { sailTo } from "./sailing.js";

const GAME = "eastern-wonders";
const MANY = 2; // more cubes on a hex are drawn smaller, more than twice as many even more so

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
  const me = table.me.value ?? null;
  const own = view.seats[me]?.boat === name ? ["mine", `seat-${me}`] : [];
  const chosen = sailing ? { tokens: sailing.tokens, onChoose: () => sailTo(table, sailing) } : {};
  return html`<${Choice} table=${table} token=${token} label=${label} title=${price ? label : cellName(about, name, cell)}
    class=${classNames("hex", `kind-${cell.kind}`, cell.type, far && "far", view.seats[view.seat].boat === name && "here", ...own)}
    data-cell=${name} style=${positionStyle(cell, box)} ...${chosen} ...${focusProps}>
    <${Ground} cell=${cell} />
    <${Head} about=${about} name=${name} cell=${cell} price=${price} />
    ${cell.kind === "market" && html`<${TradeFace} trade=${cell.trade} />`}
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

/** The top of a hex: the type of its market, its name, and the total price of ending the movement there. The style sheet shows the name on demand. */
function Head({ about, name, cell, price }) {
  return html`<span class="hex-head" aria-hidden="true">
    ${cell.type && html`<${Cube} letter=${about.types[cell.type]} />`}<span>${name}</span>
    ${price && price.verb !== "place" && html`<b class=${classNames("fare", price.verb === "sail" && !price.cubes && !price.toll.length && "free")}><${Fare} price=${price} /></b>`}</span>`;
}

/** The cubes dropped on the way plus the toll; an anchor for staying without a toll. */
function Fare({ price: { verb, cubes, toll } }) {
  const total = cubes + toll.length;
  if (total) return html`−${total}<${CubeSlot} />`;
  return verb === "anchor" ? "⚓" : t("eastern-wonders.cell.free");
}

/** The pieces on a hex: a row of outposts, and below it, at the shore, the boats with the toll for each, and the cubes. */
function Pieces({ about: { table, view }, name, cell, price }) {
  const building = view.seats[view.seat].boat === name;
  const { boats, cubes } = cell;
  return html`<span class="wood" aria-hidden="true">
    <span class="stands">${(cell.outposts ?? []).map((seat) => html`
      <${Outpost} key=${seat} seat=${seat} piece=${building && seat === view.seat ? "outpost" : undefined} />`)}</span>
    ${(boats.length > 0 || cubes) && html`<span class=${classNames("shore", boats.length > 1 && "fleet")}>
      ${boats.length > 0 && html`<span class="boats">
        ${boats.map((seat) => html`<${Boat} key=${seat} seat=${seat} own=${seat === table.me.value} animated />`)}
        ${price?.toll.length > 0 && html`<b class="toll">+1</b>`}</span>`}
      ${cubes && html`<span class=${classNames("lies", cubes.length > MANY && "many", cubes.length > 2 * MANY && "heap")}>
        <${Cubes} game=${GAME} cubes=${cubes} place=${`cell-${name}`} /></span>`}</span>`}
  </span>`;
}

function Port({ tile }) {
  if (!tile) return html`<span class="port-face shut" aria-hidden="true">
    <svg class="chain" viewBox="0 0 60 24"><path class="post" d="M4 24V5h6v19zM50 24V5h6v19z" /><path class="links" d="M10 9Q30 26 50 9" /><path class="knob" d="M3 5a4 4 0 0 1 8 0zM49 5a4 4 0 0 1 8 0z" /></svg>
    <b>${t("eastern-wonders.cell.shut")}</b></span>`;
  return html`<span class="port-face" aria-hidden="true"><${Medal} points=${tile.points} />
    <${PriceFace} cost=${tile.cost} /></span>`;
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
