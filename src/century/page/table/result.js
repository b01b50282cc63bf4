// The result dialog: the score sheet, charts of points and cubes by round, and the ways to continue.
import { get, newId, post } from "../lib/api.js";
import { Dialog } from "../parts/dialog.js";
import { isMine, nameOf } from "../lib/player-names.js";
import { enter } from "../lib/my-games.js";
import { SeatMark } from "../parts/pieces.js";
import { link } from "../lib/router.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { CopyLink } from "../parts/share-links.js";
import { parts, t } from "../lib/words.js";

export function Result({ table }) {
  const open = useSignal(true);
  const read = useSignal(null);
  const { rematch, you } = table.state.value;
  useEffect(() => { get(`${table.path}/result`).then((result) => { read.value = result; }); }, []);
  const playAgain = async () => {
    if (!rematch) await table.command("rematch").catch(() => {});
    if (table.state.value.rematch) enter(await joinRematch(table));
  };
  return html`
    <button type="button" class="button primary show-result" onClick=${() => { open.value = true; }}>${t("result.show")}</button>
    <${Dialog} open=${open} title=${read.value ? winnerText(table, read.value) : t("result.over")}>
      ${read.value && html`<div class="result">
        <${Sheet} table=${table} result=${read.value} />
        <${Tie} table=${table} result=${read.value} />
        <${Charts} table=${table} rounds=${read.value.rounds} />
        <${Share} table=${table} />
        <p class="fair">${t("result.fair", { seed: table.state.value.seed, salt: table.state.value.salt })}</p>
        <footer class="row next">
          ${you.seats.length > 0 && html`
            <button type="button" class="button primary" onClick=${playAgain}>${t("result.rematch")}</button>`}
          <a class="button" href=${`${table.path}/record`} download>${t("result.record")}</a>
          <a class="button" href=${link({})}>${t("table.lobby")}</a>
        </footer>
      </div>`}
    </${Dialog}>`;
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

function winnerText(table, { ranking, sheets }) {
  const [winner] = ranking;
  return t(isMine(table, winner) ? "result.won-by-you" : "result.won", { name: nameOf(table, winner), n: total(sheets[winner]) });
}

function Sheet({ table, result: { ranking, sheets } }) {
  const kinds = Object.keys(sheets[0]);
  return html`<table class="sheet"><caption class="hidden">${t("result.sheet")}</caption>
    <thead><tr><th scope="col">${t("result.player")}</th>
      ${kinds.map((kind) => html`<th scope="col">${t(`${table.game.value}.sheet.${kind}`)}</th>`)}
      <th scope="col">${t("result.total")}</th></tr></thead>
    <tbody>${ranking.map((seat, place) => html`<tr class=${place === 0 ? "first" : ""}>
      <th scope="row"><${SeatMark} seat=${seat} /> ${nameOf(table, seat)}</th>
      ${kinds.map((kind) => html`<td>${sheets[seat][kind]}</td>`)}<td><strong>${total(sheets[seat])}</strong></td></tr>`)}</tbody>
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

const [WIDTH, HEIGHT] = [400, 190];
const [LEFT, RIGHT, TOP, BOTTOM] = [28, 284, 12, 166]; // of the plot; the names are to the right of it
const NAME_GAP = 15; // between two names
const LONGEST = 11; // letters of a name in the chart
const DASHES = ["", "9 4", "2 4", "12 3 2 3", "5 2"]; // by seat, so that lines differ not by colour alone

/** The points and the value of the cubes, by round; the latter only if anybody had cubes. */
function Charts({ table, rounds }) {
  const anyCubes = rounds.some(({ worth }) => worth?.some((value) => value > 0));
  const lines = (title, kind) => html`
    <${Lines} table=${table} title=${t(title)} values=${rounds.map((round) => round[kind])} rounds=${rounds} />`;
  return html`<div class="charts">${lines("result.points", "scores")}${anyCubes && lines("result.cubes", "worth")}</div>`;
}

function Lines({ table, title, values, rounds }) {
  const most = Math.max(1, ...values.flat());
  const x = (i) => LEFT + ((RIGHT - LEFT) * i) / Math.max(1, values.length - 1);
  const y = (value) => BOTTOM - ((BOTTOM - TOP) * value) / most;
  const last = values.at(-1) ?? [];
  const seats = last.map((_, seat) => seat);
  const heights = spread(last.map(y));
  const spoken = seats.map((seat) => `${nameOf(table, seat)} ${last[seat]}`).join(", ");
  return html`<figure><figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${title}: ${spoken}`}>
      ${[0, 0.5, 1].map((part) => html`<line class="grid" x1=${LEFT} x2=${RIGHT} y1=${y(most * part)} y2=${y(most * part)} />
        <text x=${LEFT - 5} y=${y(most * part) + 4} text-anchor="end">${Math.round(most * part)}</text>`)}
      <text x=${LEFT} y=${HEIGHT - 6}>${rounds[0]?.round}</text>
      <text x=${RIGHT} y=${HEIGHT - 6} text-anchor="end">${rounds.at(-1)?.round}</text>
      ${seats.map((seat) => html`<g key=${seat} class=${`seat-${seat}`}>
        <polyline class="line" stroke-dasharray=${DASHES[seat]}
          points=${values.map((row, i) => `${x(i)},${y(row[seat])}`).join(" ")} />
        <path class="lead" d=${`M${RIGHT} ${y(last[seat])}L${RIGHT + 12} ${heights[seat]}`} />
        <text class="mark" x=${RIGHT + 15} y=${heights[seat] + 4}>${shortened(nameOf(table, seat))} ${last[seat]}</text></g>`)}
    </svg></figure>`;
}

const shortened = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/** Heights for the names: as close to the ends of their lines as possible, without overlaps. */
function spread(ends) {
  const heights = [...ends];
  const order = ends.map((_, seat) => seat).sort((one, two) => ends[one] - ends[two]);
  order.forEach((seat, i) => { if (i) heights[seat] = Math.max(ends[seat], heights[order[i - 1]] + NAME_GAP); });
  let lowest = BOTTOM; // move names up again that were pushed out of the chart
  for (const seat of order.toReversed()) {
    heights[seat] = Math.min(heights[seat], lowest);
    lowest = heights[seat] - NAME_GAP;
  }
  return heights;
}

function Share({ table }) {
  const links = useSignal({});
  useEffect(() => { get(`${table.path}/links`).then((read) => { links.value = read; }); }, []);
  return links.value.watch ? html`<${CopyLink} link=${links.value.watch} label=${t("result.share")} />` : null;
}
