// The keyboard at a table: arrow keys between the choices, a letter for each action, and the list of keys.
import { GAMES, verbsOf } from "../lib/games.js";
import { settings } from "../lib/settings.js";
import { Dialog } from "../parts/dialog.js";
import { Checkbox } from "../parts/checkbox.js";
import { html, useEffect } from "../lib/ui.js";
import { gameWords, t } from "../lib/words.js";
import { turnAfter, turnBefore } from "./log.js";
import { canGoBack, keysShown } from "./table-commands.js";

const CHOICES = ".choice.legal[data-token], .repetition[data-token]";
const REACHABLE = ".board-area .choice, .board-area .popover-button, .bar button:enabled, .bar .repetition";
const TYPING = "input, select, textarea, [contenteditable]";

/** The letter of a verb: the game's, or its first letter. Verbs that are never legal together may share a letter. */
export const letterOf = (game, verb) => GAMES[game].keys[verb] ?? verb[0];

/** The choices of a letter on the page, without a second one for the same decision. */
function choicesOf(root, game, letter) {
  const found = new Map();
  for (const element of root.querySelectorAll(CHOICES)) {
    const [verb] = element.dataset.token.split(/[ ,]/);
    if (verb && letterOf(game, verb) === letter && element.checkVisibility() && !found.has(element.dataset.token)) {
      found.set(element.dataset.token, element);
    }
  }
  return [...found.values()];
}

/** The nearest of the elements in the direction of an arrow key. Elements in the same row or column come first. */
function nearest(from, elements, key) {
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = centre(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  for (const element of elements) {
    const [toX, toY] = centre(element);
    const along = (toX - x) * dx + (toY - y) * dy;
    const across = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    const far = along + 3 * across;
    if (along > 4 && far < (best?.far ?? Infinity)) best = { element, far };
  }
  return best?.element;
}

/** Move the focus by an arrow key. The hexes of a map have their own arrow keys; from its edge the focus leaves the map. */
function moveFocus(root, key) {
  const at = document.activeElement;
  const all = [...root.querySelectorAll(REACHABLE)].filter((element) => element.checkVisibility());
  if (!root.contains(at) || at === root) {
    (root.querySelector(".board-area .choice.legal") ?? all[0])?.focus();
    return true;
  }
  const map = at.closest(".pan-zoom");
  const others = all.filter((element) => element !== at && !(map && map.contains(element)));
  const next = nearest(at, others, key);
  next?.focus();
  return Boolean(next);
}

/** Listen to the keys while the table is shown. `root` refers to its element. */
export function useKeyboard(table, root) {
  useEffect(() => {
    let letter = null; // the last action letter; digits choose among its choices
    let byKeyboard = false; // whether the last choice was made by key
    const choose = (element) => {
      byKeyboard = true;
      element.focus();
      element.click();
    };
    const pressLetter = (key) => {
      const found = choicesOf(root.current, table.game.value, key);
      if (!found.length) return false;
      letter = key;
      const at = found.indexOf(document.activeElement);
      if (found.length === 1) choose(found[0]);
      else found[(at + 1) % found.length].focus();
      return true;
    };
    const pressDigit = (key) => {
      const chosen = letter && choicesOf(root.current, table.game.value, letter)[Number(key) - 1];
      if (chosen) choose(chosen);
      return Boolean(chosen);
    };
    const handle = ({ key, altKey }) => {
      if (altKey && key in STEPS) return STEPS[key](table);
      if (altKey) return false;
      if (key === "?") return (keysShown.value = true);
      if (key === "Escape" || key === "Backspace") return table.staged.value.length > 0 && Boolean(table.takeBack());
      if (key in ARROWS && table.live.value) return moveFocus(root.current, key);
      if (key === "Enter" && document.activeElement === document.body) return pressConfirm(root.current);
      if (!settings.letters.value || !table.live.value) return false;
      if (key === "z" && canGoBack(table) && !table.staged.value.length) return Boolean(table.command("ask-takeback").catch(() => {}));
      return /^[1-9]$/.test(key) ? pressDigit(key) : pressLetter(key);
    };
    const press = (event) => {
      byKeyboard ||= event.key === "Enter";
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || document.querySelector("dialog[open], :popover-open")) return;
      if (event.target.closest?.(TYPING) && event.key !== "Escape") return;
      if (handle(event)) event.preventDefault();
    };
    const point = () => { byKeyboard = false; };
    const focusConfirm = () => { if (byKeyboard) root.current?.querySelector(".confirm:enabled")?.focus({ preventScroll: true }); };
    const stop = table.complete.subscribe((complete) => { if (complete) setTimeout(focusConfirm); });
    addEventListener("keydown", press);
    addEventListener("pointerdown", point, true);
    return () => {
      stop();
      removeEventListener("keydown", press);
      removeEventListener("pointerdown", point, true);
    };
  }, [table]);
}

const ARROWS = { ArrowLeft: 1, ArrowRight: 1, ArrowUp: 1, ArrowDown: 1 };

/** Alt with an arrow steps through the turns. */
const STEPS = {
  ArrowLeft: (table) => table.stepTo && Boolean(table.stepTo(turnBefore(table, decisionsShown(table)))),
  ArrowRight: (table) => table.stepTo && Boolean(table.stepTo(turnAfter(table, decisionsShown(table)))),
};

const decisionsShown = (table) => table.past.value?.decisions ?? table.state.value.decisions;

function pressConfirm(root) {
  const confirm = root.querySelector(".confirm:enabled:not(.unused)");
  confirm?.click();
  return Boolean(confirm);
}

/** The list of keys. */
export function KeyList({ game }) {
  const verbs = verbsOf(game);
  const explained = gameWords(game)?.actions ?? {};
  const row = (keys, text, verb) => html`<tr key=${verb ?? text} data-verb=${verb}><th scope="row">${keys.map((key) => html`<kbd>${key}</kbd> `)}</th>
    <td>${text}</td></tr>`;
  return html`<${Dialog} open=${keysShown} title=${t("keys.title")}><div class="key-list">
    <p>${t("keys.lead")}</p>
    <table><tbody>
      ${row(["←", "↑", "↓", "→"], t("keys.arrows"))}${row(["Enter"], t("keys.enter"))}
      ${row(["1", "…", "9"], t("keys.digits"))}${row(["Esc"], t("keys.escape"))}${row(["z"], t("keys.back"))}
      ${row(["Alt ←", "Alt →"], t("keys.steps"))}${row(["?"], t("keys.help"))}
    </tbody></table>
    <h3>${t("keys.letters")}</h3>
    <table><tbody>${verbs.map((verb) => row([letterOf(game, verb)], explained[verb] ?? verb, verb))}</tbody></table>
    <${Checkbox} checked=${settings.letters} label=${t("keys.use-letters")} /></div></${Dialog}>`;
}
