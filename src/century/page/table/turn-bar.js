// The bar under the board: the prompt, the staged choices, and the buttons to confirm them or take them back.
import { useBotsPreparing } from "../lib/bot-status.js";
import { Choice } from "./choice.js";
import { AnyTimeCommands, BackIcon, canGoBack, Command, GoBack, Skip, Vote } from "./table-commands.js";
import { GAMES } from "../lib/games.js";
import { Cube, SeatMark } from "../parts/pieces.js";
import { toPhrases, Phrase } from "./turn-text.js";
import { classNames, html, useEffect, useSignal } from "../lib/ui.js";
import { anyOf, CUBES, cubesInWords, faultText, has, parts, t } from "../lib/words.js";
import { isMine, nameOf } from "../lib/player-names.js";
import { Watching } from "./notices.js";

export function TurnBar({ table }) {
  const state = table.state.value;
  if (state.status === "over") return html`<div class="bar"><p class="prompt">${t("result.over")}</p></div>`;
  const Bar = table.asked.value ? Deciding : Waiting;
  return html`<${Vote} table=${table} /><${Bar} table=${table} />`;
}

const CROWDED = 2; // more repetitions than this are short on a small screen: what one trade changes is said once
const MANY = 4; // from this number of options on, their buttons are smaller and use several rows

/** Whether nothing covers the upper and the lower end of an element. */
function inSight(element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const seen = (y) => element.contains(document.elementFromPoint((left + right) / 2, y));
  return seen(top + 3) && seen(bottom - 3);
}

/** Scroll a page that is higher than the viewport to where the most choices of the board are in sight. */
function useChoicesInSight(legal) {
  useEffect(() => {
    const page = document.documentElement;
    const highest = page.scrollHeight - innerHeight;
    const choices = [...document.querySelectorAll(".board-area .choice.legal")];
    if (highest < 2 || !choices.length || document.querySelector("dialog[open]")) return;
    const seenAt = (top) => {
      page.scrollTo({ top, behavior: "instant" });
      return choices.filter(inSight).length;
    };
    const tops = [page.scrollTop, highest, highest / 2, 0].map((top) => ({ top, seen: seenAt(top) }));
    seenAt(tops.reduce((best, one) => (one.seen > best.seen ? one : best)).top);
  }, [legal.join()]);
}

function Deciding({ table }) {
  const { view, legal } = table.shown.value;
  useChoicesInSight(legal);
  const complete = table.complete.value;
  const completed = table.objection?.value ?? "bar.complete"; // a lesson may not accept the turn
  const { autoToken, repeat } = GAMES[view.game];
  const open = legal.filter((token) => inBar(view.game, token) && token !== autoToken);
  const repeatable = repeat && legal.includes(repeat.again) && legal.includes(repeat.stop);
  const many = !complete && (repeatable || open.length >= MANY);
  const layout = many ? "many" : !complete && (open.length || legal.includes(autoToken)) ? "few" : "none";
  const said = complete ? t(completed) : prompt(table, view, legal);
  // A text or a group of buttons that needs another place is a new element: nothing moves in sight.
  return html`<div class=${`bar yours options-${layout}`}>
    <div class="said">
      <p class="prompt" aria-live="polite"><span key=${`${layout} ${said}`}><${Decider} table=${table} />${said}</span></p>
      <${Staged} table=${table} />
    </div>
    <div class="actions"><div key=${layout} class=${classNames("options", many && "many")}>
      ${many && html`<p class="prompt-copy" aria-hidden="true">${said}</p>`}
      ${!complete && (repeatable ? html`<${Repetitions} table=${table} repeat=${repeat} />` : open.map((token) => html`
        <${Choice} key=${token} table=${table} token=${token} label=${tokenText(view.game, token)} class=${look(view.game, token)}>
          ${tokenText(view.game, token)}</${Choice}>`))}
      <${AutoToken} table=${table} view=${view} legal=${legal} />
    </div><${FinalButtons} table=${table} /></div>
    ${table.fault.value && html`<p class="fault" role="alert">${faultText(table.fault.value)}</p>`}
  </div>`;
}

const inBar = (game, token) => GAMES[game].barVerbs?.includes(token.split(" ")[0]) ?? true;
const look = (game, token) => classNames("button", GAMES[game].mainVerbs?.includes(token.split(" ")[0]) && "primary");

/**
 * Buttons for the decisions that follow the game's `autoToken`, such as an action after the end of a movement: one click
 * stages both. If nothing follows, the button is for the token itself. A table says what follows; in a lesson, a preview does.
 */
function AutoToken({ table, view, legal }) {
  const { autoToken } = GAMES[view.game];
  const told = table.shown.value.ahead?.[autoToken]; // the legal tokens after it
  const next = useSignal(null); // the same, by a preview
  const chosen = table.staged.value.join();
  const isLegal = legal.includes(autoToken);
  useEffect(() => {
    let late = false;
    next.value = null;
    const show = (ahead) => { if (!late) next.value = ahead.legal; };
    if (isLegal && !told) table.previewOf([...table.staged.value, autoToken], { view: false }).then(show, () => {});
    return () => { late = true; };
  }, [chosen, isLegal, !told, table.state.value.decisions]);
  const after = told ?? next.value;
  if (!isLegal || !after) return null;
  const following = after.filter((token) => inBar(view.game, token));
  const choices = following.length ? following.map((token) => [autoToken, token]) : [[autoToken]];
  return choices.map((tokens) => html`
    <${Choice} key=${tokens.at(-1)} table=${table} token=${tokens.at(-1)} tokens=${tokens}
      label=${tokenText(view.game, tokens.at(-1))} class=${look(view.game, tokens.at(-1))}>
      ${tokenText(view.game, tokens.at(-1))}</${Choice}>`);
}

/** The player who decides, if several share this screen. */
function Decider({ table }) {
  const { you, view } = table.state.value;
  if (you.seats.length < 2) return null;
  return html`<${SeatMark} seat=${view.seat} /> ${nameOf(table, view.seat)} · `;
}

/** The question of the current phase. It can name what is legal, if the game has words for it. */
function prompt(table, view, legal) {
  const { acting, game, phase, seat } = view;
  const others = (acting?.to ?? []).map((one) => nameOf(table, one)).join(", ");
  const { left, free } = acting ?? {};
  const verbs = new Set(legal.map((token) => `${game}.ask.${token.split(" ")[0]}`).filter(has));
  const what = anyOf([...verbs].reverse().map((verb) => t(verb)));
  return parts(`${game}.phase.${phase}`, { n: left ?? free, free, name: nameOf(table, seat), to: others, what });
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

/** Confirm and take back. Unused buttons keep their room, so that no button moves under the pointer. */
function FinalButtons({ table }) {
  const chosen = table.staged.value.length > 0;
  const isLegal = (table.complete.value || Boolean(table.preview.value?.reveals)) && !table.objection?.value;
  const button = (kind, shown, content, act) => html`<button type="button" class=${classNames("button", kind, !shown && "unused")}
    disabled=${!shown || Boolean(table.sending.value)} onClick=${act}>${content}</button>`;
  const withIcon = (label) => html`<${BackIcon} /><span>${t(label)}</span>`;
  return html`<div class="final">
    ${button("primary confirm", chosen && isLegal, t("bar.confirm"), () => table.confirm())}
    ${!chosen && (table.state.value.undo || canGoBack(table))
      ? table.state.value.undo ? button("with-icon undo", true, withIcon("bar.undo"), () => table.command("undo").catch(() => {}))
        : html`<${GoBack} table=${table} class="with-icon" />`
      : button("with-icon take-back", chosen, withIcon("bar.take-back"), () => table.takeBack())}
  </div>`;
}

/** How many times to repeat a trade: what each number gives and takes in total, and the cubes to return after it. */
function Repetitions({ table, repeat }) {
  const options = useSignal([]);
  const chosen = table.staged.value.length;
  useEffect(() => { table.repetitions(repeat).then((read) => { options.value = read; }); }, [chosen]);
  const { view } = table.shown.value;
  const { limit } = view.seats[view.seat];
  const once = changeOf(options.value);
  const crowded = options.value.length > CROWDED;
  return html`<div class=${classNames("repetitions", crowded && "crowded")} role="group" aria-label=${t("bar.how-often")}>
    ${crowded && html`<span class="each" aria-hidden="true"><strong>1 ×</strong><${Change} change=${once} /></span>`}
    ${options.value.map(({ times, tokens, cubes }) => html`
      <${Repetition} key=${times} table=${table} times=${times} tokens=${tokens} change=${scaled(once, times)} cubes=${cubes}
        shown=${cubes === view.seats[view.seat].cubes} excess=${limit === undefined ? 0 : Math.max(0, cubes.length - limit)} />`)}
  </div>`;
}

/** `shown`: the board shows the position after this number. */
function Repetition({ table, times, tokens, change, cubes, shown, excess }) {
  const game = table.game.value;
  const { repeat } = GAMES[game];
  const returned = excess > 0 && t("bar.will-return", { n: excess });
  const label = [t("bar.times", { n: times, cubes: cubesInWords(game, cubes) }), returned].filter(Boolean).join("; ");
  return html`<button type="button" class="button repetition" aria-current=${shown} data-token=${tokens.join(",")} onClick=${() => table.stage(...tokens)}
    aria-label=${label} title=${label}>
    ${times === 0 ? tokenText(game, repeat.stop) : html`<strong>${times} ×</strong><${Change} change=${change} />`}
    ${excess > 0 && html`<em class="excess">↩ ${excess}</em>`}
  </button>`;
}

/** The cubes that a trade gives and takes. */
const Change = ({ change }) => html`<span class="change">${change.map(([letter, n]) => html`
  ${n < 0 ? "−" : "+"}${Math.abs(n)}<${Cube} key=${letter} letter=${letter} />`)}</span>`;

/** What one repetition changes: [[letter, number]], the cubes given first. */
function changeOf([first, second]) {
  if (!second) return [];
  const count = (cubes, letter) => [...cubes].filter((cube) => cube === letter).length;
  return [...CUBES].map((letter) => [letter, count(second.cubes, letter) - count(first.cubes, letter)])
    .filter(([, n]) => n).sort(([, one], [, other]) => Math.sign(one) - Math.sign(other));
}

const scaled = (change, times) => change.map(([letter, n]) => [letter, n * times]);

function Waiting({ table }) {
  const { seat } = table.state.value.view;
  const who = table.state.value.seats[seat];
  const preparing = useBotsPreparing(Boolean(who?.level));
  const thinking = isMine(table, seat) ? "bar.thinking-for-me" : "bar.thinking";
  const prompted = preparing ? "bar.preparing" : who?.level ? thinking : "bar.waiting";
  const timedOut = who?.timed_out && table.state.value.you.seats.length > 0;
  return html`<div class="bar">
    <p class="prompt" aria-live="polite"><${Watching} table=${table} />${t(prompted, { name: nameOf(table, seat) })}</p>
    <div class="actions">
      <${Skip} table=${table} />
      ${timedOut && html`<${Command} table=${table} type="stand-in" fields=${{ seat }} />`}
      ${table.state.value.undo && html`<${Command} table=${table} type="undo" />`}
      <${AnyTimeCommands} table=${table} />
    </div>
  </div>`;
}
