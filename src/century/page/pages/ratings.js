// The public list of ratings: people who agreed to be listed, and the levels of bots.
import { get } from "../lib/api.js";
import { playable } from "../lib/games.js";
import { change, me, withPerson } from "../lib/person.js";
import { settings } from "../lib/settings.js";
import { PersonHead } from "../parts/person-head.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, language, t } from "../lib/words.js";

export function Ratings() {
  const game = useSignal(playable()[0]?.name ?? "");
  const listed = useSignal(null);
  const mine = useSignal([]);
  const fault = useSignal(null);
  const read = async () => {
    try {
      await withPerson();
      [listed.value, mine.value] = await Promise.all([get(`/api/ratings?game=${encodeURIComponent(game.value)}`), get("/api/me/ratings")]);
    } catch (error) {
      fault.value = error;
    }
  };
  useEffect(() => { read(); }, [game.value]);
  const choose = async (event) => {
    try {
      await change({ public: event.target.checked });
      await read();
    } catch (error) {
      fault.value = error;
    }
  };
  const own = mine.value.find((one) => one.game === game.value);
  return html`<${PersonHead} current="ratings" />
    <form class="panel filters" onSubmit=${(event) => event.preventDefault()}>
      <label>${t("host.game")}<select value=${game.value} onChange=${(e) => { game.value = e.target.value; }}>
        ${playable().map(({ name }) => html`<option value=${name}>${gameTitle(name)}</option>`)}</select></label>
      <label class="check"><input type="checkbox" checked=${me.value?.public ?? false} disabled=${!me.value}
        onChange=${choose} />${t("ratings.public")}</label>
    </form>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    <section class="panel">
      <p>${t("ratings.lead")}</p>
      <p role="status">${own ? t("ratings.own", { rating: number(own.rating), n: own.games }) : t("ratings.no-own")}
        ${me.value?.public && !settings.name.value.trim() ? t("ratings.no-name") : ""}</p>
      ${listed.value && (listed.value.players.length ? html`<${List} players=${listed.value.players} />` : html`<p>${t("ratings.none")}</p>`)}
    </section>`;
}

const number = (value) => new Intl.NumberFormat(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

function List({ players }) {
  return html`<table class="sheet"><caption class="hidden">${t("ratings.title")}</caption>
    <thead><tr><th scope="col">${t("result.player")}</th><th scope="col">${t("ratings.rating")}</th>
      <th scope="col">${t("ratings.spread")}</th><th scope="col">${t("statistics.games")}</th></tr></thead>
    <tbody>${players.map(({ name, level, you, rating, mu, sigma, games }) => html`<tr class=${you ? "first" : ""}>
      <th scope="row">${level ? t("ratings.level", { level: t(`levels.${level}`) }) : name}${you && html` <em>(${t("waiting.you")})</em>`}</th>
      <td><strong>${number(rating)}</strong></td><td>${number(mu)} ± ${number(sigma)}</td><td>${games}</td></tr>`)}</tbody></table>`;
}
