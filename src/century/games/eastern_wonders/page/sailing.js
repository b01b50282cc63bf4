// Sailing over several cells by one click. The server says which cells the boat can reach, at what price and by which way.

/** The destination of the last click: {decisions, path}. The player drops a cube for each paid step, then the boat sails on. */
let course = null;

/** The routes of the boat by destination: {path, tokens}. `tokens` are the free steps and the first paid one. */
export function routesOf(view, legal) {
  if (view.phase !== "sail" || !legal.length) return {};
  const reached = Object.entries(view.map).filter(([, cell]) => cell.reach);
  const firstSteps = (path) => path.slice(0, view.acting.free + 1).map((cell) => `sail ${cell}`);
  return Object.fromEntries(reached.map(([name, { reach: { path } }]) => [name, { path, tokens: firstSteps(path) }]));
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
  const ahead = next ? await table.previewOf([...table.staged.value, token], { view: false }) : { legal: [] };
  return table.stage(token, ...ahead.legal.filter((one) => one === `sail ${next}`));
}
