// The bar under the board: the prompt, the staged choices, and the buttons to confirm them or take them back.
import { useBotsPreparing } from "../lib/bot-status.js";
import { Choice } from "./choice.js";
import { GAMES } from "../lib/games.js";
import { positionInWords } from "./log.js";
import { Cubes, SeatMark } from "../parts/pieces.js";
import { toPhrases, Phrase } from "./turn-text.js";
import { classNames, html, useEffect, useSignal } from "../lib/ui.js";
import { cubesInWords, faultText, has, parts, t } from "../lib/words.js";
import { nameOf } from "../lib/player-names.js";

export function TurnBar({ table }) {
  const state = table.state.value;
  if (!table.live.value) return html`<${Past} table=${table} />`;
  if (state.status === "over") return html`<div class="bar"><p class="prompt">${t("result.over")}</p></div>`;
  if (state.takeback) return html`<${Takeback} table=${table} />`;
  if (!table.asked.value) return html`<${Waiting} table=${table} />`;
  return html`<${Deciding} table=${table} />`;
}

function Deciding({ table }) {
  const { view, legal } = table.shown.value;
  const complete = table.complete.value;
  const completed = table.objection?.value ?? "bar.complete"; // a lesson may not accept the turn
  const open = legal.filter((token) => inBar(view.game, token) && token !== GAMES[view.game].autoToken);
  const { repeat } = GAMES[view.game];
  const repeatable = repeat && legal.includes(repeat.again) && legal.includes(repeat.stop);
  return html`<div class="bar yours">
    <div class="said">
      <p class="prompt" aria-live="polite"><${Decider} table=${table} />${complete ? t(completed) : prompt(table, view)}</p>
      <${Staged} table=${table} />
    </div>
    <div class="actions"><div class="options">
      ${!complete && (repeatable ? html`<${Repetitions} table=${table} repeat=${repeat} />` : open.map((token) => html`
        <${Choice} key=${token} table=${table} token=${token} label=${tokenText(view.game, token)} class="button">
          ${tokenText(view.game, token)}</${Choice}>`))}
      <${AutoToken} table=${table} view=${view} legal=${legal} />
    </div><${FinalButtons} table=${table} /></div>
    ${table.fault.value && html`<p class="fault" role="alert">${faultText(table.fault.value)}</p>`}
  </div>`;
}

const inBar = (game, token) => GAMES[game].barVerbs?.includes(token.split(" ")[0]) ?? true;

/**
 * Buttons for the decisions that follow the game's `autoToken`, such as an action after the end of a movement: one click
 * stages both. If nothing follows, the button is for the token itself.
 */
function AutoToken({ table, view, legal }) {
  const { autoToken } = GAMES[view.game];
  const next = useSignal(null); // the legal tokens after it
  const chosen = table.staged.value.join();
  const isLegal = legal.includes(autoToken);
  useEffect(() => {
    let late = false;
    next.value = null;
    const show = (ahead) => { if (!late) next.value = ahead.legal; };
    if (isLegal) table.previewOf([...table.staged.value, autoToken]).then(show, () => {});
    return () => { late = true; };
  }, [chosen, isLegal, table.state.value.decisions]);
  if (!isLegal || !next.value) return null;
  const following = next.value.filter((token) => inBar(view.game, token));
  const choices = following.length ? following.map((token) => [autoToken, token]) : [[autoToken]];
  return choices.map((tokens) => html`
    <${Choice} key=${tokens.at(-1)} table=${table} token=${tokens.at(-1)} tokens=${tokens}
      label=${tokenText(view.game, tokens.at(-1))} class="button">
      ${tokenText(view.game, tokens.at(-1))}</${Choice}>`);
}

/** The player who decides, if several share this screen. */
function Decider({ table }) {
  const { you, view } = table.state.value;
  if (you.seats.length < 2) return null;
  return html`<${SeatMark} seat=${view.seat} /> ${nameOf(table, view.seat)} · `;
}

/** The question of the current phase. */
function prompt(table, view) {
  const { acting, game, phase, seat } = view;
  const others = (acting?.to ?? []).map((one) => nameOf(table, one)).join(", ");
  const { left, free } = acting ?? {};
  return parts(`${game}.phase.${phase}`, { n: left ?? free, free, name: nameOf(table, seat), to: others });
}

/** A decision as the text of a button. */
const tokenText = (game, token) => {
  const [verb, rest] = token.split(" ");
  const what = has(`${game}.${verb}.${rest}`) ? t(`${game}.${verb}.${rest}`) : rest ?? "";
  return t(`${game}.do.${verb}`, { what });
};

function Staged({ table }) {
  const chosen = toPhrases(table.game.value, table.staged.value, []);
  return html`<ol class="staged" aria-label=${t("bar.chosen")}>${chosen.map((phrase) => html`
    <li><${Phrase} game=${table.game.value} phrase=${phrase} kind="chosen" /></li>`)}</ol>`;
}

/** Take back and confirm. Unused buttons keep their room, so that no button moves under the pointer. */
function FinalButtons({ table }) {
  const chosen = table.staged.value.length > 0;
  const isLegal = (table.complete.value || Boolean(table.preview.value?.reveals)) && !table.objection?.value;
  const button = (kind, shown, label, act) => html`<button type="button" class=${classNames("button", kind, !shown && "unused")}
    disabled=${!shown || Boolean(table.sending.value)} onClick=${act}>${t(label)}</button>`;
  return html`<div class="final">
    ${table.state.value.undo && !chosen
      ? button("undo", true, "bar.undo", () => table.command("undo").catch(() => {}))
      : button("take-back", chosen, "bar.take-back", () => table.takeBack())}
    ${button("primary confirm", chosen && isLegal, "bar.confirm", () => table.confirm())}
  </div>`;
}

/** How many times to repeat a trade, each with the cubes that would be left. */
function Repetitions({ table, repeat }) {
  const options = useSignal([]);
  const chosen = table.staged.value.length;
  useEffect(() => { table.repetitions(repeat).then((read) => { options.value = read; }); }, [chosen]);
  return html`<div class="repetitions" role="group" aria-label=${t("bar.how-often")}>
    ${options.value.map(({ times, tokens, cubes }) => html`
      <button type="button" class="button repetition" data-token=${tokens.join(",")} onClick=${() => table.stage(...tokens)}
        aria-label=${t("bar.times", { n: times, cubes: cubesInWords(table.game.value, cubes) })}>
        <strong>${times} ×</strong><${Cubes} game=${table.game.value} cubes=${cubes} />
      </button>`)}
  </div>`;
}

function Waiting({ table }) {
  const { seat } = table.state.value.view;
  const who = table.state.value.seats[seat];
  const preparing = useBotsPreparing(Boolean(who?.level));
  const prompted = preparing ? "bar.preparing" : who?.level ? "bar.thinking" : "bar.waiting";
  const timedOut = who?.timed_out && table.state.value.you.seats.length > 0;
  return html`<div class="bar">
    <p class="prompt" aria-live="polite">${t(prompted, { name: nameOf(table, seat) })}</p>
    <div class="actions">
      ${timedOut && html`<${Command} table=${table} type="stand-in" fields=${{ seat }} />`}
      ${table.state.value.undo && html`<${Command} table=${table} type="undo" />`}
      <${AnyTimeCommands} table=${table} />
    </div>
  </div>`;
}

/** A button that sends a command. */
function Command({ table, type, fields, class: kind }) {
  const send = () => table.command(type, fields).catch(() => {}); // the bar shows the error
  return html`<button type="button" class=${classNames("button", kind)} onClick=${send}>${t(`bar.${type}`)}</button>`;
}

/** Commands that are possible at any time: take the seat back from a bot, ask for a takeback. */
function AnyTimeCommands({ table }) {
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

/** An earlier position is shown. */
function Past({ table }) {
  return html`<div class="bar past">
    <p class="prompt">${positionInWords(table)}</p>
    <div class="actions">
      <button type="button" class="button primary" onClick=${() => table.backToNow()}>${t("bar.now")}</button></div>
  </div>`;
}
