// The waiting room: the seats before the game starts, and the invitation.
import { get, newId, post } from "../lib/api.js";
import { levels } from "../lib/games.js";
import { CopyLink } from "../parts/share-links.js";
import { botSeat, nameOf } from "../lib/player-names.js";
import { SeatMark } from "../parts/pieces.js";
import { go } from "../lib/router.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, parts, t } from "../lib/words.js";

export function WaitingRoom({ table }) {
  const { seats, you, game, code, options } = table.state.value;
  const links = useSignal({});
  useEffect(() => { get(`${table.path}/links`).then((read) => { links.value = read; }); }, []);
  const full = seats.every((seat) => seat.kind !== "open");
  const send = (type, fields) => table.command(type, fields).catch(() => {});
  return html`<section class="panel narrow waiting-room">
    <h1>${gameTitle(game)}</h1>
    <ol class="seats">${seats.map((seat, i) => html`<li key=${i}>
      <${SeatMark} seat=${i} />
      <span>${seat.kind === "open" ? t("waiting.open") : nameOf(table, i)}</span>
      <em>${you.seats.includes(i) ? nameOf(table, i) !== t("lobby.you") && t("waiting.you") : seat.level ? t(`levels.${seat.level}`) : ""}</em>
      ${you.host && seat.kind === "open" && html`<${SeatBot} game=${game} seats=${seats} seat=${i} send=${send} />`}
      ${you.host && seat.kind !== "open" && !you.seats.includes(i) && html`<button type="button" class="button small"
        onClick=${() => send("seat", { seat: i })}>${t("waiting.free")}</button>`}
    </li>`)}</ol>
    ${options.order === "random" && html`<p class="note">${t("host.drawn")}</p>`}
    ${!full && links.value.invite && html`<${Invite} table=${table} link=${links.value.invite} code=${code} />`}
    ${table.fault.value && html`<p class="fault" role="alert">${faultText(table.fault.value)}</p>`}
    <div class="row">
      ${you.host && html`<button type="button" class="button primary" disabled=${!full}
        onClick=${() => send("start")}>${t("waiting.start")}</button>`}
      <p role="status">${full ? !you.host && t("waiting.host") : t("lobby.status.open")}</p>
      ${you.seats.length > 0 && !you.host && html`<button type="button" class="button"
        onClick=${() => leave(table)}>${t("waiting.leave")}</button>`}
    </div>
  </section>`;
}

/** Leave the table. The socket closes with the seat, so this command is sent by HTTP. */
async function leave(table) {
  const { version } = table.state.value;
  try {
    await post(`${table.path}/commands`, { type: "leave", id: newId(), version });
    go({});
  } catch (fault) {
    table.fault.value = fault;
  }
}

/** The level of a bot, and the button that seats it. */
function SeatBot({ game, seats, seat, send }) {
  const level = useSignal("medium");
  const seatBot = () => {
    const { name } = botSeat(seat, level.value, seats.map((one) => one.name));
    send("seat", { seat, level: level.value, name });
  };
  return html`<span class="seat-bot">
    <label><span class="hidden">${t("lobby.level")}</span>
      <select value=${level.value} onChange=${(e) => { level.value = e.target.value; }}>
        ${levels(game).map((one) => html`<option value=${one}>${t(`levels.${one}`)}</option>`)}
      </select></label>
    <button type="button" class="button small" onClick=${seatBot}>${t("waiting.bot")}</button>
  </span>`;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]; // other devices cannot use links with these hosts
const COMMAND = "century serve --host 0.0.0.0";

function Invite({ table, link, code }) {
  return html`<div class="invite">
    <img src=${`${table.path}/qr.svg`} alt=${t("waiting.qr")} width="148" height="148" />
    <div>
      <p>${t("waiting.invite")}</p>
      <p class="code">${code}</p>
      <${CopyLink} link=${link} />
      ${LOOPBACK.includes(new URL(link).hostname) && html`<p class="hint">${parts("waiting.here-only", { command: html`<code>${COMMAND}</code>` })}</p>`}
    </div>
  </div>`;
}
