// The end: the score sheet, how it came about, and what next.
import { get, newId, post } from "./api.js";
import { Dialog } from "./dialog.js";
import { nameOf } from "./names.js";
import { enter } from "./my-tables.js";
import { SeatMark } from "./pieces.js";
import { link } from "./router.js";
import { html, useEffect, useSignal } from "./ui.js";
import { CopyLink } from "./links.js";
import { parts, t } from "./words.js";

export function Result({ table }) {
  const open = useSignal(true);
  const read = useSignal(null);
  const { rematch, you } = table.state.value;
  useEffect(() => { get(`${table.path}/result`).then((result) => { read.value = result; }); }, []);
  const again = async () => {
    if (!rematch) await table.command("rematch").catch(() => {});
    if (table.state.value.rematch) enter(await follow(table));
  };
  return html`
    <button type="button" class="button primary show-result" onClick=${() => { open.value = true; }}>${t("result.show")}</button>
    <${Dialog} open=${open} title=${read.value ? winnerText(table, read.value) : t("result.over")}>
      ${read.value && html`<div class="result">
        <${Sheet} table=${table} result=${read.value} />
        <${Tie} table=${table} result=${read.value} />
        <${Chart} table=${table} rounds=${read.value.rounds} />
        <div class="row">
          ${you.seats.length > 0 && html`<button type="button" class="button primary" onClick=${again}>${t("result.rematch")}</button>`}
          <a class="button" href=${`${table.path}/record`} download>${t("result.record")}</a>
          <a class="button" href=${link({})}>${t("table.lobby")}</a>
        </div>
        <${Share} table=${table} />
        <p class="fair">${t("result.fair", { seed: table.state.value.seed, salt: table.state.value.salt })}</p>
      </div>`}
    </${Dialog}>`;
}

/** Go on to the rematch; against bots alone it begins at once. */
async function follow(table) {
  const answer = await post(`${table.path}/follow`);
  const { table: next, version, status, seats, you } = answer.state;
  const alone = seats.every((seat, i) => seat.level || you.seats.includes(i));
  if (status === "open" && you.host && alone) await post(`/api/tables/${next}/commands`, { type: "start", id: newId(), version });
  return answer;
}

const total = (sheet) => Object.values(sheet).reduce((sum, points) => sum + points, 0);

function winnerText(table, { ranking, sheets }) {
  return t("result.won", { name: nameOf(table, ranking[0]), n: total(sheets[ranking[0]]) });
}

function Sheet({ table, result: { ranking, sheets } }) {
  const kinds = Object.keys(sheets[0]);
  return html`<table class="sheet"><caption class="hidden">${t("result.sheet")}</caption>
    <thead><tr><th scope="col">${t("result.player")}</th>
      ${kinds.map((kind) => html`<th scope="col">${t(`${table.game.value}.sheet.${kind}`)}</th>`)}<th scope="col">${t("result.total")}</th></tr></thead>
    <tbody>${ranking.map((seat, place) => html`<tr class=${place === 0 ? "first" : ""}>
      <th scope="row"><${SeatMark} seat=${seat} /> ${nameOf(table, seat)}</th>
      ${kinds.map((kind) => html`<td>${sheets[seat][kind]}</td>`)}<td><strong>${total(sheets[seat])}</strong></td></tr>`)}</tbody>
  </table>`;
}

/** Who wins among equals, and by which rule. */
function Tie({ table, result: { ranking, sheets } }) {
  const best = total(sheets[ranking[0]]);
  const tied = ranking.filter((seat) => total(sheets[seat]) === best);
  if (tied.length < 2) return null;
  const names = tied.map((seat) => nameOf(table, seat)).join(", ");
  return html`<p class="tie">${parts(`${table.game.value}.tie`, { names, name: nameOf(table, ranking[0]), n: best })}</p>`;
}

const WIDTH = 520;
const HEIGHT = 180;
const VALUE = { Y: 1, R: 2, G: 3, B: 4 }; // how many steps it took to get a cube, for the lower lines

/** Points by the round, and below it what the cubes of each were worth. */
function Chart({ table, rounds }) {
  const series = [
    ["result.points", rounds.map((round) => round.scores)],
    ["result.cubes", rounds.map((round) => round.cubes.map((cubes) => [...cubes].reduce((sum, cube) => sum + VALUE[cube], 0)))],
  ];
  return html`<div class="charts">${series.map(([title, values]) => html`<${Lines} table=${table} title=${t(title)} values=${values} rounds=${rounds} />`)}</div>`;
}

function Lines({ table, title, values, rounds }) {
  const most = Math.max(1, ...values.flat());
  const x = (i) => 30 + ((WIDTH - 40) * i) / Math.max(1, values.length - 1);
  const y = (value) => HEIGHT - 22 - ((HEIGHT - 40) * value) / most;
  const seats = values[0]?.map((_, seat) => seat) ?? [];
  const last = values.at(-1) ?? [];
  const spoken = seats.map((seat) => `${nameOf(table, seat)} ${last[seat]}`).join(", ");
  return html`<figure><figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${title}: ${spoken}`}>
      ${[0, 0.5, 1].map((part) => html`<line class="grid" x1="30" x2=${WIDTH - 10} y1=${y(most * part)} y2=${y(most * part)} />
        <text x="24" y=${y(most * part) + 4} text-anchor="end">${Math.round(most * part)}</text>`)}
      <text x="30" y=${HEIGHT - 4}>${rounds[0]?.round}</text>
      <text x=${WIDTH - 10} y=${HEIGHT - 4} text-anchor="end">${rounds.at(-1)?.round}</text>
      ${seats.map((seat) => html`<polyline class=${`line seat-${seat}`} points=${values.map((row, i) => `${x(i)},${y(row[seat])}`).join(" ")} />
        <text class=${`mark seat-${seat}`} x=${x(values.length - 1) - 4} y=${y(last[seat]) - 5} text-anchor="end">${seat + 1}</text>`)}
    </svg></figure>`;
}

function Share({ table }) {
  const links = useSignal({});
  useEffect(() => { get(`${table.path}/links`).then((read) => { links.value = read; }); }, []);
  return links.value.watch ? html`<${CopyLink} link=${links.value.watch} label=${t("result.share")} />` : null;
}
