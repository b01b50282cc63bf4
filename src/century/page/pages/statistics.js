// The statistics of the person: wins, points and rounds, as numbers and as charts.
import { get } from "../lib/api.js";
import { GAMES, levels, playable } from "../lib/games.js";
import { withPerson } from "../lib/person.js";
import { Columns, Curve, ShareBars } from "../parts/charts.js";
import { dayText } from "../parts/game-list.js";
import { NothingYet } from "../parts/nothing-yet.js";
import { PersonHead } from "../parts/person-head.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, language, t } from "../lib/words.js";

export function Statistics() {
  const game = useSignal("");
  const read = useSignal(null);
  const fault = useSignal(null);
  useEffect(() => {
    const query = game.value ? `?game=${encodeURIComponent(game.value)}` : "";
    withPerson().then(() => get(`/api/me/statistics${query}`))
      .then((found) => { read.value = found; }, (error) => { fault.value = error; });
  }, [game.value]);
  return html`<${PersonHead} current="statistics" />
    <form class="panel filters" onSubmit=${(event) => event.preventDefault()}>
      <label>${t("host.game")}<select value=${game.value} onChange=${(e) => { game.value = e.target.value; }}>
        <option value="">${t("games.every-game")}</option>
        ${playable().map(({ name }) => html`<option value=${name}>${gameTitle(name)}</option>`)}</select></label>
    </form>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    ${read.value && (read.value.total.games ? html`<${Numbers} found=${read.value} />`
    : html`<section class="panel"><${NothingYet} text=${t("statistics.none")} /></section>`)}`;
}

const percent = (value, of) => new Intl.NumberFormat(language(), { style: "percent" }).format(of ? value / of : 0);
const number = (value) => (value === null ? "–" : new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(value));
const title = (game) => (game in GAMES ? gameTitle(game) : game);
const monthText = (month) => new Intl.DateTimeFormat(language(), { year: "numeric", month: "short", timeZone: "UTC" })
  .format(new Date(`${month}-01T00:00:00Z`));

function Numbers({ found }) {
  const { total } = found;
  const facts = [
    ["statistics.games", number(total.games)], ["statistics.wins", `${number(total.wins)} (${percent(total.wins, total.games)})`],
    ["statistics.points", number(total.points)], ["statistics.rounds", number(total.rounds)],
  ];
  const bars = (lines, label) => lines.map((line) => ({
    label: label(line), value: line.wins, most: line.games,
    text: t("statistics.share", { wins: line.wins, games: line.games, percent: percent(line.wins, line.games) }),
  }));
  const order = ["people", ...levels()];
  const opponents = found.by_opponents.toSorted((a, b) => order.indexOf(a.opponents) - order.indexOf(b.opponents));
  const against = ({ opponents: who }) => t(who === "people" ? "statistics.people" : `levels.${who}`);
  return html`<dl class="panel facts">${facts.map(([key, value]) => html`<div><dt>${t(key)}</dt><dd>${value}</dd></div>`)}</dl>
    <div class="panel charts">
      <${ShareBars} title=${t("statistics.by-game")} rows=${bars(found.by_game, (line) => title(line.game))} />
      <${ShareBars} title=${t("statistics.by-opponents")} rows=${bars(opponents, against)} />
      <${ShareBars} title=${t("statistics.by-players")}
        rows=${bars(found.by_players, (line) => t("statistics.players", { n: line.players }))} />
      <${Months} months=${found.months} /><${Recent} games=${found.recent} />
    </div>
    <${Averages} found=${found} />`;
}

function Months({ months }) {
  const columns = months.map(({ month, games, wins }) => ({ label: monthText(month), value: games, part: wins }));
  const spoken = months.map(({ month, games, wins }) => t("statistics.month", { month: monthText(month), games, wins })).join("; ");
  return html`<${Columns} title=${t("statistics.by-month")} columns=${columns} spoken=${spoken} />`;
}

function Recent({ games }) {
  const points = games.map(({ finished, points: value, rank }) => ({ label: dayText(finished), value, won: rank === 1 }));
  return html`<${Curve} title=${t("statistics.recent", { n: games.length })} points=${points}
    spoken=${games.map(({ points: value }) => value).join(", ")} />`;
}

/** The average points and rounds: averages over several games would mean nothing, so each game has a line. */
function Averages({ found }) {
  return html`<section class="panel"><table class="sheet"><caption class="hidden">${t("statistics.averages")}</caption>
    <thead><tr><th scope="col">${t("host.game")}</th><th scope="col">${t("statistics.games")}</th>
      <th scope="col">${t("statistics.points")}</th><th scope="col">${t("statistics.rounds")}</th></tr></thead>
    <tbody>${found.by_game.map((line) => html`<tr><th scope="row">${title(line.game)}</th><td>${number(line.games)}</td>
      <td>${number(line.points)}</td><td>${number(line.rounds)}</td></tr>`)}</tbody></table></section>`;
}
