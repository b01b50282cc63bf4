// The result dialog: the podium, the score sheet, highlights, a chart, a picture to share, and the ways to continue.
import { get, newId, post } from "../lib/api.js";
import { Chart } from "./result-charts.js";
import { Highlights } from "./result-highlights.js";
import { Dialog } from "../parts/dialog.js";
import { isMine, nameOf } from "../lib/player-names.js";
import { enter } from "../lib/my-games.js";
import { SeatMark } from "../parts/pieces.js";
import { ResultBanner } from "../parts/result-banner.js";
import { link } from "../lib/router.js";
import { classNames, html, useEffect, useRef, useSignal } from "../lib/ui.js";
import { CopyLink } from "../parts/share-links.js";
import { LineIcon, ShareResult } from "../parts/share-result.js";
import { GAMES, loadStyle } from "../lib/games.js";
import { reducedMotion } from "../lib/settings.js";
import { parts, t } from "../lib/words.js";

await loadStyle("result", "replay"); // a dialog without its style would shift

/** `open` is a signal: whether the dialog is shown. */
export function Result({ table, open }) {
  const read = useSignal(null);
  const { rematch, you } = table.state.value;
  useEffect(() => { get(`${table.path}/result`).then((result) => { read.value = result; }); }, []);
  const playAgain = async () => {
    if (!rematch) await table.command("rematch").catch(() => {});
    if (table.state.value.rematch) enter(await joinRematch(table));
  };
  const watch = () => {
    open.value = false;
    table.playback.play();
  };
  return html`<${Dialog} open=${open} title=${read.value ? winnerText(table, read.value) : t("result.over")}>
      ${read.value && html`<div class="result">
        <${ResultBanner} table=${table} ranking=${read.value.ranking} points=${read.value.sheets.map(total)} />
        <div class="result-parts">
          <div><${Sheet} table=${table} result=${read.value} /><${Tie} table=${table} result=${read.value} /></div>
          <${Highlights} table=${table} ranking=${read.value.ranking} rounds=${read.value.rounds} />
          <${Chart} table=${table} rounds=${read.value.rounds} />
          <${ShareResult} table=${table}><${Share} table=${table} /></${ShareResult}>
        </div>
        <span class="result-end" />
        <footer class="row next"><${More} />
          ${you.seats.length > 0 && html`<span class="hidden" role="status">${rematch && t("result.rematch-asked")}</span>
            <button type="button" class="button primary" onClick=${playAgain}>${t(rematch ? "result.to-rematch" : "result.rematch")}</button>`}
          <button type="button" class="button" onClick=${watch}>${t("result.replay")}</button>
          <a class="button" href=${link({})} title=${t("table.lobby")}><${LineIcon} path="M3 12 12 4l9 8M6 10v10h4v-6h4v6h4V10" /><span>${t("table.lobby")}</span></a>
        </footer>
      </div>`}
    </${Dialog}>`;
}

/** While the end of the dialog is below the screen: a button that scrolls on. */
function More() {
  const box = useRef();
  const more = useSignal(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(([{ isIntersecting }]) => { more.value = !isIntersecting; }, { rootMargin: "0px 0px -60px" }); // not behind the buttons
    watcher.observe(box.current.closest(".result").querySelector(".result-end"));
    return () => watcher.disconnect();
  }, []);
  const scroll = () => box.current.closest("dialog").scrollBy({ top: innerHeight / 2, behavior: reducedMotion() ? "auto" : "smooth" });
  return html`<span class="more" ref=${box}>${more.value && html`<button type="button" class="button" aria-label=${t("result.more")} onClick=${scroll}>
    <${LineIcon} path="M5 9l7 7 7-7" /></button>`}</span>`;
}

/** Join the rematch. The game starts at once if all other seats are bots. */
async function joinRematch(table) {
  const answer = await post(`${table.path}/follow`);
  const { table: next, version, status, seats, you } = answer.state;
  const alone = seats.every((seat, i) => seat.level || you.seats.includes(i));
  if (status === "open" && you.host && alone) await post(`/api/tables/${next}/commands`, { type: "start", id: newId(), version });
  return answer;
}

const total = (sheet) => Object.values(sheet).reduce((sum, points) => sum + points, 0);

function winnerText(table, { ranking: [winner] }) {
  return t(isMine(table, winner) ? "result.won-by-you" : "result.won", { name: nameOf(table, winner) });
}

/** The score sheet: a column for each player, the winner first. */
export function Sheet({ table, result: { ranking, sheets } }) {
  const kinds = Object.keys(sheets[0]);
  const { SheetIcon } = GAMES[table.game.value];
  const marks = (seat, place) => classNames(place === 0 && "first", isMine(table, seat) && `viewer seat-${seat}`);
  const columns = (cell) => {
    const best = Math.max(...ranking.map(cell));
    const differs = ranking.some((seat) => cell(seat) < best);
    return ranking.map((seat, place) => html`<td key=${seat} class=${classNames(marks(seat, place), differs && cell(seat) === best && "best")}>${cell(seat)}</td>`);
  };
  return html`<table class="sheet score-sheet"><caption class="hidden">${t("result.sheet")}</caption>
    <thead><tr><th scope="col"><span class="hidden">${t("result.player")}</span></th>
      ${ranking.map((seat, place) => html`<th key=${seat} scope="col" class=${marks(seat, place)}>
        <span class="who"><${SeatMark} seat=${seat} /><span>${nameOf(table, seat)}</span></span></th>`)}</tr></thead>
    <tbody>${kinds.map((kind) => html`<tr key=${kind}><th scope="row">
      ${SheetIcon && html`<span class="sheet-icon" aria-hidden="true"><${SheetIcon} kind=${kind} /></span>`}${t(`${table.game.value}.sheet.${kind}`)}</th>${columns((seat) => sheets[seat][kind])}</tr>`)}</tbody>
    <tfoot><tr><th scope="row">${t("result.total")}</th>${columns((seat) => total(sheets[seat]))}</tr></tfoot>
  </table>`;
}

/** How a tie was broken. */
function Tie({ table, result: { ranking, sheets } }) {
  const best = total(sheets[ranking[0]]);
  const tied = ranking.filter((seat) => total(sheets[seat]) === best);
  if (tied.length < 2) return null;
  const names = tied.map((seat) => nameOf(table, seat)).join(", ");
  return html`<p class="tie">${parts(`${table.game.value}.tie`, { names, name: nameOf(table, ranking[0]), n: best })}</p>`;
}

/** A link to the game, its record, and the numbers that prove the deal. */
function Share({ table }) {
  const links = useSignal({});
  const { seed, salt } = table.state.value;
  useEffect(() => { get(`${table.path}/links`).then((read) => { links.value = read; }); }, []);
  return html`${links.value.watch && html`<${CopyLink} link=${links.value.watch} label=${t("result.link")} title=${t("result.share")} field=${!navigator.clipboard}
      icon=${html`<${LineIcon} path="M10 14a4 4 0 0 0 6 .4l3-3A4 4 0 0 0 13.3 5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17" />`} />`}
    <a class="button small" href=${`${table.path}/record`} download aria-label=${t("result.record")} title=${t("result.record")}><${LineIcon} path="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />${t("result.record-short")}</a>
    <details class="deal"><summary>${t("result.deal")}</summary><p>${t("result.fair", { seed, salt })}</p></details>`;
}
