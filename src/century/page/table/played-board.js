// The board of a game that is only looked at, with the replay bar and the log.
import { GAMES } from "../lib/games.js";
import { html, useSignal } from "../lib/ui.js";
import { gameTitle, t } from "../lib/words.js";
import { Log } from "./log.js";
import { ReplayBar } from "./replay-bar.js";

export function PlayedBoard({ table, buttons, children }) {
  const showLog = useSignal(false);
  const { Board } = GAMES[table.game.value];
  return html`<div class=${`table ${table.game.value} ${showLog.value ? "with-log" : ""}`}>
    <h1 class="hidden">${gameTitle(table.game.value)}</h1>
    <div class="board-area"><${Board} table=${table} view=${table.shown.value.view} /></div>
    <div class="bar-area" tabindex="-1"><${ReplayBar} table=${table} buttons=${buttons} /></div>
    <aside class="side" aria-label=${t("table.side")}><${Log} table=${table} onChoose=${() => { showLog.value = false; }} /></aside>
    <button type="button" class="button small slim log-toggle" aria-expanded=${showLog.value}
      onClick=${() => { showLog.value = !showLog.value; }}>${t("log.title")}</button>
    ${children}
  </div>`;
}
