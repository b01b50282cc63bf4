// Before the game: who sits where, and how others come.
import { aboutGames } from "./about.js";
import { get, newId, post } from "./api.js";
import { CopyLink } from "./links.js";
import { forget } from "./my-tables.js";
import { botSeat, nameOf } from "./names.js";
import { SeatMark } from "./pieces.js";
import { go } from "./router.js";
import { html, useEffect, useSignal } from "./ui.js";
import { faultText, t } from "./words.js";

export function WaitingRoom({ table }) {
  const { seats, you, game, code, options } = table.state.value;
  const links = useSignal({});
  useEffect(() => { get(`${table.path}/links`).then((read) => { links.value = read; }); }, []);
  const full = seats.every((seat) => seat.kind !== "open");
  const send = (type, fields) => table.command(type, fields).catch(() => {});
  return html`<section class="panel narrow waiting-room">
    <h1>${t(`${game}.title`)}</h1>
    <ol class="seats">${seats.map((seat, i) => html`<li key=${i}>
      <${SeatMark} seat=${i} />
      <span>${seat.kind === "open" ? t("waiting.open") : nameOf(table, i)}</span>
      <em>${you.seats.includes(i) ? t("waiting.you") : seat.level ? t(`levels.${seat.level}`) : ""}</em>
      ${you.host && seat.kind === "open" && html`<${SeatBot} seats=${seats} seat=${i} send=${send} />`}
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

/** Get up and go; the table is told no more of what happens to it, so the answer does not come by its socket. */
async function leave(table) {
  const { version } = table.state.value;
  try {
    await post(`${table.path}/commands`, { type: "leave", id: newId(), version });
    forget(table.id);
    go({});
  } catch (fault) {
    table.fault.value = fault;
  }
}

/** How strong a bot shall be, and the button that seats it. */
function SeatBot({ seats, seat, send }) {
  const level = useSignal("medium");
  const call = () => {
    const { name } = botSeat(seat, level.value, seats.map((one) => one.name));
    send("seat", { seat, level: level.value, name });
  };
  return html`<span class="seat-bot">
    <label><span class="hidden">${t("lobby.level")}</span>
      <select value=${level.value} onChange=${(e) => { level.value = e.target.value; }}>
        ${aboutGames()?.levels.map((one) => html`<option value=${one}>${t(`levels.${one}`)}</option>`)}
      </select></label>
    <button type="button" class="button small" onClick=${call}>${t("waiting.bot")}</button>
  </span>`;
}

const HERE = ["localhost", "127.0.0.1", "[::1]"]; // names under which no other device finds this server

function Invite({ table, link, code }) {
  return html`<div class="invite">
    <img src=${`${table.path}/qr.svg`} alt=${t("waiting.qr")} width="148" height="148" />
    <div>
      <p>${t("waiting.invite")}</p>
      <p class="code">${code}</p>
      <${CopyLink} link=${link} />
      ${HERE.includes(new URL(link).hostname) && html`<p class="hint">${t("waiting.here-only")}</p>`}
    </div>
  </div>`;
}
