// A card shown large, with what it does in words: on hover, or on a long press.
import { GAMES } from "../lib/games.js";
import { useEffect } from "../lib/ui.js";

const HOVER = 650; // milliseconds
const LONG_PRESS = 500;
const MOVED = 10; // pixels that end a long press
const GAP = 12; // pixels between the card and its preview

/** What a card is and does, in words. */
function wordsOf(card) {
  const choice = card.closest(".choice");
  const inner = card.matches("[aria-label]") ? card : card.querySelector("[aria-label]");
  return (choice ?? inner ?? card.closest("[aria-label]"))?.getAttribute("aria-label");
}

/** Show the preview beside the card, where there is room. */
function show(card, game, touch) {
  const text = wordsOf(card);
  if (!text) return null;
  const copy = card.cloneNode(true);
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "data-piece", "data-cube", "data-token", "tabindex", "style"]) element.removeAttribute?.(name);
  }
  copy.classList.remove("edge", "legal");
  const panel = Object.assign(document.createElement("div"), { className: `card-preview ${game}`, ariaHidden: "true" });
  const picture = Object.assign(document.createElement("div"), { className: "board-area preview-picture" });
  picture.append(copy);
  const words = Object.assign(document.createElement("p"), { textContent: text });
  panel.append(picture, words);
  panel.inert = true;
  document.body.append(panel);
  const [box, own] = [card.getBoundingClientRect(), panel.getBoundingClientRect()];
  const right = box.right + GAP + own.width < innerWidth;
  const left = touch ? (innerWidth - own.width) / 2 : right ? box.right + GAP : box.left - GAP - own.width;
  const top = touch ? Math.max(GAP, box.top - own.height - GAP) : box.top + box.height / 2 - own.height / 2;
  panel.style.left = `${Math.max(4, Math.min(innerWidth - own.width - 4, left))}px`;
  panel.style.top = `${Math.max(4, Math.min(innerHeight - own.height - 4, top))}px`;
  return panel;
}

/** Show previews of the cards within `root`, an element. */
export function useCardPreview(table, root) {
  useEffect(() => {
    const area = root.current;
    const game = table.game.value;
    const { preview: selector } = GAMES[game];
    let [timer, panel, from, hovered] = [null, null, null, null];
    const hide = () => {
      clearTimeout(timer);
      panel?.remove();
      [panel, hovered] = [null, null];
    };
    const hover = (event) => {
      const card = event.target.closest(selector);
      if (event.pointerType === "touch" || event.buttons || card === hovered) return;
      hide();
      hovered = card;
      if (card) timer = setTimeout(() => { panel = show(card, game, false); }, HOVER);
    };
    const press = (event) => {
      hide();
      const card = event.pointerType === "touch" && event.target.closest(selector);
      if (!card) return;
      from = event;
      timer = setTimeout(() => { panel = show(card, game, true); }, LONG_PRESS);
    };
    const move = (event) => {
      hover(event);
      if (event.pointerType === "touch" && from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > MOVED) hide();
    };
    const release = () => {
      if (panel) addEventListener("click", swallow, { capture: true, once: true }); // the finger looked; it did not choose
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
      hide();
    };
    const swallow = (event) => {
      event.stopPropagation();
      event.preventDefault();
    };
    const menu = (event) => { if (panel) event.preventDefault(); }; // a long press would also open the browser's menu
    const listeners = [
      ["pointerleave", hide], ["pointerdown", press], ["pointermove", move], ["pointerup", release],
      ["pointercancel", hide], ["contextmenu", menu],
    ];
    for (const [kind, listener] of listeners) area.addEventListener(kind, listener);
    addEventListener("keydown", hide);
    addEventListener("scroll", hide, true);
    const stop = table.shown.subscribe(hide); // the card may be elsewhere now
    return () => {
      hide();
      stop();
      for (const [kind, listener] of listeners) area.removeEventListener(kind, listener);
      removeEventListener("keydown", hide);
      removeEventListener("scroll", hide, true);
    };
  }, [table]);
}
