// The map in the editor. The user drags a tile, or picks it up and puts it down by click or Enter.
import { bounds, CORNERS, key, positionStyle, hexTowards } from "/static/lib/hex-grid.js";
import { PanZoom } from "/static/parts/pan-zoom.js";
import { classNames, html, useRef, useSignal } from "/static/lib/ui.js";
import { t } from "/static/lib/words.js";
import { Ground } from "./art/ground.js";
import { freeNeighbours } from "./draft.js";

const LEAST = 5.2; // pixels per em: a hex is 8.66 em high and needs at least 44 pixels as a touch target
const DRAG = 6; // pixels before a press becomes a drag

/** `names` are the cells' names, `marks` the warnings by tile, `held` the picked up hex; `drop(from, to)` moves it. */
export function DraftMap({ tiles, names, marks, held, choose, drop }) {
  const hexes = [...tiles, ...freeNeighbours(tiles)];
  const box = bounds(hexes);
  const focusProps = useRovingFocus(hexes, key(tiles[0]));
  const drag = useDrag(choose, drop);
  return html`<${PanZoom} width=${box.width} height=${box.height} least=${LEAST} label=${t("eastern-wonders.maps.map")} class="draft">
    ${hexes.map((hex, i) => html`<button type="button" key=${key(hex)} data-hex=${key(hex)} style=${positionStyle(hex, box)}
      class=${classNames("hex", kindOf(hex, held), held === key(hex) && "held", marks[key(hex)])}
      aria-label=${hexInWords(hex, names[i], marks[key(hex)])} aria-pressed=${hex.kind && held === key(hex)}
      ...${focusProps(hex)} ...${drag(hex)}><${Face} hex=${hex} name=${names[i]} /></button>`)}
  </${PanZoom}>`;
}

const kindOf = ({ kind }, held) => (kind ? `tile kind-${kind}` : classNames("free", held && "may-drop"));

function hexInWords(hex, name, mark) {
  const kind = t(hex.kind ? `eastern-wonders.maps.kinds.${hex.kind}` : "eastern-wonders.maps.free");
  return [kind, name, mark && t(`eastern-wonders.maps.marks.${mark}`)].filter(Boolean).join(", ");
}

function Face({ hex, name }) {
  if (!hex.kind) return html`<svg class="ground" viewBox="0 0 100 86.6" aria-hidden="true">
    <polygon class="rim" points=${CORNERS} /></svg>`;
  return html`<${Ground} cell=${hex} />
    ${SIGNS[hex.kind] && html`<svg class="tile-sign" viewBox="0 0 48 48" aria-hidden="true">${SIGNS[hex.kind]}</svg>`}
    <span class="hex-head" aria-hidden="true">${name}</span>`;
}

const SIGNS = {
  market: html`<path d="M8 20h32l4 8H4zM9 28v14h30V28M20 42V32h8v10" />`,
  port: html`<path d="M24 8v32M16 16h16M9 28c1 8 7 12 15 12s14-4 15-12M24 8a3 3 0 1 0 .1 0" />`,
};

/** Roving focus by the arrow keys. */
function useRovingFocus(hexes, first) {
  const chosen = useSignal(null);
  const at = hexes.some((hex) => key(hex) === chosen.value) ? chosen.value : first;
  return (hex) => ({
    tabindex: key(hex) === at ? 0 : -1,
    onFocus: () => { chosen.value = key(hex); },
    onKeyDown: (event) => {
      const next = event.altKey ? null : hexTowards(event.key, hex, hexes);
      if (!next) return;
      event.preventDefault();
      event.currentTarget.parentElement.querySelector(`[data-hex="${key(next)}"]`).focus();
    },
  });
}

/** Listeners that let a tile follow the pointer and drop it on the hex under it. A click without a drag picks up or puts down. */
function useDrag(choose, drop) {
  const dragging = useRef(null); // {tile, element, x, y, moved}
  const dropping = useRef(false); // suppresses the click at the end of a drag
  const end = (event, over) => {
    const { element, tile, moved } = dragging.current;
    dragging.current = null;
    element.style.translate = "";
    element.classList.remove("dragged");
    if (!moved) return;
    dropping.current = true;
    setTimeout(() => { dropping.current = false; });
    const under = over ? document.elementsFromPoint(event.clientX, event.clientY) : [];
    const target = under.map((one) => one.closest("[data-hex], [data-tray]")).find((one) => one && one !== element);
    if (target) drop(tile, target.dataset.hex ?? "tray");
  };
  return (tile) => ({
    onClick: () => { if (!dropping.current) choose(tile); },
    onPointerDown: (event) => {
      if (event.button !== 0 || !tile.kind) return;
      event.stopPropagation(); // PanZoom would drag the whole map
      event.currentTarget.setPointerCapture(event.pointerId);
      dragging.current = { tile, element: event.currentTarget, x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove: (event) => {
      const from = dragging.current;
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      from.moved ||= Math.hypot(x, y) > DRAG;
      if (!from.moved) return;
      from.element.style.translate = `${x}px ${y}px`;
      from.element.classList.add("dragged");
    },
    onPointerUp: (event) => { if (dragging.current) end(event, true); },
    onPointerCancel: (event) => { if (dragging.current) end(event, false); },
  });
}
