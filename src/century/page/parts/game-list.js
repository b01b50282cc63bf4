// A list of games, each with its players and what the person has to know about it.
import { GAMES } from "../lib/games.js";
import { link } from "../lib/router.js";
import { classNames, html } from "../lib/ui.js";
import { gameTitle, language, t } from "../lib/words.js";

/** A day as text. */
export const dayText = (seconds) => new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(1000 * seconds));

/** The name of a player; somebody whom the server has forgotten has none. */
export function playerName({ name, kind }) {
  return name ?? t(kind === "open" ? "waiting.open" : "games.unnamed");
}

/** How the game stands for the person: their turn, the status, or the result. */
export function standing(game) {
  if (!game.readable) return t("games.damaged");
  if (game.your_turn) return t("lobby.your-turn");
  if (game.status !== "over") return t(`lobby.status.${game.status}`);
  const mine = game.players.find((player) => player.you);
  if (!mine?.rank) return t("lobby.status.over");
  return t(mine.rank === 1 ? "games.won" : "games.place", { n: mine.rank, points: mine.points });
}

/** `details` also shows the date, the levels and the points. */
export function GameList({ games, details = false }) {
  return html`<ul>${games.map((game) => html`<li key=${game.table}>
    <a href=${link({ table: game.table })} class=${classNames(game.your_turn && "yours")}>
      ${details && html`<${Thumbnail} game=${game.game} />`}
      <strong>${game.game in GAMES ? gameTitle(game.game) : game.game}</strong>
      <span>${game.players.map((player) => playerText(player, details)).join(", ")}</span>
      ${details && html`<time datetime=${new Date(1000 * game.created).toISOString()}>${dayText(game.created)}</time>`}
      <em>${standing(game)}</em>
    </a>
    ${details && game.status === "over" && game.readable && html`
      <a class="button small replay-link" href=${link({ table: game.table, at: 0 })}>${t("games.replay")}</a>`}
  </li>`)}</ul>`;
}

/** The picture of a game, small. */
function Thumbnail({ game }) {
  const { Emblem } = GAMES[game] ?? {};
  return html`<i class=${classNames("thumbnail", game)} aria-hidden="true">${Emblem && html`<${Emblem} />`}</i>`;
}

function playerText(player, details) {
  const name = playerName(player);
  if (!details) return name;
  const more = [player.level && t(`levels.${player.level}`), player.points ?? null].filter((one) => one !== null);
  return more.length ? t("games.player", { name, more: more.join(" · ") }) : name;
}
