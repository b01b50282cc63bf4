// The lobby: play against bots, host a table, join one, or return to one's own tables.
import { get, postOnce } from "../lib/api.js";
import { useBotsPreparing } from "../lib/bot-status.js";
import { Dialog } from "../parts/dialog.js";
import { GAMES, levels, playable, unavailable } from "../lib/games.js";
import { lazy } from "../lib/lazy.js";
import { enter, refresh, unfinished, waitingForMe } from "../lib/my-games.js";
import { FriendsScene, FrontLand, FrontSky } from "../parts/art/front-scene.js";
import { GameList } from "../parts/game-list.js";
import { gamesWithDemo, LivingBoard } from "../parts/living-board.js";
import { withPerson } from "../lib/person.js";
import { PlayNow, WatchBots } from "../parts/play-now.js";
import { PublicTables } from "../parts/public-tables.js";
import { link, replace } from "../lib/router.js";
import { settings } from "../lib/settings.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, has, listed, t } from "../lib/words.js";

const HostForm = lazy(async () => (await import("./host-form.js")).HostForm);

export function Lobby({ at }) {
  const hosting = useSignal(false);
  useEffect(() => { refresh(); }, []);
  if (at.join) return html`<${Invited} code=${at.join} />`;
  return html`
    <${Front} />
    <${MyTables} />
    <div class="games">${playable().map((game) => html`<${Game} key=${game.name} game=${game} />`)}</div>
    ${unavailable.length > 0 && html`<p class="note">${t("lobby.unavailable", { games: listed(unavailable) })}</p>`}
    <${PublicTables} />
    <section class="friends" aria-label=${t("lobby.friends")}>
      <div class="panel invite-friends">
        <${FriendsScene} />
        <h2>${t("lobby.friends")}</h2><p>${t("lobby.friends-lead")}</p>
        <button type="button" class="button" onClick=${() => { hosting.value = true; }}>${t("lobby.host")}</button>
      </div>
      <${Join} />
    </section>
    <${Dialog} open=${hosting} title=${t("lobby.host")}>
      <${HostForm} />
    </${Dialog}>`;
}

/** The top of the front page: a large scene, the next thing to do, and a board on which bots play. */
function Front() {
  const [first] = gamesWithDemo();
  const shown = useSignal(first);
  return html`<section class="front">
    <${FrontSky} />
    <div class="front-inner">
      <div class="front-words"><h1>${t("lobby.title")}</h1><p>${t("lobby.lead")}</p><${Onward} game=${shown.value ?? playable()[0]?.name} /><${Warming} /></div>
      <${FrontLand} />
      ${first && html`<${LivingBoard} game=${shown} />`}
    </div>
  </section>`;
}

const MOST_BUTTONS = 2; // games with a button at the top; all games are further down

/** The way on: the game to continue, or else new games and the lesson of the shown game. */
function Onward({ game }) {
  const [next] = [...waitingForMe.value, ...unfinished.value];
  if (next) {
    return html`<a class="button primary large" href=${link({ table: next.table })}>
      ${t("lobby.continue", { game: next.game in GAMES ? gameTitle(next.game) : next.game })}
      ${next.your_turn && html`<span class="badge">${t("lobby.your-turn")}</span>`}</a>`;
  }
  if (!game) return null;
  return html`<div class="row">
    ${playable().slice(0, MOST_BUTTONS).map(({ name }) => html`
      <${PlayNow} key=${name} game=${name} opponents=${1} level="medium" icon=${GAMES[name].icon} label=${html`<${PlayLabel} title=${gameTitle(name)} />`} />`)}
    </div>
    ${GAMES[game].lessons && html`<a class="learn" href=${link({ lesson: game })}>${t("lobby.learn")}</a>`}`;
}

/** "Play Spice Road"; on phones one sees the name of the game only. */
const PlayLabel = ({ title }) => html`<span class="full">${t("lobby.play-game", { game: title })}</span><span class="short" aria-hidden="true">${title}</span>`;

/** While the server compiles the bots, a game can begin, but their first turns take longer. */
function Warming() {
  const preparing = useBotsPreparing(true, 0);
  return html`<p class="warming" role="status">${preparing && html`<span>${t("lobby.preparing")}</span>`}</p>`;
}

function Game({ game }) {
  const level = useSignal("medium");
  const opponents = useSignal(1);
  const { Emblem, lessons } = GAMES[game.name];
  const maxOpponents = game.players.at(-1) - 1;
  return html`<section class=${`panel game ${game.name}`} aria-label=${game.title}>
    <${Emblem} />
    <div>
      <h2>${gameTitle(game.name)}</h2>${has(`${game.name}.lead`) && html`<p>${t(`${game.name}.lead`)}</p>`}
      <div class="choices">
        <label>${t("lobby.opponents")}
          <select value=${opponents.value} onChange=${(e) => { opponents.value = Number(e.target.value); }}>
            ${Array.from({ length: maxOpponents }, (_, i) => html`<option value=${i + 1}>${t("lobby.bots", { n: i + 1 })}</option>`)}
          </select>
        </label>
        <label>${t("lobby.level")}
          <select value=${level.value} onChange=${(e) => { level.value = e.target.value; }}>
            ${levels(game.name).map((one) => html`<option value=${one}>${t(`levels.${one}`)}</option>`)}
          </select>
        </label>
      </div>
      <div class="row">
        <${PlayNow} game=${game.name} opponents=${opponents.value} level=${level.value} />
        <${WatchBots} game=${game.name} players=${opponents.value + 1} level=${level.value} />
        ${lessons && html`<a class="button" href=${link({ lesson: game.name })}>${t("lobby.learn")}</a>`}
      </div>
    </div>
  </section>`;
}

const CODE_LENGTH = 6;

/** The form to join a table by its code. At a `full` table one can only watch. */
function Join({ code = "", full = false }) {
  const given = useSignal(code);
  const fault = useSignal("");
  const join = async (event) => {
    event.preventDefault();
    fault.value = "";
    try {
      await sitDown(given.value);
    } catch (error) {
      fault.value = error.full ? t("lobby.full") : faultText(error);
    }
  };
  return html`<form class="panel join" onSubmit=${join}>
    <h2>${t("lobby.join")}</h2>
    ${!full && html`<label>${t("settings.name")}
      <input value=${settings.name.value} maxlength="40" placeholder=${t("lobby.guest")} autocomplete="nickname"
        onInput=${(e) => { settings.name.value = e.target.value; }} />
    </label>`}
    <label>${t("lobby.code")}
      <input class="code" value=${given.value} required
        autocapitalize="characters" autocomplete="off" spellcheck="false"
        onInput=${(e) => { given.value = e.target.value = e.target.value.toUpperCase().replace(/[^A-Z\d]/g, "").slice(0, CODE_LENGTH); }} />
    </label>
    ${fault.value && html`<p class="fault" role="alert">${fault.value}</p>`}
    <button class="button primary">${t(full ? "lobby.watch" : "lobby.sit")}</button>
  </form>`;
}

/** Whether a table has no free seat, or plays already. */
const isFull = ({ status, seats }) => status !== "open" || seats.every((seat) => seat.kind !== "open");

/** Take a free seat at the table with this code, or return to one's own seat there. */
async function sitDown(code) {
  const found = await get(`/api/codes/${encodeURIComponent(code)}`);
  if (!isFull(found)) {
    const name = settings.name.value.trim() || t("lobby.guest");
    await withPerson();
    return enter(await postOnce(`/api/tables/${found.table}/join?code=${encodeURIComponent(code)}`, { name }));
  }
  await get(`/api/tables/${found.table}`).catch(() => { throw Object.assign(new Error(), { full: true }); });
  return replace({ table: found.table });
}

/** The page behind an invitation link. */
function Invited({ code }) {
  const found = useSignal(null);
  const fault = useSignal(null);
  useEffect(() => {
    get(`/api/codes/${encodeURIComponent(code)}`).then((read) => { found.value = read; }, (error) => { fault.value = error; });
  }, []);
  const names = found.value?.seats.map((seat) => seat.name).filter(Boolean).join(", ");
  const Emblem = GAMES[found.value?.game]?.Emblem;
  const full = found.value !== null && isFull(found.value);
  return html`<section class="hero">
      <h1>${t(fault.value?.status === 404 ? "missing.table" : full ? "lobby.too-late" : "lobby.invited")}</h1>
      ${found.value && html`<p>${t("lobby.invited-to", { game: gameTitle(found.value.game), names })}</p>`}
      ${full && html`<p>${t("lobby.full")}</p>`}
      ${fault.value && html`<p role="alert">${faultText(fault.value)}</p>`}</section>
    <div class="invited">${Emblem && html`<div class="invited-scene"><${Emblem} /></div>`}<${Join} code=${code} full=${full} />
      ${fault.value && html`<a href=${link({})}>${t("table.lobby")}</a>`}</div>`;
}

/** The unfinished games of this person. */
function MyTables() {
  const games = unfinished.value;
  if (!games.length) return null;
  return html`<section class="panel mine" aria-label=${t("lobby.mine")}>
    <h2>${t("lobby.mine")}</h2><${GameList} games=${games} />
    <a href=${link({ games: "" })}>${t("games.all")}</a>
  </section>`;
}
