// Drag and drop by mouse or pen, in addition to clicks: a choice that is dropped on the other side of the table is chosen.
import { GAMES } from "../lib/games.js";
import { useEffect } from "../lib/ui.js";

const DRAG = 8; // pixels before a press becomes a drag

/** What a press would drag: {element, source, target}. `target(point)` returns the element to click when it is dropped there. */
function draggable(root, table, pressed) {
  const own = root.querySelector(`[data-seat="${table.me.value}"]`);
  for (const [from, onto] of GAMES[table.game.value].drags) {
    const element = pressed.closest(from);
    if (element && table.asked.value) return { element, target: (over) => over?.closest(onto), zones: [...root.querySelectorAll(onto)] };
  }
  const choice = pressed.closest(".board-area .choice.legal");
  if (!choice || choice.closest(".pan-zoom") || !own) return null;
  const isOwn = own.contains(choice);
  const inside = (over) => (isOwn ? over?.closest(".board-area, .bar-area") && !own.contains(over) : own.contains(over));
  const zones = isOwn ? [] : [own];
  return { element: choice, target: (over) => (inside(over) ? choice : null), zones };
}

export function useDragAndDrop(table, root) {
  useEffect(() => {
    const area = root.current;
    let drag = null; // {element, target, zones, x, y, ghost}
    const press = (event) => {
      const found = event.button === 0 && event.pointerType !== "touch" && draggable(area, table, event.target);
      drag = found ? { ...found, x: event.clientX, y: event.clientY, ghost: null } : null;
    };
    const start = () => {
      const box = drag.element.getBoundingClientRect();
      const ghost = drag.element.cloneNode(true);
      for (const element of [ghost, ...ghost.querySelectorAll("*")]) {
        for (const name of ["data-piece", "data-cube", "data-token"]) element.removeAttribute(name);
      }
      ghost.classList.add("drag-ghost");
      Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
      ghost.inert = true;
      ghost.style.fontSize = getComputedStyle(drag.element).fontSize; // maps measure their pieces in em
      const map = drag.element.closest(".pan-zoom"); // it clips what leaves it
      (map ? area : drag.element.parentElement).append(ghost); // elsewhere the style depends on the place
      drag.ghost = ghost;
      drag.element.classList.add("dragged");
      drag.zones.forEach((zone) => zone.classList.add("drop-target"));
      getSelection().removeAllRanges();
    };
    const move = (event) => {
      if (!drag) return;
      if (!event.buttons) return void end();
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.ghost && Math.hypot(dx, dy) < DRAG) return;
      if (!drag.ghost) start();
      event.preventDefault();
      drag.ghost.style.translate = `${dx}px ${dy}px`;
    };
    const end = () => {
      drag?.ghost?.remove();
      drag?.element.classList.remove("dragged");
      drag?.zones.forEach((zone) => zone.classList.remove("drop-target"));
      drag = null;
    };
    const release = (event) => {
      if (!drag?.ghost) return void end();
      const { target } = drag;
      end();
      const suppress = (click) => { if (click.isTrusted) click.stopPropagation(); }; // the browser's own click after the drag
      area.addEventListener("click", suppress, true);
      setTimeout(() => area.removeEventListener("click", suppress, true), 0);
      target(document.elementFromPoint(event.clientX, event.clientY))?.click();
    };
    const native = (event) => event.preventDefault(); // the browser would drag pictures by itself
    area.addEventListener("pointerdown", press);
    area.addEventListener("dragstart", native);
    addEventListener("pointermove", move);
    addEventListener("pointerup", release);
    addEventListener("pointercancel", end);
    return () => {
      end();
      area.removeEventListener("pointerdown", press);
      area.removeEventListener("dragstart", native);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", release);
      removeEventListener("pointercancel", end);
    };
  }, [table]);
}
