// The hold: cubes by spice, each spice a thing to tap when cubes are to be left, paid, raised or returned.
import { Choice } from "../choice.js";
import { tracks } from "../motion.js";
import { Cube } from "../pieces.js";
import { html } from "../ui.js";
import { CUBES, cubeName, t } from "../words.js";
import { leaveBehind } from "./sailing.js";

const GAME = "eastern-wonders";
const VERBS = ["drop", "pay", "upgrade", "discard"];

/** How many cubes a seat may keep. */
export const capacity = (seat, pieces) => pieces.hold + pieces.bonus.cargo.hold * seat.bonus.cargo;

export function Hold({ table, seat, view, pieces }) {
  const { cubes } = view.seats[seat];
  const { legal } = table.shown.value;
  const verb = VERBS.find((one) => legal.some((token) => token.startsWith(`${one} `))) ?? "discard";
  const room = capacity(view.seats[seat], pieces);
  const label = t("eastern-wonders.hold.filled", { n: cubes.length, room });
  return html`<div class="hold" role="group" aria-label=${label}>
    ${[...CUBES].map((letter) => html`
      <${Spice} key=${letter} table=${table} view=${view} seat=${seat} verb=${verb} letter=${letter} />`)}
    <span class=${cubes.length > room ? "fill too-full" : "fill"} title=${label} aria-hidden="true">
      <b>${cubes.length}</b>/${room}</span>
  </div>`;
}

/** The cubes of one spice. */
function Spice({ table, view, seat, verb, letter }) {
  const { cubes } = view.seats[seat];
  const held = [...cubes].filter((cube) => cube === letter);
  const lying = (tracks.value[`seat-${seat}`] ?? []).filter((cube) => cube.letter === letter);
  const drawn = lying.length === held.length ? lying : held.map(() => ({ letter }));
  const token = `${verb} ${letter}`;
  const may = table.shown.value.legal.includes(token);
  const spice = cubeName(GAME, letter);
  const label = t(may ? `eastern-wonders.hold.${verb}` : "eastern-wonders.hold.some", { n: held.length, spice });
  const onChoose = verb === "drop" ? () => leaveBehind(table, token) : undefined;
  return html`<${Choice} table=${table} token=${token} onChoose=${onChoose} label=${label}
    class="spice-stack" data-spice=${letter}>
    ${drawn.map((cube, i) => html`<${Cube} key=${cube.id ?? i} letter=${letter} id=${cube.id} />`)}
    ${!drawn.length && html`<${Cube} letter=${letter} ghost />`}
  </${Choice}>`;
}
