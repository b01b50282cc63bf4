// Before the game: who sits where, and how others come.
import { get } from "./api.js";
import { CopyLink } from "./links.js";
import { nameOf } from "./names.js";
import { SeatMark } from "./pieces.js";
import { html, useEffect, useSignal } from "./ui.js";
import { faultText, t } from "./words.js";

export function WaitingRoom({ table }) {
  const { seats, you, game, code } = table.state.value;
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
      ${you.host && !you.seats.includes(i) && html`<button type="button" class="button small"
        onClick=${() => send("seat", { seat: i, level: seat.kind === "open" ? "medium" : null })}>
        ${t(seat.kind === "open" ? "waiting.bot" : "waiting.free")}</button>`}
    </li>`)}</ol>
    ${!full && links.value.invite && html`<${Invite} table=${table} link=${links.value.invite} code=${code} />`}
    ${table.fault.value && html`<p class="fault" role="alert">${faultText(table.fault.value)}</p>`}
    <div class="row">
      ${you.host && html`<button type="button" class="button primary" disabled=${!full} onClick=${() => send("start")}>${t("waiting.start")}</button>`}
      ${!you.host && full && html`<p role="status">${t("waiting.host")}</p>`}
      ${you.seats.length > 0 && !you.host && html`<button type="button" class="button" onClick=${() => send("leave")}>${t("waiting.leave")}</button>`}
    </div>
  </section>`;
}

function Invite({ table, link, code }) {
  return html`<div class="invite">
    <img src=${`${table.path}/qr.svg`} alt=${t("waiting.qr")} width="148" height="148" />
    <div>
      <p>${t("waiting.invite")}</p>
      <p class="code">${code}</p>
      <${CopyLink} link=${link} />
    </div>
  </div>`;
}
