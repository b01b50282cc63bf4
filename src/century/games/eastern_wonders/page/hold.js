// The hold: the cubes of a seat by spice. A click on a spice drops, pays, upgrades or discards a cube.
import { Choice } from "/static/table/choice.js";
import { cubeIds } from "/static/lib/transitions.js";
import { Cube } from "/static/parts/pieces.js";
import { html } from "/static/lib/ui.js";
import { CUBES, cubeName, t } from "/static/lib/words.js";
import { dropCube } from "./sailing.js";

const GAME = "eastern-wonders";
const ROW = 2; // more cubes of a spice than this are a pile of two rows, very many one of three
const TWO_ROWS = 10;
const VERBS = ["drop", "pay", "upgrade", "discard"];

export function Hold({ table, seat, view }) {
  const { cubes, limit } = view.seats[seat];
  const { legal } = table.shown.value;
  const verb = VERBS.find((one) => legal.some((token) => token.startsWith(`${one} `))) ?? "discard";
  const label = t("eastern-wonders.hold.filled", { n: cubes.length, room: limit });
  return html`<div class="hold" data-own role="group" aria-label=${label}>
    ${[...CUBES].map((letter) => html`
      <${Spice} key=${letter} table=${table} view=${view} seat=${seat} verb=${verb} letter=${letter} />`)}
    <span class=${cubes.length > limit ? "fill too-full" : "fill"} title=${label} aria-hidden="true">
      <b>${cubes.length}</b>/${limit}
      ${cubes.length > limit && html`<em class="excess">↩ ${cubes.length - limit}</em>`}</span>
  </div>`;
}

/** The shape of a pile of cubes, for the style sheet. */
function pileShape(count) {
  const rows = count > TWO_ROWS ? 3 : count > ROW ? 2 : 1;
  return { "--rows": rows, "--columns": Math.max(1, Math.ceil(count / rows)) };
}

/** The cubes of one spice. */
function Spice({ table, view, seat, verb, letter }) {
  const { cubes } = view.seats[seat];
  const held = [...cubes].filter((cube) => cube === letter);
  const tracked = (cubeIds.value[`seat-${seat}`] ?? []).filter((cube) => cube.letter === letter);
  const drawn = tracked.length === held.length ? tracked : held.map(() => ({ letter }));
  const token = `${verb} ${letter}`;
  const isLegal = table.shown.value.legal.includes(token);
  const spice = cubeName(GAME, letter);
  const label = t(isLegal ? `eastern-wonders.hold.${verb}` : "eastern-wonders.hold.some", { n: held.length, spice });
  const onChoose = verb === "drop" ? () => dropCube(table, token) : undefined;
  return html`<${Choice} table=${table} token=${token} onChoose=${onChoose} label=${label}
    class="spice-stack" data-spice=${letter} style=${pileShape(held.length)}>
    <span class="pile-of">${drawn.map((cube, i) => html`<${Cube} key=${cube.id ?? i} letter=${letter} id=${cube.id} />`)}
      ${!drawn.length && html`<${Cube} letter=${letter} ghost />`}</span>
  </${Choice}>`;
}
