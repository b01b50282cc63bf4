// The lesson page: a few prepared turns on the real board, each with an explanation.
import { Reason } from "../table/choice.js";
import { get } from "../lib/api.js";
import { useKeepFocus } from "../table/keep-focus.js";
import { GAMES, gamesWithLessons, loadStyle } from "../lib/games.js";
import { openLesson } from "../table/lesson-client.js";
import { PlayNow } from "../parts/play-now.js";
import { IllustratedText } from "../parts/illustrated-text.js";
import { link, replace } from "../lib/router.js";
import { TurnBar } from "../table/turn-bar.js";
import { classNames, html, useEffect, useRef, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, has, t } from "../lib/words.js";

await loadStyle("lesson", "replay"); // a page without its style would shift

/** The lesson of the game in the route, at the step in the route. */
export function Lesson({ at }) {
  const game = at.lesson || gamesWithLessons()[0];
  const table = useSignal(null);
  const steps = useSignal([]);
  const fault = useSignal(null);
  const step = Math.min(Number(at.step) || 0, Math.max(0, steps.value.length - 1));
  useEffect(() => {
    get(GAMES[game].lessons).then((lesson) => {
      steps.value = lesson.steps;
      table.value = openLesson(game, lesson.steps);
    }, (error) => { fault.value = error; });
  }, [game]);
  useEffect(() => { table.value?.begin(step).catch((error) => { fault.value = error; }); }, [table.value, step]);
  if (fault.value) return html`<p class="fault" role="alert">${faultText(fault.value)}</p>`;
  if (!table.value?.state.value) return html`<p class="loading" aria-busy="true">…</p>`;
  return html`<${Learning} table=${table.value} steps=${steps.value} />`;
}

function Learning({ table, steps }) {
  const game = table.game.value;
  const index = table.at.value;
  const { Board } = GAMES[game];
  const go = (to) => replace({ lesson: game, step: to });
  const root = useRef();
  useHighlight(table, steps[index]);
  useKeys(table);
  useKeepFocus(root);
  return html`<div class=${`table lesson ${game}`} ref=${root} data-step=${steps[index].key}>
    <h1 class="hidden">${t("lesson.title", { game: gameTitle(game) })}</h1>
    <div class="board-area"><${Board} table=${table} view=${table.shown.value.view} /></div>
    <div class="bar-area" tabindex="-1"><${Reason} />
      ${table.asked.value ? html`<${TurnBar} table=${table} />` : html`<${NextStep} table=${table} steps=${steps} go=${go} />`}
    </div>
    <aside class="side lesson-side" aria-label=${t("lesson.title", { game: gameTitle(game) })}>
      <${StepText} key=${steps[index].key} table=${table} step=${steps[index]} />
      <${Progress} index=${index} count=${steps.length} go=${go} />
    </aside>
  </div>`;
}

/** The text of a step, its task, and the feedback. */
function StepText({ table, step }) {
  const game = table.game.value;
  const read = useSignal(false); // on a small screen the text covers the board until it was read
  const keyOf = (part) => `${game}.lesson.${step.key}.${part}`;
  const [mine, theirs] = table.state.value.view.scores ?? [];
  const text = (part) => html`<${IllustratedText} game=${game} text=${t(keyOf(part), { mine, theirs })} />`;
  const open = !read.value && !(step.turn && (table.staged.value.length || table.done.value));
  return html`<div class="lesson-words" tabindex="0" role="region" aria-label=${t(keyOf("title"))}>
    <h2>${t(keyOf("title"))}</h2>
    <div class=${classNames("lesson-text", step.turn && "over")} data-open=${open}>
      <p>${text("text")}</p>
      ${step.turn && html`<button type="button" class="button small got-it" onClick=${() => { read.value = true; }}>
        ${t("lesson.read")}</button>`}
    </div>
    ${step.turn && html`<p class="task" data-done=${table.done.value}>${text("task")}</p>`}
    <div class="lesson-text over" role="status" aria-live="polite">
      <${Hint} table=${table} turn=${step.turn} own=${has(keyOf("astray")) && text("astray")} />
      ${step.turn && table.done.value && html`<p class="well-done">${text("done")}</p>`}
    </div>
    <p class="see">${t("lesson.see")} ${step.rules.map((rule) => html`
      <a key=${rule} href=${link({ rules: `${game}/${rule}` })}>${rule}</a> `)}</p>
    ${!step.turn && gamesWithLessons().filter((other) => other !== game).map((other) => html`<p key=${other} class="see">
      <a href=${link({ lesson: other })}>${t("lesson.title", { game: gameTitle(other) })}</a></p>`)}
  </div>`;
}

/** A hint for a choice that the step does not accept. A step may have its own hint for a turn that starts right. */
function Hint({ table, turn, own }) {
  if (table.onTrack.value) return null;
  const [first] = table.staged.value;
  const fits = own && (first === turn[0] || turn.length === 1);
  return html`<p class="astray">${fits ? own : t("lesson.astray")} ${t("lesson.take-back")}</p>`;
}

function Progress({ index, count, go }) {
  const button = (label, to, sign) => html`<button type="button" class="button small" disabled=${to < 0 || to >= count}
    aria-label=${t(label)} onClick=${() => go(to)}>${to < index && sign}<span>${t(label)}</span>${to > index && sign}</button>`;
  return html`<footer class="lesson-progress">
    <progress max=${count} value=${index + 1} aria-label=${t("lesson.progress")}></progress>
    ${button("lesson.back", index - 1, "‹")}
    <span class="at">${t("lesson.step", { n: index + 1, count })}</span>
    ${button("lesson.skip", index + 1, "›")}
  </footer>`;
}

/** The button to the next step, or from the last step to a game against a bot. */
function NextStep({ table, steps, go }) {
  const index = table.at.value;
  const last = index === steps.length - 1;
  const prompt = last ? "lesson.end" : steps[index].turn ? "lesson.good" : "lesson.look";
  return html`<div class="bar yours"><p class="prompt" aria-live="polite">${t(prompt)}</p>
    <div class="actions">${last
      ? html`<a class="button" href=${link({ rules: table.game.value })}>${t("app.rules")}</a>
        <${PlayNow} game=${table.game.value} opponents=${1} level="easy" />`
      : html`<button type="button" class="button primary onward" onClick=${() => go(index + 1)}>${t("lesson.next")}</button>`}
    </div>
  </div>`;
}

/** Highlight the next choice of the step, or the parts of the board that its text is about. */
function useHighlight(table, step) {
  const { shown, staged, complete, done, onTrack } = table;
  const { autoToken } = GAMES[table.game.value];
  useEffect(() => {
    const wanted = done.value ? step.look ?? [] : onTrack.value ? next(step.turn, staged.value, complete.value, autoToken) : [];
    const highlight = () => {
      for (const element of document.querySelectorAll(wanted.map((one) => `${one}:not([data-pointed])`).join())) {
        element.dataset.pointed = "";
        element.scrollIntoView({ block: "center", inline: "nearest" });
      }
    };
    if (!wanted.length) return undefined;
    const timer = setInterval(highlight, 150); // some elements appear later, such as the repetitions of a trade
    highlight();
    return () => {
      clearInterval(timer);
      for (const element of document.querySelectorAll("[data-pointed]")) delete element.dataset.pointed;
    };
  }, [shown.value, staged.value, complete.value, done.value, step]);
}

/**
 * The selectors of the next choice: the button for the next token or for all remaining ones, the buttons for an `autoToken` and
 * the token after it, or the confirm button.
 */
function next(turn, staged, complete, autoToken) {
  if (complete) return [".bar .confirm"];
  const rest = turn.slice(staged.length);
  if (rest[0] === autoToken) return rest.slice(0, 2).map((token) => `.bar [data-token="${token}"]`);
  return [rest[0], rest.join(",")].map((token) => `[data-token="${token}"]`);
}

/** Escape takes back the last choice, as at a table. */
function useKeys(table) {
  useEffect(() => {
    const press = (event) => {
      if (event.key === "Escape" && table.staged.value.length && !document.querySelector("dialog[open]")) table.takeBack();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [table]);
}
