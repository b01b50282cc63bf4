// Where the boat could go in this turn, and at what price. What is really possible the server says at each step.
import { around, key } from "../hexes.js";

/** Where one is bound for: {decisions, path}; the path is taken up again after each cube left behind. */
let heading = null;

/** The ways from the boat by the cell they lead to: {path, tokens, price}, the price in cubes. */
export function ways(view, legal) {
  if (view.phase !== "sail" || !legal.length) return {};
  const { boat, cubes } = view.seats[view.seat];
  const { free } = view.acting;
  const named = Object.fromEntries(Object.entries(view.map).map(([name, cell]) => [key(cell), name]));
  const found = {};
  let ends = [{ name: boat, path: [] }];
  while (ends.length) {
    const next = [];
    for (const { name: from, path } of ends) {
      for (const name of around(view.map[from]).map((hex) => named[key(hex)])) {
        const price = Math.max(0, path.length + 1 - free);
        const first = path[0] ?? name;
        if (!name || name === boat || found[name] || price > cubes.length || !legal.includes(`sail ${first}`)) continue;
        const longer = [...path, name];
        found[name] = { path: longer, price, tokens: longer.slice(0, free + 1).map((step) => `sail ${step}`) };
        next.push({ name, path: longer });
      }
    }
    ends = next;
  }
  const payable = ([name, { path, price }]) => path.length === 1 || price + tolls(view, view.map[name]).length <= cubes.length;
  return Object.fromEntries(Object.entries(found).filter(payable));
}

let settingOut = false;

/** Set out on a way: all steps that cost nothing, and the first that does. A second tap meanwhile means the same one. */
export async function setOut(table, way) {
  if (settingOut) return;
  settingOut = true;
  heading = { decisions: table.state.value.decisions, path: way.path };
  await table.stage(...way.tokens);
  settingOut = false;
}

/** Leave a cube behind for a step, and make the next one if one is bound further. */
export async function leaveBehind(table, token) {
  const { boat } = table.shown.value.view.seats[table.shown.value.view.seat];
  const { decisions, path } = heading ?? {};
  const next = decisions === table.state.value.decisions && path.includes(boat) && path[path.indexOf(boat) + 1];
  const ahead = next ? await table.look([...table.staged.value, token]) : { legal: [] };
  return table.stage(token, ...ahead.legal.filter((one) => one === `sail ${next}`));
}

/** Who would be paid for ending on a cell (EW9). */
export const tolls = (view, cell) => (cell.kind === "market" ? boatsOn(view, cell).filter((seat) => seat !== view.seat) : []);

/** The boats on a cell, by where the seats say they are: that is known even while something hidden is not. */
export const boatsOn = (view, cell) => view.seats.flatMap(({ boat }, seat) => (view.map[boat] === cell ? [seat] : []));
