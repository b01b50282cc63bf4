// The map in the editor: tiles that are dragged, or picked up and put down by click or Enter.
import { bounds, CORNERS, key, placed, towards } from "../hexes.js";
import { PanZoom } from "../pan-zoom.js";
import { html, names, useRef, useSignal } from "../ui.js";
import { t } from "../words.js";
import { Ground } from "./cell.js";
import { shore } from "./draft.js";

const LEAST = 5.2; // pixels an em: the height of a hex is 8.66 em and must be 44 pixels or more
const DRAG = 6; // pixels before a press becomes a drag

/** `marks` says of tiles by their key what is wrong; `held` is the hex picked up, `drop(from, to)` moves it. */
export function DraftMap({ tiles, called, marks, held, choose, drop }) {
  const hexes = [...tiles, ...shore(tiles)];
  const box = bounds(hexes);
  const walk = useWalk(hexes, key(tiles[0]));
  const drag = useDrag(choose, drop);
  return html`<${PanZoom} width=${box.width} height=${box.height} least=${LEAST} label=${t("maps.map")} class="draft">
    ${hexes.map((hex, i) => html`<button type="button" key=${key(hex)} data-hex=${key(hex)} style=${placed(hex, box)}
      class=${names("hex", kindOf(hex, held), held === key(hex) && "held", marks[key(hex)])}
      aria-label=${spoken(hex, called[i], marks[key(hex)])} aria-pressed=${hex.kind && held === key(hex)}
      ...${walk(hex)} ...${drag(hex)}><${Face} hex=${hex} name=${called[i]} /></button>`)}
  </${PanZoom}>`;
}

const kindOf = ({ kind }, held) => (kind ? `tile kind-${kind}` : names("free", held && "may-drop"));

function spoken(hex, name, mark) {
  const kind = t(hex.kind ? `maps.kinds.${hex.kind}` : "maps.free");
  return [kind, name, mark && t(`maps.marks.${mark}`)].filter(Boolean).join(", ");
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
function useWalk(hexes, first) {
  const chosen = useSignal(null);
  const at = hexes.some((hex) => key(hex) === chosen.value) ? chosen.value : first;
  return (hex) => ({
    tabindex: key(hex) === at ? 0 : -1,
    onFocus: () => { chosen.value = key(hex); },
    onKeyDown: (event) => {
      const next = event.altKey ? null : towards(event.key, hex, hexes);
      if (!next) return;
      event.preventDefault();
      event.currentTarget.parentElement.querySelector(`[data-hex="${key(next)}"]`).focus();
    },
  });
}

/** Listeners that let a tile follow the pointer, and drop it on the hex underneath; a click without that chooses. */
function useDrag(choose, drop) {
  const going = useRef(null); // {tile, element, x, y, moved}
  const dropping = useRef(false); // the click that ends a drag chooses nothing
  const put = (event, over) => {
    const { element, tile, moved } = going.current;
    going.current = null;
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
      event.stopPropagation(); // or the whole map would be dragged
      event.currentTarget.setPointerCapture(event.pointerId);
      going.current = { tile, element: event.currentTarget, x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove: (event) => {
      const from = going.current;
      if (!from) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      from.moved ||= Math.hypot(x, y) > DRAG;
      if (!from.moved) return;
      from.element.style.translate = `${x}px ${y}px`;
      from.element.classList.add("dragged");
    },
    onPointerUp: (event) => { if (going.current) put(event, true); },
    onPointerCancel: (event) => { if (going.current) put(event, false); },
  });
}
