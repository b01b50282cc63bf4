// The people at the table: one's own board, the others in strips, and everything about one of them in a dialog.
import { Dialog } from "../dialog.js";
import { nameOf } from "../names.js";
import { Help } from "../help.js";
import { Cube, Cubes } from "../pieces.js";
import { Player } from "../player.js";
import { html, names, useSignal } from "../ui.js";
import { cubeName, t } from "../words.js";
import { BonusSign, Medal, TileBack } from "./drawings.js";
import { capacity, Hold } from "./hold.js";
import { BonusTiles, PlayerBoard, uncovered } from "./player-board.js";
import { StartSets, Stock } from "./stock.js";

const GAME = "eastern-wonders";

/** One's own board and hold. */
export function Mine({ table, seat, view, pieces }) {
  const open = useSignal(false);
  const { boat, outposts } = view.seats[seat];
  const cell = view.seat === seat ? view.map[boat] : undefined;
  const bound = cell?.kind === "market" && !cell.outposts.includes(seat) ? cell.type : undefined;
  const turn = view.seat === seat && !view.over;
  return html`<section class=${names("mine-board", `seat-${seat}`, turn && "turn")} aria-label=${nameOf(table, seat)}
      data-seat=${seat}>
    <header><${Player} table=${table} seat=${seat} />
      <${Claimed} table=${table} seat=${seat} view=${view} pieces=${pieces} secret=${table.state.value.you.seats.length > 1} />
      <button type="button" class="button small details" onClick=${() => { open.value = true; }}>
        ${t("eastern-wonders.board.open")}</button>
      <${Help} game=${GAME} ids=${["EW6", "EW11", "EW12", "EW13", "EW21", "EW22"]} label=${t("eastern-wonders.help.board")} />
    </header>
    <div class="own-board">
      <${PlayerBoard} seat=${seat} view=${view} pieces=${pieces} bound=${bound} />
      <div class="own-side">
        <p class="uncovered-points">${t("eastern-wonders.board.points", { n: uncovered(outposts, pieces) })}</p>
        <${BonusTiles} seat=${seat} view=${view} pieces=${pieces} />
      </div>
    </div>
    <div class="hold-row">
      ${view.phase === "take" && !view.seats[seat].cubes ? html`<${StartSets} table=${table} view=${view} pieces=${pieces} />`
    : html`<${Hold} table=${table} seat=${seat} view=${view} pieces=${pieces} />`}
      <${Help} game=${GAME} ids=${["EW8", "EW18", "EW19", "EW20"]} label=${t("eastern-wonders.help.hold")} /></div>
    <${Dialog} open=${open} title=${nameOf(table, seat)}><${Details} seat=${seat} view=${view} pieces=${pieces} /></${Dialog}>
  </section>`;
}

/** The victory point tiles of a seat: how many, and which if one may know and asks to see. */
function Claimed({ seat, view, pieces, secret }) {
  const shown = useSignal(false);
  const { claimed, tiles, points } = view.seats[seat];
  const open = tiles && (!secret || shown.value || view.over);
  const label = t(`eastern-wonders.board.${open && claimed ? "claimed-points" : "claimed"}`, { n: claimed, points });
  const rest = Math.max(0, pieces.claims_to_end - claimed);
  const tile = (_, i) => (open ? html`<${Medal} points=${tiles[i].points} />` : html`<${TileBack} />`);
  const drawn = html`${Array.from({ length: claimed }, tile)}
    ${Array.from({ length: rest }, () => html`<i class="no-tile" />`)}`;
  if (!secret || !claimed) return html`<span class="claims" role="img" aria-label=${label} title=${label}>${drawn}</span>`;
  return html`<button type="button" class="claims" aria-label=${label} title=${t("eastern-wonders.board.look")}
    aria-pressed=${shown.value} onClick=${() => { shown.value = !shown.value; }}>${drawn}</button>`;
}

/** Another player in a strip; it opens everything about them. */
export function Strip({ table, seat, view, pieces }) {
  const open = useSignal(false);
  const { cubes, outposts, bonus } = view.seats[seat];
  const held = Object.entries(bonus).filter(([, count]) => count);
  return html`<div class=${names("rival", `seat-${seat}`, view.seat === seat && !view.over && "turn")} data-seat=${seat}>
    <${Player} table=${table} seat=${seat} />
    <button type="button" class="rival-face" aria-label=${t("eastern-wonders.board.of", { name: nameOf(table, seat) })}
      onClick=${() => { open.value = true; }}></button>
    <${Claimed} seat=${seat} view=${view} pieces=${pieces} />
    <span class="rival-bonus">${held.map(([kind, n]) => html`
      <span key=${kind} role="img"
        aria-label=${t("eastern-wonders.board.held", { n, bonus: t(`eastern-wonders.bonus.${kind}`) })}>
        <${BonusSign} kind=${kind} />${n > 1 && n}</span>`)}</span>
    ${held.length > 0 && html`<span class="bonus-count" aria-hidden="true">✦${held.reduce((sum, [, n]) => sum + n, 0)}</span>`}
    <${Cubes} game=${GAME} cubes=${cubes} place=${`seat-${seat}`} />
    <ul class="built" aria-label=${t("eastern-wonders.board.outposts")}>${Object.entries(outposts).map(([type, n]) => html`
      <li key=${type} class=${type} aria-label=${t("eastern-wonders.board.row", { n, type: cubeName(GAME, pieces.types[type]) })}>
        <${Cube} letter=${pieces.types[type]} />${n}</li>`)}</ul>
    <${Dialog} open=${open} title=${nameOf(table, seat)}><${Details} seat=${seat} view=${view} pieces=${pieces} /></${Dialog}>
  </div>`;
}

/** Everything about a seat. */
function Details({ seat, view, pieces }) {
  const { cubes, outposts, claimed } = view.seats[seat];
  return html`<div class="details-of">
    <${PlayerBoard} seat=${seat} view=${view} pieces=${pieces} />
    <p>${t("eastern-wonders.board.points", { n: uncovered(outposts, pieces) })}</p>
    <h3>${t("eastern-wonders.board.claims")}</h3>
    <p><${Claimed} seat=${seat} view=${view} pieces=${pieces} secret /> ${t("eastern-wonders.board.claimed", { n: claimed })}</p>
    <h3>${t("eastern-wonders.board.bonus-tiles")}</h3><${BonusTiles} seat=${seat} view=${view} pieces=${pieces} />
    <h3>${t("eastern-wonders.hold.filled", { n: cubes.length, room: capacity(view.seats[seat], pieces) })}</h3>
    <${Cubes} game=${GAME} cubes=${cubes} />
    <h3>${t("eastern-wonders.stock.title")}</h3><${Stock} view=${view} pieces=${pieces} />
  </div>`;
}
