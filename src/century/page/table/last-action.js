// What happened last, in one line, for screens on which the log is hidden; and the highlight of what a bot does now.
import { SeatMark } from "../parts/pieces.js";
import { html, useLayoutEffect } from "../lib/ui.js";
import { groupTurns, Sentence } from "./log.js";

/** The last turn of another player as a sentence. Screen readers have the log. */
export function LastAction({ table }) {
  const { you } = table.state.value;
  const entries = groupTurns(table.log.value);
  const entry = entries.findLast(({ seat }) => !you.seats.includes(seat)) ?? entries.at(-1);
  return html`<p class="last-action" aria-hidden="true">
    ${entry && html`<${SeatMark} seat=${entry.seat} /><span key=${entry.before}><${Sentence} table=${table} entry=${entry} /></span>`}</p>`;
}

/** Highlight the player who acts and what they choose, before the board changes. */
export function useActingGlow(table, root) {
  const acting = table.acting?.value ?? null;
  useLayoutEffect(() => {
    if (!acting) return undefined;
    const found = [...root.current.querySelectorAll(`[data-seat="${acting.seat}"]`), ...chosen(root.current, acting)];
    found.forEach((element) => element.classList.add("acting"));
    return () => found.forEach((element) => element.classList.remove("acting"));
  }, [acting]);
}

/** The elements of the choices, unless they belong to another player. */
function chosen(root, { seat, tokens }) {
  const isOthers = (element) => (element.closest("[data-seat]")?.dataset.seat ?? String(seat)) !== String(seat);
  return tokens.flatMap((token) => [...root.querySelectorAll(`.board-area [data-token="${CSS.escape(token)}"]`)])
    .filter((element) => !isOthers(element));
}
