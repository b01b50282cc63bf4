// Commands that are not decisions: going back, standing in, resigning, and the votes about them.
import { Dialog } from "../parts/dialog.js";
import { ShareLinks } from "../parts/share-links.js";
import { SayButton } from "./phrases.js";
import { PACES } from "./pace.js";
import { nameOf } from "../lib/player-names.js";
import { settings } from "../lib/settings.js";
import { classNames, html, signal, useEffect, useSignal } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

/** Whether the list of keys is open. */
export const keysShown = signal(false);

const ABSENT_SECONDS = 60; // as on the server
const LEAST_PAUSE = 0.6; // seconds, so that a person can still take their seat back from a bot that plays at once

/** A button that sends a command. */
export function Command({ table, type, fields, class: kind }) {
  const send = () => table.command(type, fields).catch(() => {}); // the bar shows the error
  return html`<button type="button" class=${classNames("button", kind)} disabled=${Boolean(table.sending.value)}
    onClick=${send}>${t(`bar.${type}`)}</button>`;
}

/** Shows the queued turns of bots at once. */
export function Skip({ table }) {
  if (!table.acting?.value) return null;
  return html`<button type="button" class="button small skip-turns" onClick=${() => table.skip()}>${t("bar.skip")}</button>`;
}

/** Whether only bots and the viewer play: then nobody has to agree to a takeback. */
function playsAlone({ seats, you }) {
  return seats.every((seat, i) => you.seats.includes(i) || seat.kind === "bot" || seat.resigned);
}

/** Whether the viewer has a turn to go back to. Who has resigned has none. */
function hasTurn(table) {
  const { options, seats, status, you } = table.state.value;
  return options.takeback && status === "playing"
    && table.log.value.some(({ seat }) => you.seats.includes(seat) && !seats[seat].resigned);
}

/** Whether the viewer can go back to the start of their last turn without asking anybody. */
export const canGoBack = (table) => hasTurn(table) && playsAlone(table.state.value);

/** Commands that are possible at any time: take the seat back from a bot, ask for a takeback. */
export function AnyTimeCommands({ table }) {
  const { you, seats, takeback } = table.state.value;
  const away = you.seats.some((seat) => seats[seat].stand_in && !seats[seat].resigned);
  const mayAsk = hasTurn(table) && !takeback && !playsAlone(table.state.value);
  return html`
    ${away && html`<${Command} table=${table} type="return" />`}
    ${mayAsk && html`<${Command} table=${table} type="ask-takeback" class="small" />`}
    ${canGoBack(table) && html`<${GoBack} table=${table} />`}
    <${AskStandIn} table=${table} />`;
}

/** Goes back to the start of the viewer's last turn, in a game against bots. */
export function GoBack({ table, class: kind = "small" }) {
  const back = () => table.command("ask-takeback").catch(() => {});
  return html`<button type="button" class=${classNames("button", "go-back", kind)} title=${t("bar.go-back-about")} disabled=${Boolean(table.sending.value)}
    onClick=${back}><${BackIcon} /><span>${t("bar.go-back")}</span></button>`;
}

/** An arrow that turns back. It replaces the text of a button where there is little room. */
export const BackIcon = () => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 5 4 10l5 5M4.5 10H14a5.5 5.5 0 0 1 0 11h-3" /></svg>`;

/** Offers a bot for somebody who has not decided for a while, at a table without a clock. */
function AskStandIn({ table }) {
  const absent = useSignal(false);
  const { you, seats, view, since, options, stand_in_vote: vote } = table.state.value;
  const who = seats[view.seat];
  const possible = you.seats.length > 0 && !options.clock && who?.kind === "person" && !who.level && !you.seats.includes(view.seat);
  useEffect(() => {
    absent.value = false;
    if (!possible) return undefined;
    const wait = 1000 * (since + ABSENT_SECONDS + 1 - table.serverTime());
    const timer = setTimeout(() => { absent.value = true; }, Math.max(0, wait));
    return () => clearTimeout(timer);
  }, [possible, view.seat, since]);
  if (!possible || !absent.value || vote) return null;
  return html`<${Command} table=${table} type="ask-stand-in" fields=${{ seat: view.seat }} class="small" />`;
}

/** A question that waits for the viewer, or that is the viewer's own and may be withdrawn. It is above the turn bar. */
function Question({ table, text, mine, waiting, type }) {
  const asked = table.state.value.you.seats.some((seat) => waiting.includes(seat));
  if (!asked && !mine) return null;
  const button = (key, agree, kind) => html`<button type="button" class=${classNames("button", kind)} disabled=${Boolean(table.sending.value)}
    onClick=${() => table.command(type, { agree }).catch(() => {})}>${t(`bar.${key}`)}</button>`;
  return html`<div class="bar vote">
    <p class="prompt" role="alert">${text}</p>
    <div class="actions">${asked && [button("agree", true, "primary"), button("refuse", false)]}
      ${!asked && button("withdraw", false)}</div>
  </div>`;
}

/** The open votes. A vote is not shown to the person about whom it is. */
export function Vote({ table }) {
  const { takeback, stand_in_vote: standIn, you } = table.state.value;
  const isMine = (vote) => you.seats.includes(vote.seat);
  const question = (key, vote, mine, type) => html`<${Question} key=${type} table=${table} mine=${mine} waiting=${vote.waiting} type=${type}
    text=${t(`bar.${key}`, { name: nameOf(table, vote.seat) })} />`;
  if (takeback) {
    const mine = isMine(takeback);
    return question(mine ? "takeback-mine" : "takeback-asked", takeback, mine, "answer-takeback");
  }
  return standIn && !isMine(standIn) && question("stand-in-asked", standIn, you.seats.length > 0, "answer-stand-in");
}

/** The footer of the log: links of the table, phrases, and the ways to leave. */
export function TableFooter({ table }) {
  const open = useSignal(false);
  const { you, seats } = table.state.value;
  if (!you.seats.length && !you.host) return null;
  const people = seats.filter((seat) => seat.kind === "person").length;
  return html`<footer class="own-seat">
    <button type="button" class="button small" onClick=${() => { open.value = true; }}>${t("links.title")}</button>
    <button type="button" class="button small show-keys" onClick=${() => { keysShown.value = true; }}>${t("keys.show")}</button>
    ${people > 1 && you.seats.length > 0 && html`<${SayButton} table=${table} />`}
    <${Dialog} open=${open} title=${t("links.title")}><${ShareLinks} table=${table} /><${Leaving} table=${table} open=${open} /></${Dialog}>
  </footer>`;
}

/** The ways to leave a game: a bot for a while, or resigning. Each asks again before it does anything. */
function Leaving({ table, open }) {
  const chosen = useSignal(null);
  const { you, seats, status, view } = table.state.value;
  const playing = you.seats.filter((seat) => !seats[seat].level);
  const seat = playing.includes(view?.seat) ? view.seat : playing[0];
  if (status !== "playing" || seat === undefined) return null;
  const pause = Math.max(LEAST_PAUSE, PACES[settings.pace.value] / 1000);
  const fields = { "stand-in": { seat, pause }, resign: { seat } };
  const go = async () => {
    try {
      await table.command(chosen.value, fields[chosen.value]);
      open.value = false;
    } catch { /* the fault is shown below */ }
  };
  return html`<div class="leaving"><h3>${t("links.leaving")}</h3>
    ${chosen.value === null ? html`<div class="row">
      <button type="button" class="button small" onClick=${() => { chosen.value = "stand-in"; }}>${t("links.stand-in")}</button>
      <button type="button" class="button small" onClick=${() => { chosen.value = "resign"; }}>${t("links.resign")}</button></div>`
    : html`<p role="alert">${t(`links.${chosen.value}-about`)}</p>
      <div class="row"><button type="button" class="button small primary" onClick=${go}>${t(`links.${chosen.value}-do`)}</button>
        <button type="button" class="button small" onClick=${() => { chosen.value = null; }}>${t("links.stay")}</button></div>`}
    ${table.fault.value && html`<p class="fault" role="alert">${faultText(table.fault.value)}</p>`}
  </div>`;
}
