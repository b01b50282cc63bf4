// The table page: waiting room, game in play, and result.
import { Reason } from "../table/choice.js";
import { post } from "../lib/api.js";
import { useKeepFocus } from "../table/keep-focus.js";
import { GAMES } from "../lib/games.js";
import { Log, turnAfter, turnBefore } from "../table/log.js";
import { NotFound } from "./not-found.js";
import { withPerson } from "../lib/person.js";
import { Said } from "../table/phrases.js";
import { useTurnNotification } from "../table/turn-notification.js";
import { Result } from "../table/result.js";
import { replace } from "../lib/router.js";
import { openTable } from "../table/client.js";
import { TurnBar } from "../table/turn-bar.js";
import { html, useEffect, useRef, useSignal } from "../lib/ui.js";
import { WaitingRoom } from "../table/waiting-room.js";
import { faultText, gameTitle, t } from "../lib/words.js";

/** Open the table in the route. The token of a link to watch adds a right to the person, and is removed from the address. */
export function TablePage({ at }) {
  const table = useSignal(null);
  useEffect(() => {
    let opened = null;
    let closed = false;
    const open = async () => {
      const { token } = at;
      if (token) replace({ table: at.table });
      await withPerson();
      if (token) await post(`/api/tables/${at.table}/session`, { token }).catch(() => {});
      if (closed) return;
      opened = openTable(at.table);
      table.value = opened;
    };
    open();
    return () => {
      closed = true;
      opened?.close();
    };
  }, [at.table]);
  return table.value ? html`<${Opened} table=${table.value} />` : html`<p class="loading" aria-busy="true">…</p>`;
}

function Opened({ table }) {
  const state = table.state.value;
  useTurnNotification(table);
  if (table.connection.value === "refused") {
    const fault = table.fault.value;
    return html`<${NotFound} title=${t(fault.status === 404 ? "missing.table" : "table.refused")} text=${faultText(fault)} />`;
  }
  if (!state) return html`<p class="loading" aria-busy="true">${t("table.connecting")}</p>`;
  if (!(state.game in GAMES)) return html`<${NotFound} title=${t("table.refused")} text=${unavailable(state.game)} />`;
  if (!state.view) return html`<${WaitingRoom} table=${table} />`;
  return html`<${Playing} table=${table} />`;
}

const unavailable = (game) => t("lobby.unavailable", { games: gameTitle(game) });

/** The board with turn bar and log. */
function Playing({ table }) {
  const showLog = useSignal(false);
  const { Board } = GAMES[table.game.value];
  const root = useRef();
  useKeys(table);
  useKeepFocus(root);
  const { decisions } = table.state.value;
  return html`<div class=${`table ${table.game.value} ${showLog.value ? "with-log" : ""}`}
      ref=${root} data-decisions=${decisions} data-staged=${table.staged.value.length}>
    <h1 class="hidden">${gameTitle(table.game.value)}</h1>
    <${Connection} table=${table} />
    <${Said} table=${table} />
    <div class="board-area"><${Board} table=${table} view=${table.shown.value.view} /></div>
    <div class="bar-area" tabindex="-1"><${Reason} /><${TurnBar} table=${table} /></div>
    <aside class="side" aria-label=${t("table.side")}><${Log} table=${table} /></aside>
    <button type="button" class="button small log-toggle" aria-expanded=${showLog.value}
      onClick=${() => { showLog.value = !showLog.value; }}>${t("log.title")}</button>
    ${table.state.value.status === "over" && html`<${Result} table=${table} />`}
  </div>`;
}

/** A notice while the connection is lost. Staged choices are kept. */
function Connection({ table }) {
  const lost = table.connection.value === "lost";
  return html`<p class="connection" role="status">${lost && t("table.lost")}</p>`;
}

/** Keyboard shortcuts: Escape takes back the last choice, Alt with an arrow steps through the turns. */
function useKeys(table) {
  useEffect(() => {
    const press = (event) => {
      if (document.querySelector("dialog[open], :popover-open")) return;
      const at = table.past.value?.decisions ?? table.state.value.decisions;
      if (event.key === "Escape" && table.staged.value.length) table.takeBack();
      else if (event.altKey && event.key === "ArrowLeft") table.stepTo(turnBefore(table, at));
      else if (event.altKey && event.key === "ArrowRight") table.stepTo(turnAfter(table, at));
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [table]);
}
