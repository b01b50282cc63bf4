// The table page: waiting room, game in play, and result.
import { Reason } from "../table/choice.js";
import { post } from "../lib/api.js";
import { useCardPreview } from "../table/card-preview.js";
import { openTable } from "../table/client.js";
import { useDragAndDrop } from "../table/drag-and-drop.js";
import { useKeepFocus } from "../table/keep-focus.js";
import { KeyList, useKeyboard } from "../table/keyboard.js";
import { LastAction, useActingGlow } from "../table/last-action.js";
import { GAMES } from "../lib/games.js";
import { lazy } from "../lib/lazy.js";
import { Log } from "../table/log.js";
import { NotFound } from "./not-found.js";
import { Connection, TimeOver, Watching } from "../table/notices.js";
import { withPerson } from "../lib/person.js";
import { Said } from "../table/phrases.js";
import { ReplayBar } from "../table/lazy-replay-bar.js";
import { Result } from "../table/lazy-result.js";
import { replace, replaceMoment } from "../lib/router.js";
import { TableFooter } from "../table/table-commands.js";
import { TurnBar } from "../table/turn-bar.js";
import { useTurnNotification } from "../table/turn-notification.js";
import { html, useEffect, useLayoutEffect, useRef, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, t } from "../lib/words.js";

const WaitingRoom = lazy(async () => (await import("../table/waiting-room.js")).WaitingRoom);

/** Open the table in the route. The token of a link to watch adds a right to the person, and is removed from the address. */
export function TablePage({ at }) {
  const table = useSignal(null);
  useEffect(() => {
    let opened = null;
    let closed = false;
    const open = async () => {
      const { token } = at;
      if (token) replace({ table: at.table, ...(at.at && { at: at.at }) });
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
  return table.value ? html`<${Opened} table=${table.value} moment=${at.at} />` : html`<p class="loading" aria-busy="true">…</p>`;
}

/** `moment` is the number of decisions in the address, for a link to a moment of the game. */
function Opened({ table, moment }) {
  const state = table.state.value;
  useTurnNotification(table);
  if (table.connection.value === "refused") {
    const fault = table.fault.value;
    return html`<${NotFound} title=${t(fault.status === 404 ? "missing.table" : "table.refused")} text=${faultText(fault)} />`;
  }
  if (!state) return html`<p class="loading" aria-busy="true">${t("table.connecting")}</p>`;
  if (!(state.game in GAMES)) return html`<${NotFound} title=${t("table.refused")} text=${unavailable(state.game)} />`;
  if (!state.view) return html`<${WaitingRoom} table=${table} />`;
  return html`<${Playing} table=${table} moment=${moment} />`;
}

const unavailable = (game) => t("lobby.unavailable", { games: gameTitle(game) });

/** The board with turn bar and log. */
function Playing({ table, moment }) {
  const showLog = useSignal(false);
  const showResult = useSignal(moment === undefined);
  const { Board } = GAMES[table.game.value];
  const root = useRef();
  useKeyboard(table, root);
  useKeepFocus(root);
  useActingGlow(table, root);
  useCardPreview(table, root);
  useDragAndDrop(table, root);
  useMoment(table, moment);
  const { decisions, status } = table.state.value;
  const over = status === "over";
  const toggleLog = () => { showLog.value = !showLog.value; };
  const result = over && html`
    <button type="button" class="button primary show-result" onClick=${() => { showResult.value = true; }}>${t("result.show")}</button>`;
  return html`<div class=${`table ${table.game.value} ${showLog.value ? "with-log" : ""}`}
      ref=${root} data-decisions=${decisions} data-staged=${table.staged.value.length}>
    <h1 class="hidden">${gameTitle(table.game.value)}</h1>
    <div class="notices"><${Connection} table=${table} /><${TimeOver} table=${table} /><p role="status"><${Watching} table=${table} /></p></div>
    <${Said} table=${table} />
    <div class="board-area"><${Board} table=${table} view=${table.shown.value.view} /></div>
    <div class="bar-area" tabindex="-1"><${Reason} />
      ${over || !table.live.value ? html`<${ReplayBar} table=${table} buttons=${result} />`
    : html`<${LastAction} table=${table} /><${TurnBar} table=${table} />`}</div>
    <aside class="side" aria-label=${t("table.side")}>
      <${Log} table=${table} footer=${html`<${TableFooter} table=${table} />`} onChoose=${() => { showLog.value = false; }} /></aside>
    <button type="button" class="button small slim log-toggle" aria-expanded=${showLog.value} onClick=${toggleLog}>${t("log.title")}</button>
    <${KeyList} game=${table.game.value} />
    ${over && html`<${Result} table=${table} open=${showResult} />`}
  </div>`;
}

/** Go to the moment in the address, and keep the address of a replay up to date. */
function useMoment(table, moment) {
  const arrived = useSignal(moment === undefined);
  useLayoutEffect(() => { // before the first key is pressed
    if (arrived.value) return;
    table.playback.goToMoment(Number(moment) || 0).catch(() => {}).then(() => { arrived.value = true; });
  }, []);
  const decisions = table.past.value?.decisions;
  useEffect(() => {
    if (arrived.value) replaceMoment(table.id, decisions);
  }, [decisions, arrived.value]);
}
