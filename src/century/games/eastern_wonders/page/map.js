// The map. It is a single tab stop; arrow keys move the focus from hex to hex.
import { bounds, boxOf, hexTowards, positionStyle } from "/static/lib/hex-grid.js";
import { PanZoom } from "/static/parts/pan-zoom.js";
import { html, useSignal } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";
import { Cell } from "./cell.js";
import { routesOf } from "./sailing.js";

const LEAST = 5.2; // pixels per em: a hex is 8.66 em high and needs at least 44 pixels as a touch target

export function SeaMap({ table, view, types, tool }) {
  const cells = Object.values(view.map);
  const box = bounds(cells);
  const focusProps = useRovingFocus(view, table.me.value ?? view.seat);
  const routes = routesOf(view, table.shown.value.legal);
  const about = { table, view, types, box };
  return html`<${PanZoom} width=${box.width} height=${box.height} least=${LEAST} label=${t("eastern-wonders.board.map")}
    boxes=${cells.map((cell) => boxOf(cell, box))} tool=${tool}>
    ${cells.map((cell) => html`<i class="lagoon" style=${positionStyle(cell, box)} />`)}
    ${Object.keys(view.map).map((name) => html`
      <${Cell} key=${name} about=${about} name=${name} sailing=${routes[name]} focusProps=${focusProps(name)} />`)}
  </${PanZoom}>`;
}

/** Roving focus: returns the props of a hex by its name. */
function useRovingFocus(view, me) {
  const chosen = useSignal(null);
  const at = view.map[chosen.value] ? chosen.value : view.seats[me].boat ?? Object.keys(view.map)[0];
  const nameAt = (hex) => Object.keys(view.map).find((name) => view.map[name] === hex);
  return (name) => ({
    tabindex: name === at ? 0 : -1,
    onFocus: () => { chosen.value = name; },
    onKeyDown: (event) => {
      if (event.altKey) return;
      const next = hexTowards(event.key, view.map[name], Object.values(view.map));
      if (!next) return;
      event.preventDefault();
      event.currentTarget.parentElement.querySelector(`[data-cell="${nameAt(next)}"]`).focus();
    },
  });
}
