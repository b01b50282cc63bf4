// A viewport that fits its content, zooms by wheel, pinch or buttons, and pans by dragging or scrolling.
import { classNames, html, useEffect, useLayoutEffect, useRef, useSignal } from "../lib/ui.js";
import { t } from "../lib/words.js";

const STEP = 1.3;
const MAX_ZOOM = 4;
const DRAG = 6; // pixels before a press becomes a drag

const TOOL = 50; // pixels for a button and its margin
const SLIGHTLY = 0.93; // content this much smaller may stay in the middle

/**
 * The content is `width` by `height` em; `least` is the smallest em in pixels that still gives touch targets. `boxes` are the
 * content's parts, [{left, top, width, height}] in em: the buttons overlap the right corners if no part is there, else they are
 * beside the viewport. `tool` is another button, for the upper corner.
 */
export function PanZoom({ width, height, least, label, children, boxes, tool, class: kind = "" }) {
  const frame = useRef();
  const fit = useSignal(null);
  const beside = useSignal(true);
  const zoom = useSignal(1);
  const change = (factor, x, y) => zoomAt(frame.current, zoom, factor, x, y);
  useFit(frame, fit, beside, { width, height, least, boxes });
  useGestures(frame, change);
  const em = (fit.value ?? 0) * zoom.value;
  const around = (factor) => () => change(factor, frame.current.clientWidth / 2, frame.current.clientHeight / 2);
  const button = (name, sign, act, disabled) => html`<button type="button" class="zoom" aria-label=${t(name)} title=${t(name)}
    disabled=${disabled} onClick=${act}>${sign}</button>`;
  return html`<div class=${classNames("pan-zoom", kind, beside.value && "beside", zoom.value > 1 && "zoomed")}>
    <div class="frame" ref=${frame} role="group" aria-label=${label}>
      <div class="inside" style=${{ fontSize: `${em}px`, width: `${width}em`, height: `${height}em` }}>
        ${fit.value && children}</div>
    </div>
    ${tool}
    <div class="zooms" role="group" aria-label=${t("zoom.title")}>
      ${button("zoom.closer", "+", around(STEP), zoom.value >= MAX_ZOOM)}
      ${button("zoom.further", "−", around(1 / STEP), zoom.value <= 1)}
      ${button("zoom.fit", "⤢", () => { zoom.value = 1; }, zoom.value === 1)}
    </div>
  </div>`;
}

/** Zoom around the point x, y of the frame. */
function zoomAt(frame, zoom, factor, x, y) {
  const before = zoom.value;
  const after = Math.min(MAX_ZOOM, Math.max(1, before * factor));
  if (after === before) return;
  const [left, top] = [frame.scrollLeft + x, frame.scrollTop + y];
  zoom.value = after;
  requestAnimationFrame(() => frame.scrollTo(left * after / before - x, top * after / before - y));
}

/** Compute the em at which the content fits the frame, and whether the buttons need room beside it. */
function useFit(frame, fit, beside, { width, height, least, boxes }) {
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: wide, clientHeight: high } = frame.current.parentElement;
      const em = (room) => Math.max(least, Math.min(room / width, high / height));
      const between = Math.min(em(wide), (wide - 2 * TOOL) / width); // a little smaller, the buttons have room at both sides
      const free = boxes && cornersFree(boxes, em(wide), { wide, high, width, height });
      const smaller = boxes && between >= Math.max(least, SLIGHTLY * em(wide - TOOL));
      beside.value = !free && !smaller;
      fit.value = free ? em(wide) : smaller ? between : em(wide - TOOL);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current.parentElement);
    measure();
    return () => observer.disconnect();
  }, [width, height, least]);
}

/** Whether the content leaves both right corners free for buttons. */
function cornersFree(boxes, em, { wide, high, width, height }) {
  const [left, top] = [(wide - width * em) / 2, (high - height * em) / 2]; // the content is centred
  if (left < 0 || top < 0) return false;
  const outer = boxes.filter((box) => left + (box.left + box.width) * em > wide - TOOL);
  return outer.every((box) => top + box.top * em > TOOL && top + (box.top + box.height) * em < high - TOOL);
}

/** Wheel and pinch zoom; the mouse drags. One finger scrolls natively. */
function useGestures(frame, change) {
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
    const listeners = [["wheel", wheel], ["touchstart", fingers], ["touchmove", fingers], ["touchend", fingers], ...dragging(box)];
    const options = (kind) => ({ passive: false, capture: kind === "click" });
    for (const [kind, listener] of listeners) box.addEventListener(kind, listener, options(kind));
    return () => { for (const [kind, listener] of listeners) box.removeEventListener(kind, listener, options(kind)); };
  }, []);
}

/** Listeners for dragging by mouse. The click at the end of a drag is suppressed. */
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
