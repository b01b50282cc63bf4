// The bar under the board: what is asked, what was chosen so far, confirm or take back.
import { useBots } from "./bots.js";
import { Choice } from "./choice.js";
import { GAMES } from "./games.js";
import { momentInWords } from "./log.js";
import { Cubes, SeatMark } from "./pieces.js";
import { phrases, Phrase } from "./phrases.js";
import { html, names, useEffect, useSignal } from "./ui.js";
import { cubesInWords, faultText, has, parts, t } from "./words.js";
import { nameOf } from "./names.js";

export function TurnBar({ table }) {
  const state = table.state.value;
  if (!table.live.value) return html`<${Looking} table=${table} />`;
  if (state.status === "over") return html`<div class="bar"><p class="prompt">${t("result.over")}</p></div>`;
  if (state.takeback) return html`<${Takeback} table=${table} />`;
  if (!table.asked.value) return html`<${Waiting} table=${table} />`;
  return html`<${Deciding} table=${table} />`;
}

function Deciding({ table }) {
  const { view, legal } = table.shown.value;
  const complete = table.complete.value;
  const said = table.objection?.value ?? "bar.complete"; // a lesson may ask for another turn
  const open = legal.filter((token) => inBar(view.game, token) && token !== GAMES[view.game].through);
  const ladder = legal.includes("trade") && legal.includes("done");
  return html`<div class="bar yours">
    <div class="said">
      <p class="prompt" aria-live="polite"><${Who} table=${table} />${complete ? t(said) : prompt(table, view)}</p>
      <${Staged} table=${table} />
    </div>
    <div class="actions"><div class="options">
      ${!complete && (ladder ? html`<${Ladder} table=${table} />` : open.map((token) => html`
        <${Choice} key=${token} table=${table} token=${token} label=${sayToken(view.game, token)} class="button">
          ${sayToken(view.game, token)}</${Choice}>`))}
      <${Through} table=${table} view=${view} legal=${legal} />
    </div><${Final} table=${table} /></div>
    ${table.fault.value && html`<p class="fault" role="alert">${faultText(table.fault.value)}</p>`}
  </div>`;
}

const inBar = (game, token) => GAMES[game].barVerbs.includes(token.split(" ")[0]);

/** What could be done at once behind a mere formality, such as to anchor before one trades; else the formality. */
function Through({ table, view, legal }) {
  const { through } = GAMES[view.game];
  const open = useSignal(null);
  const chosen = table.staged.value.join();
  const may = legal.includes(through);
  useEffect(() => {
    let late = false;
    open.value = null;
    if (may) table.look([...table.staged.value, through]).then((ahead) => { if (!late) open.value = ahead.legal; }, () => {});
    return () => { late = true; };
  }, [chosen, may, table.state.value.decisions]);
  if (!may || !open.value) return null;
  const behind = open.value.filter((token) => inBar(view.game, token));
  const ways = behind.length ? behind.map((token) => [through, token]) : [[through]];
  return ways.map((tokens) => html`
    <${Choice} key=${tokens.at(-1)} table=${table} token=${tokens.at(-1)} tokens=${tokens}
      label=${sayToken(view.game, tokens.at(-1))} class="button">
      ${sayToken(view.game, tokens.at(-1))}</${Choice}>`);
}

/** Who is asked, where several people share the screen. */
function Who({ table }) {
  const { you, view } = table.state.value;
  if (you.seats.length < 2) return null;
  return html`<${SeatMark} seat=${view.seat} /> ${nameOf(table, view.seat)} · `;
}

/** What is asked, with its numbers. */
function prompt(table, view) {
  const { acting, game, phase, seat } = view;
  const others = (acting?.to ?? []).map((one) => nameOf(table, one)).join(", ");
  const { left, free } = acting ?? {};
  return parts(`${game}.phase.${phase}`, { n: left ?? free, free, name: nameOf(table, seat), to: others });
}

/** A decision in a few words, such as for a button. */
export const sayToken = (game, token) => {
  const [verb, rest] = token.split(" ");
  const what = has(`${game}.${verb}.${rest}`) ? t(`${game}.${verb}.${rest}`) : rest ?? "";
  return t(`${game}.do.${verb}`, { what });
};

function Staged({ table }) {
  const told = phrases(table.staged.value, []);
  return html`<ol class="staged" aria-label=${t("bar.chosen")}>${told.map((phrase) => html`
    <li><${Phrase} game=${table.game.value} phrase=${phrase} kind="chosen" /></li>`)}</ol>`;
}

/** Take back or confirm; their room is kept while there is nothing to confirm yet, so that no button moves under the finger. */
function Final({ table }) {
  const chosen = table.staged.value.length > 0;
  const may = (table.complete.value || Boolean(table.preview.value?.reveals)) && !table.objection?.value;
  const button = (kind, shown, label, act) => html`<button type="button" class=${names("button", kind, !shown && "unused")}
    disabled=${!shown || Boolean(table.sending.value)} onClick=${act}>${t(label)}</button>`;
  return html`<div class="final">
    ${table.state.value.undo && !chosen
      ? button("undo", true, "bar.undo", () => table.command("undo").catch(() => {}))
      : button("take-back", chosen, "bar.take-back", () => table.takeBack())}
    ${button("primary confirm", chosen && may, "bar.confirm", () => table.confirm())}
  </div>`;
}

/** How many times to trade, each with the cubes that would be left. */
function Ladder({ table }) {
  const rungs = useSignal([]);
  const chosen = table.staged.value.length;
  useEffect(() => { table.ladder("trade", "done").then((read) => { rungs.value = read; }); }, [chosen]);
  return html`<div class="ladder" role="group" aria-label=${t("bar.how-often")}>
    ${rungs.value.map(({ times, tokens, cubes }) => html`
      <button type="button" class="button rung" data-token=${tokens.join(",")} onClick=${() => table.stage(...tokens)}
        aria-label=${t("bar.times", { n: times, cubes: cubesInWords(table.game.value, cubes) })}>
        <strong>${times} ×</strong><${Cubes} game=${table.game.value} cubes=${cubes} />
      </button>`)}
  </div>`;
}

function Waiting({ table }) {
  const { seat } = table.state.value.view;
  const who = table.state.value.seats[seat];
  const preparing = useBots(Boolean(who?.level));
  const said = preparing ? "bar.preparing" : who?.level ? "bar.thinking" : "bar.waiting";
  const asleep = who?.timed_out && table.state.value.you.seats.length > 0;
  return html`<div class="bar">
    <p class="prompt" aria-live="polite">${t(said, { name: nameOf(table, seat) })}</p>
    <div class="actions">
      ${asleep && html`<${Command} table=${table} type="stand-in" fields=${{ seat }} />`}
      ${table.state.value.undo && html`<${Command} table=${table} type="undo" />`}
      <${Further} table=${table} />
    </div>
  </div>`;
}

/** A button for a command to the table. */
function Command({ table, type, fields, class: kind }) {
  const send = () => table.command(type, fields).catch(() => {}); // the bar shows what was refused
  return html`<button type="button" class=${names("button", kind)} onClick=${send}>${t(`bar.${type}`)}</button>`;
}

/** What one may do at any time: come back from a bot that stands in, ask to go back. */
export function Further({ table }) {
  const { you, seats, options, status, decisions } = table.state.value;
  const away = you.seats.some((seat) => seats[seat].stand_in);
  const people = seats.some((seat, i) => !you.seats.includes(i) && !seat.level);
  return html`
    ${away && html`<${Command} table=${table} type="return" />`}
    ${options.takeback && people && you.seats.length > 0 && status === "playing" && decisions > 0 && html`
      <${Command} table=${table} type="ask-takeback" class="small" />`}`;
}

function Takeback({ table }) {
  const { takeback, you } = table.state.value;
  const mine = you.seats.some((seat) => takeback.waiting.includes(seat));
  const answer = (agree) => table.command("answer-takeback", { agree }).catch(() => {});
  return html`<div class="bar">
    <p class="prompt" role="alert">${t("bar.takeback-asked", { name: nameOf(table, takeback.seat) })}</p>
    ${mine && html`<div class="actions">
      <button type="button" class="button primary" onClick=${() => answer(true)}>${t("bar.agree")}</button>
      <button type="button" class="button" onClick=${() => answer(false)}>${t("bar.refuse")}</button></div>`}
  </div>`;
}

function Looking({ table }) {
  return html`<div class="bar past">
    <p class="prompt">${momentInWords(table)}</p>
    <div class="actions">
      <button type="button" class="button primary" onClick=${() => table.backToNow()}>${t("bar.now")}</button></div>
  </div>`;
}
