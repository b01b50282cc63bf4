// A window on something larger: fits it, zooms by wheel, pinch or buttons, and pans by dragging or scrolling.
import { html, names, useEffect, useLayoutEffect, useRef, useSignal } from "./ui.js";
import { t } from "./words.js";

const STEP = 1.3;
const MOST = 4;
const DRAG = 6; // pixels before a press becomes a drag

const TOOL = 50; // pixels that a button takes, with some air

/**
 * Children are drawn `width` by `height` em large; `least` is the smallest em in pixels that can be touched. `boxes` are where
 * they lie, [{left, top, width, height}] in em: buttons go over the right corners if nothing lies there, else beside the window.
 * `tool` is another button, for the upper corner.
 */
export function PanZoom({ width, height, least, label, children, boxes, tool, class: kind = "" }) {
  const frame = useRef();
  const fit = useSignal(null);
  const beside = useSignal(true);
  const zoom = useSignal(1);
  const change = (factor, x, y) => zoomAt(frame.current, zoom, factor, x, y);
  useFit(frame, fit, beside, { width, height, least, boxes });
  useHands(frame, change);
  const em = (fit.value ?? 0) * zoom.value;
  const around = (factor) => () => change(factor, frame.current.clientWidth / 2, frame.current.clientHeight / 2);
  const button = (name, sign, act, disabled) => html`<button type="button" class="zoom" aria-label=${t(name)} title=${t(name)}
    disabled=${disabled} onClick=${act}>${sign}</button>`;
  return html`<div class=${names("pan-zoom", kind, beside.value && "beside", zoom.value > 1 && "zoomed")}>
    <div class="frame" ref=${frame} role="group" aria-label=${label}>
      <div class="inside" style=${{ fontSize: `${em}px`, width: `${width}em`, height: `${height}em` }}>
        ${fit.value && children}</div>
    </div>
    ${tool}
    <div class="zooms" role="group" aria-label=${t("map.zoom")}>
      ${button("map.closer", "+", around(STEP), zoom.value >= MOST)}
      ${button("map.further", "−", around(1 / STEP), zoom.value <= 1)}
      ${button("map.fit", "⤢", () => { zoom.value = 1; }, zoom.value === 1)}
    </div>
  </div>`;
}

/** Zoom and keep the point at x, y of the frame where it is. */
function zoomAt(frame, zoom, factor, x, y) {
  const before = zoom.value;
  const after = Math.min(MOST, Math.max(1, before * factor));
  if (after === before) return;
  const [left, top] = [frame.scrollLeft + x, frame.scrollTop + y];
  zoom.value = after;
  requestAnimationFrame(() => frame.scrollTo(left * after / before - x, top * after / before - y));
}

/** Keep the em that lets everything fit into the frame, and whether the buttons need room beside it. */
function useFit(frame, fit, beside, { width, height, least, boxes }) {
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: wide, clientHeight: high } = frame.current.parentElement;
      const em = (room) => Math.max(least, Math.min(room / width, high / height));
      beside.value = !boxes || !cornersFree(boxes, em(wide), { wide, high, width, height });
      fit.value = em(beside.value ? wide - TOOL : wide);
    };
    const seen = new ResizeObserver(measure);
    seen.observe(frame.current.parentElement);
    measure();
    return () => seen.disconnect();
  }, [width, height, least]);
}

/** Whether nothing lies under a button in either of the right corners. */
function cornersFree(boxes, em, { wide, high, width, height }) {
  const [left, top] = [(wide - width * em) / 2, (high - height * em) / 2]; // all of it stands in the middle
  if (left < 0 || top < 0) return false;
  const outer = boxes.filter((box) => left + (box.left + box.width) * em > wide - TOOL);
  return outer.every((box) => top + box.top * em > TOOL && top + (box.top + box.height) * em < high - TOOL);
}

/** Wheel and pinch zoom; the mouse drags. Fingers scroll as everywhere. */
function useHands(frame, change) {
  useEffect(() => {
    const box = frame.current;
    const spot = (x, y) => [x - box.getBoundingClientRect().left, y - box.getBoundingClientRect().top];
    const wheel = (event) => {
      event.preventDefault();
      change(Math.exp(-event.deltaY / 400), ...spot(event.clientX, event.clientY));
    };
    let apart = null;
    const fingers = (event) => {
      if (event.touches.length !== 2) return void (apart = null);
      event.preventDefault();
      const [one, two] = event.touches;
      const now = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
      if (apart) change(now / apart, ...spot((one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2));
      apart = now;
    };
    const listened = [["wheel", wheel], ["touchstart", fingers], ["touchmove", fingers], ["touchend", fingers], ...dragging(box)];
    const how = (kind) => ({ passive: false, capture: kind === "click" });
    for (const [kind, listener] of listened) box.addEventListener(kind, listener, how(kind));
    return () => { for (const [kind, listener] of listened) box.removeEventListener(kind, listener, how(kind)); };
  }, []);
}

/** Listeners that let the mouse drag; a click that ends a drag chooses nothing. */
function dragging(box) {
  let from = null;
  let dragged = false;
  return [
    ["pointerdown", (event) => {
      dragged = false;
      const larger = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
      if (event.pointerType === "mouse" && event.button === 0 && larger) from = event;
    }],
    ["pointermove", (event) => {
      if (!from || !event.buttons) return void (from = null);
      if (!dragged && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < DRAG) return;
      dragged = true;
      box.scrollBy(-event.movementX, -event.movementY);
    }],
    ["click", (event) => {
      if (dragged) event.stopPropagation();
      dragged = false;
    }],
  ];
}
