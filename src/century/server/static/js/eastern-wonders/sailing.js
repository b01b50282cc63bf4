// Where the boat could go in this turn, and at what price. What is really possible the server says at each step.
import { around, key } from "../hexes.js";
import { signal } from "../ui.js";

/** Where one is bound for: {decisions, path}; the path is taken up again after each cube left behind. */
const heading = signal(null);

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

/** Set out on a way: all steps that cost nothing, and the first that does. */
export function setOut(table, way) {
  heading.value = { decisions: table.state.value.decisions, path: way.path };
  return table.stage(...way.tokens);
}

/** Leave a cube behind for a step, and make the next one if one is bound further. */
export async function leaveBehind(table, token) {
  const { boat } = table.shown.value.view.seats[table.shown.value.view.seat];
  const { decisions, path } = heading.value ?? {};
  const next = decisions === table.state.value.decisions && path.includes(boat) && path[path.indexOf(boat) + 1];
  const ahead = next ? await table.look([...table.staged.value, token]) : { legal: [] };
  return table.stage(token, ...ahead.legal.filter((one) => one === `sail ${next}`));
}

/** Who would be paid for ending on a cell (EW9). */
export const tolls = (view, cell) => (cell.kind === "market" ? boatsOn(view, cell).filter((seat) => seat !== view.seat) : []);

/** The boats on a cell, by where the seats say they are: that is known even while something hidden is not. */
export const boatsOn = (view, cell) => view.seats.map((_, seat) => seat).filter((seat) => view.map[view.seats[seat].boat] === cell);
