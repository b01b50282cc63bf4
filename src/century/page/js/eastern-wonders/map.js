// The map of hexes: one of them has the focus, arrows walk from hex to hex.
import { bounds, standing, towards } from "../hexes.js";
import { PanZoom } from "../pan-zoom.js";
import { html, useSignal } from "../ui.js";
import { t } from "../words.js";
import { Cell } from "./cell.js";
import { ways } from "./sailing.js";

const LEAST = 5.2; // pixels an em: the height of a hex is 8.66 em and must be 44 pixels or more

export function SeaMap({ table, view, types, tool }) {
  const cells = Object.values(view.map);
  const box = bounds(cells);
  const walk = useWalk(view, table.me.value ?? view.seat);
  const reach = ways(view, table.shown.value.legal);
  const about = { table, view, types, box };
  return html`<${PanZoom} width=${box.width} height=${box.height} least=${LEAST} label=${t("eastern-wonders.board.map")}
    boxes=${cells.map((cell) => standing(cell, box))} tool=${tool}>
    ${Object.keys(view.map).map((name) => html`
      <${Cell} key=${name} about=${about} name=${name} way=${reach[name]} walk=${walk} />`)}
  </${PanZoom}>`;
}

/** Roving focus: the props of each hex that let arrow keys walk the map. */
function useWalk(view, me) {
  const chosen = useSignal(null);
  const at = view.map[chosen.value] ? chosen.value : view.seats[me].boat ?? Object.keys(view.map)[0];
  const nameAt = (hex) => Object.keys(view.map).find((name) => view.map[name] === hex);
  return (name) => ({
    tabindex: name === at ? 0 : -1,
    onFocus: () => { chosen.value = name; },
    onKeyDown: (event) => {
      if (event.altKey) return;
      const next = towards(event.key, view.map[name], Object.values(view.map));
      if (!next) return;
      event.preventDefault();
      event.currentTarget.parentElement.querySelector(`[data-cell="${nameAt(next)}"]`).focus();
    },
  });
}
