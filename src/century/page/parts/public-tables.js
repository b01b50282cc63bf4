// The tables that anyone may join or watch. The list is read again every few seconds.
import { get, postOnce } from "../lib/api.js";
import { GAMES } from "../lib/games.js";
import { enter, unfinished } from "../lib/my-games.js";
import { withPerson } from "../lib/person.js";
import { link } from "../lib/router.js";
import { settings } from "../lib/settings.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, language, t } from "../lib/words.js";

const POLL = 4000; // milliseconds between two looks

export function PublicTables() {
  const read = useSignal({ now: 0, tables: [] });
  const fault = useSignal(null);
  useEffect(() => {
    const look = () => { if (!document.hidden) get("/api/lobby").then((found) => { read.value = found; }, () => {}); };
    look();
    const timer = setInterval(look, POLL);
    return () => clearInterval(timer);
  }, []);
  const mine = new Set(unfinished.value.map((game) => game.table));
  const tables = read.value.tables.filter(({ table, game }) => !mine.has(table) && game in GAMES);
  if (!tables.length) return null;
  const join = async (table) => {
    try {
      await withPerson();
      enter(await postOnce(`/api/tables/${table}/join`, { name: settings.name.value.trim() || t("lobby.guest") }));
    } catch (error) {
      fault.value = error;
    }
  };
  return html`<section class="panel public" aria-label=${t("lobby.public")}>
    <h2>${t("lobby.public")}</h2>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    <ul>${tables.map((table) => html`<li key=${table.table}>
      <strong>${gameTitle(table.game)}</strong><span>${describe(table, read.value.now)}</span>
      ${table.kind === "join"
    ? html`<button type="button" class="button small primary" onClick=${() => join(table.table)}>${t("lobby.sit")}</button>`
    : html`<a class="button small" href=${link({ table: table.table })}>${t("lobby.watch")}</a>`}
    </li>`)}</ul></section>`;
}

/** Who is at a table, how many seats are free, for how long they have waited, and the clock. */
function describe({ kind, seats, options, since }, now) {
  const names = seats.filter((seat) => seat.kind !== "open")
    .map(({ name, level }) => (level ? t("games.player", { name, more: t(`levels.${level}`) }) : name ?? t("games.unnamed")));
  const free = seats.filter((seat) => seat.kind === "open").length;
  const said = [names.join(", "), kind === "join" && t("lobby.free", { n: free }), kind === "join" && agoText(now - since), clockText(options.clock)];
  return said.filter(Boolean).join(" · ");
}

const clockText = (clock) => clock && t(clock.kind === "days" ? "lobby.days" : "lobby.minutes",
  { n: clock.kind === "days" ? clock.days : Math.round(clock.seconds / 60) });

/** "5 minutes ago", in the viewer's language. */
function agoText(seconds) {
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  return seconds < 3600 ? format.format(-Math.floor(seconds / 60), "minute") : format.format(-Math.floor(seconds / 3600), "hour");
}
