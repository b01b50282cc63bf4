// The players: the viewer's own board, a strip for each opponent, and a dialog with everything about a player.
import { Dialog } from "/static/parts/dialog.js";
import { nameOf } from "/static/lib/player-names.js";
import { RulesHelp } from "/static/parts/rules-help.js";
import { Cubes } from "/static/parts/pieces.js";
import { Player } from "/static/table/player.js";
import { RunningScore } from "/static/table/running-score.js";
import { classNames, html, useSignal } from "/static/lib/ui.js";
import { cubeName, t } from "/static/lib/words.js";
import { BonusSign, Medal, Outpost, TileBack } from "./piece-icons.js";
import { Hold } from "./hold.js";
import { BonusTiles, PlayerBoard } from "./player-board.js";
import { StartSets, Supply } from "./supply.js";

const GAME = "eastern-wonders";

/** The viewer's own board and hold. */
export function OwnBoard({ table, seat, view, pieces }) {
  const open = useSignal(false);
  const { boat, uncovered } = view.seats[seat];
  const cell = view.seat === seat ? view.map[boat] : undefined;
  const building = cell?.price === null ? undefined : cell?.type;
  const turn = view.seat === seat && !view.over;
  const secret = table.state.value.you.seats.length > 1;
  return html`<section class=${classNames("mine-board", `seat-${seat}`, turn && "turn")} aria-label=${nameOf(table, seat)}
      data-seat=${seat}>
    <header><${PlayerLine} table=${table} seat=${seat} />
      <${Claimed} seat=${seat} view=${view} secret=${secret} />
      <${RunningScore} held=${view.seats[seat]} secret=${secret} />
      <button type="button" class="button small slim details" onClick=${() => { open.value = true; }}>
        ${t("eastern-wonders.board.open")}</button>
      <${RulesHelp} game=${GAME} ids=${["EW6", "EW11", "EW12", "EW13", "EW21", "EW22"]} label=${t("eastern-wonders.help.board")} />
    </header>
    <div class="own-board">
      <${PlayerBoard} seat=${seat} view=${view} pieces=${pieces} building=${building} />
      <div class="own-side">
        <p class="uncovered-points">${t("eastern-wonders.board.points", { n: uncovered })}</p>
      </div>
    </div>
    <div class="hold-row">
      ${view.phase === "take" && !view.seats[seat].cubes ? html`<${StartSets} table=${table} view=${view} pieces=${pieces} />`
    : html`<${Hold} table=${table} seat=${seat} view=${view} />`}
      <${RulesHelp} game=${GAME} ids=${["EW8", "EW18", "EW19", "EW20"]} label=${t("eastern-wonders.help.hold")} /></div>
    <${Dialog} open=${open} title=${nameOf(table, seat)}><${Details} seat=${seat} view=${view} pieces=${pieces} /></${Dialog}>
  </section>`;
}

/** A player with the shape of their outposts, which marks them on the map. */
function PlayerLine({ table, seat }) {
  return html`<div class="player-line"><${Player} table=${table} seat=${seat} />
    <span class="seat-piece" aria-hidden="true"><${Outpost} seat=${seat} /></span></div>`;
}

/** The claimed tiles of a seat; face up if the viewer may know them. `secret` hides them until a click on a shared screen. */
function Claimed({ seat, view, secret }) {
  const shown = useSignal(false);
  const { claimed, tiles, points } = view.seats[seat];
  const open = tiles && (!secret || shown.value || view.over);
  const label = t(`eastern-wonders.board.${open && claimed ? "claimed-points" : "claimed-of"}`, { n: claimed, points, goal: view.claims_to_end });
  const rest = Math.max(0, view.claims_to_end - claimed);
  const tile = (_, i) => (open ? html`<${Medal} points=${tiles[i].points} />` : html`<${TileBack} />`);
  const drawn = html`<b class="claim-tally">${claimed}/${view.claims_to_end}</b>${Array.from({ length: claimed }, tile)}
    ${Array.from({ length: rest }, () => html`<i class="no-tile" />`)}`;
  if (!secret || !claimed) return html`<span class="claims" role="img" aria-label=${label} title=${label}>${drawn}</span>`;
  return html`<button type="button" class="claims" aria-label=${label} title=${t("eastern-wonders.board.look")}
    aria-pressed=${shown.value} onClick=${() => { shown.value = !shown.value; }}>${drawn}</button>`;
}

/** The strip of an opponent; a click opens the dialog with the details. */
export function Opponent({ table, seat, view, pieces }) {
  const open = useSignal(false);
  const { cubes, outposts, bonus } = view.seats[seat];
  const held = Object.entries(bonus).filter(([, count]) => count);
  return html`<div class=${classNames("rival", `seat-${seat}`, view.seat === seat && !view.over && "turn")} data-seat=${seat}>
    <${PlayerLine} table=${table} seat=${seat} />
    <${RunningScore} held=${view.seats[seat]} />
    <button type="button" class="rival-face" aria-label=${t("eastern-wonders.board.of", { name: nameOf(table, seat) })}
      onClick=${() => { open.value = true; }}></button>
    <${Claimed} seat=${seat} view=${view} />
    <span class="rival-bonus">${held.map(([kind, n]) => html`
      <span key=${kind} class=${`bonus-tile kind-${kind}`} role="img"
        aria-label=${t("eastern-wonders.board.held", { n, bonus: t(`eastern-wonders.bonus.${kind}`) })}>
        <${BonusSign} kind=${kind} />${n > 1 && n}</span>`)}</span>
    ${held.length > 0 && html`<span class="bonus-count" aria-hidden="true">✦${held.reduce((sum, [, n]) => sum + n, 0)}</span>`}
    <${Cubes} game=${GAME} cubes=${cubes} place=${`seat-${seat}`} />
    <ul class="built" aria-label=${t("eastern-wonders.board.outposts")}>${Object.entries(outposts).map(([type, n]) => html`
      <li key=${type} class=${type} aria-label=${t("eastern-wonders.board.row", { n, type: cubeName(GAME, pieces.types[type]) })}>
        <${Outpost} seat=${seat} letter=${pieces.types[type]} />${n}</li>`)}</ul>
    <${Dialog} open=${open} title=${nameOf(table, seat)}><${Details} seat=${seat} view=${view} pieces=${pieces} /></${Dialog}>
  </div>`;
}

/** Everything about a seat. */
function Details({ seat, view, pieces }) {
  const { cubes, limit, uncovered, claimed } = view.seats[seat];
  return html`<div class="details-of">
    <${PlayerBoard} seat=${seat} view=${view} pieces=${pieces} />
    <p>${t("eastern-wonders.board.points", { n: uncovered })}</p>
    <h3>${t("eastern-wonders.board.claims")}</h3>
    <p><${Claimed} seat=${seat} view=${view} secret /> ${t("eastern-wonders.board.claimed", { n: claimed })}</p>
    <h3>${t("eastern-wonders.board.bonus-tiles")}</h3><${BonusTiles} seat=${seat} view=${view} pieces=${pieces} />
    <h3>${t("eastern-wonders.hold.filled", { n: cubes.length, room: limit })}</h3>
    <${Cubes} game=${GAME} cubes=${cubes} />
    <h3>${t("eastern-wonders.stock.title")}</h3><${Supply} view=${view} pieces=${pieces} />
  </div>`;
}
