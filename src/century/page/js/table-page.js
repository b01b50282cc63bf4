// The page of one table: before the game, during it, and after.
import { Reason } from "./choice.js";
import { post } from "./api.js";
import { useKeptFocus } from "./focus.js";
import { GAMES } from "./games.js";
import { Log, turnAfter, turnBefore } from "./log.js";
import { Missing } from "./missing.js";
import { remember } from "./my-tables.js";
import { useNotice } from "./notice.js";
import { Result } from "./result.js";
import { replace } from "./router.js";
import { openTable } from "./table.js";
import { TurnBar } from "./turn-bar.js";
import { html, useEffect, useRef, useSignal } from "./ui.js";
import { WaitingRoom } from "./waiting-room.js";
import { t } from "./words.js";

/** Open the table of the address; a secret in the address is kept as a cookie and wiped from it. */
export function TablePage({ at }) {
  const table = useSignal(null);
  useEffect(() => {
    let opened = null;
    let left = false;
    const open = async () => {
      const secret = at.token;
      if (secret) {
        replace({ table: at.table });
        await post(`/api/tables/${at.table}/session`, { token: secret }).catch(() => {});
      }
      if (left) return;
      opened = openTable(at.table);
      table.value = opened;
    };
    open();
    return () => {
      left = true;
      opened?.close();
    };
  }, [at.table]);
  return table.value ? html`<${Opened} table=${table.value} />` : html`<p class="loading" aria-busy="true">…</p>`;
}

function Opened({ table }) {
  const state = table.state.value;
  useNotice(table);
  useEffect(() => { if (state?.you.seats.length) remember(table.id); }, [state?.you.seats.length > 0]);
  if (table.connection.value === "refused") {
    const fault = table.fault.value;
    return html`<${Missing} title=${t(fault.status === 404 ? "missing.table" : "table.refused")} fault=${fault} />`;
  }
  if (!state) return html`<p class="loading" aria-busy="true">${t("table.connecting")}</p>`;
  if (!state.view) return html`<${WaitingRoom} table=${table} />`;
  return html`<${Playing} table=${table} />`;
}

function Playing({ table }) {
  const showLog = useSignal(false);
  const { Board } = GAMES[table.game.value];
  const root = useRef();
  useKeys(table);
  useKeptFocus(root);
  const { decisions } = table.state.value;
  return html`<div class=${`table ${table.game.value} ${showLog.value ? "with-log" : ""}`}
      ref=${root} data-decisions=${decisions} data-staged=${table.staged.value.length}>
    <h1 class="hidden">${t(`${table.game.value}.title`)}</h1>
    <${Connection} table=${table} />
    <div class="board-area"><${Board} table=${table} view=${table.shown.value.view} /></div>
    <div class="bar-area" tabindex="-1"><${Reason} /><${TurnBar} table=${table} /></div>
    <aside class="side" aria-label=${t("table.side")}><${Log} table=${table} /></aside>
    <button type="button" class="button small log-toggle" aria-expanded=${showLog.value}
      onClick=${() => { showLog.value = !showLog.value; }}>${t("log.title")}</button>
    ${table.state.value.status === "over" && html`<${Result} table=${table} />`}
  </div>`;
}

/** Says when the connection is lost; nothing chosen is. */
function Connection({ table }) {
  const lost = table.connection.value === "lost";
  return html`<p class="connection" role="status">${lost && t("table.lost")}</p>`;
}

/** Keys that work everywhere at the table: Escape takes back, Alt with arrows steps through the game. */
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
