// Sailing over several cells by one click. The server says which cells the boat can reach, at what price and by which way.

/** The destination of the last click: {decisions, path}. The player drops a cube for each paid step, then the boat sails on. */
let course = null;

/** The routes of the boat by destination: {path, tokens}. `tokens` are the free steps and the first paid one. */
export function routesOf(view, legal) {
  if (view.phase !== "sail" || !legal.length) return {};
  const routes = {};
  for (const name of Object.keys(view.map)) {
    const path = pathTo(view, name);
    if (!path) continue;
    const paid = path.findIndex((cell) => view.map[cell].reach.price > 0);
    const first = paid < 0 ? path : path.slice(0, paid + 1);
    routes[name] = { path, tokens: first.map((cell) => `sail ${cell}`) };
  }
  return routes;
}

/** The cells from the boat to a cell, without the boat's own; null if the boat cannot get there. */
function pathTo(view, name) {
  const { boat } = view.seats[view.seat];
  const path = [];
  for (let cell = name; cell !== boat; cell = view.map[cell].reach.via) {
    if (!view.map[cell].reach) return null;
    path.unshift(cell);
  }
  return path.length ? path : null;
}

let busy = false;

/** Stage the first steps of a route. A second click in the meantime is ignored. */
export async function sailTo(table, { path, tokens }) {
  if (busy) return;
  busy = true;
  course = { decisions: table.state.value.decisions, path };
  await table.stage(...tokens);
  busy = false;
}

/** Drop a cube for a paid step, and stage the next step of the course, if there is one. */
export async function dropCube(table, token) {
  const { boat } = table.shown.value.view.seats[table.shown.value.view.seat];
  const { decisions, path } = course ?? {};
  const next = decisions === table.state.value.decisions && path.includes(boat) && path[path.indexOf(boat) + 1];
  const ahead = next ? await table.previewOf([...table.staged.value, token]) : { legal: [] };
  return table.stage(token, ...ahead.legal.filter((one) => one === `sail ${next}`));
}
