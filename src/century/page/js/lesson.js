// A lesson: a few prepared turns played on the real board, each with a word on what it is for.
import { Reason } from "./choice.js";
import { get } from "./api.js";
import { useKeptFocus } from "./focus.js";
import { GAMES } from "./games.js";
import { openLesson } from "./lesson-table.js";
import { PlayNow } from "./play-now.js";
import { Prose } from "./prose.js";
import { link, replace } from "./router.js";
import { TurnBar } from "./turn-bar.js";
import { html, names, useEffect, useRef, useSignal } from "./ui.js";
import { faultText, has, t } from "./words.js";

/** The lesson of the game in the address, at the step in it. */
export function Lesson({ at }) {
  const game = at.lesson in GAMES ? at.lesson : Object.keys(GAMES)[0];
  const table = useSignal(null);
  const steps = useSignal([]);
  const fault = useSignal(null);
  const step = Math.min(Number(at.step) || 0, Math.max(0, steps.value.length - 1));
  useEffect(() => {
    get(`/static/lessons/${game}.json`).then((read) => {
      steps.value = read;
      table.value = openLesson(game, read);
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
  usePointer(table, steps[index]);
  useKeys(table);
  useKeptFocus(root);
  return html`<div class=${`table lesson ${game}`} ref=${root} data-step=${steps[index].key}>
    <h1 class="hidden">${t("lesson.title", { game: t(`${game}.title`) })}</h1>
    <div class="board-area"><${Board} table=${table} view=${table.shown.value.view} /></div>
    <div class="bar-area" tabindex="-1"><${Reason} />
      ${table.asked.value ? html`<${TurnBar} table=${table} />` : html`<${Onward} table=${table} steps=${steps} go=${go} />`}
    </div>
    <aside class="side lesson-side" aria-label=${t("lesson.title", { game: t(`${game}.title`) })}>
      <${Words} key=${steps[index].key} table=${table} step=${steps[index]} />
      <${Progress} index=${index} count=${steps.length} go=${go} />
    </aside>
  </div>`;
}

/** What the step is about, what to do, and what to make of what was done. */
function Words({ table, step }) {
  const game = table.game.value;
  const read = useSignal(false); // on a small screen the text lies over the board until then
  const said = (part) => `lesson.${game}.${step.key}.${part}`;
  const [mine, theirs] = table.state.value.view.scores ?? [];
  const text = (part) => html`<${Prose} game=${game} text=${t(said(part), { mine, theirs })} />`;
  const open = !read.value && !(step.turn && (table.staged.value.length || table.done.value));
  return html`<div class="lesson-words">
    <h2>${t(said("title"))}</h2>
    <div class=${names("lesson-text", step.turn && "over")} data-open=${open}>
      <p>${text("text")}</p>
      ${step.turn && html`<button type="button" class="button small got-it" onClick=${() => { read.value = true; }}>
        ${t("lesson.read")}</button>`}
    </div>
    ${step.turn && html`<p class="task" data-done=${table.done.value}>${text("task")}</p>`}
    <div class="lesson-text over" role="status" aria-live="polite">
      <${Astray} table=${table} turn=${step.turn} own=${has(said("astray")) && text("astray")} />
      ${step.turn && table.done.value && html`<p class="well-done">${text("done")}</p>`}
    </div>
    <p class="see">${t("lesson.see")} ${step.rules.map((rule) => html`
      <a key=${rule} href=${link({ rules: `${game}/${rule}` })}>${rule}</a> `)}</p>
    ${!step.turn && Object.keys(GAMES).filter((other) => other !== game).map((other) => html`<p key=${other} class="see">
      <a href=${link({ lesson: other })}>${t("lesson.title", { game: t(`${other}.title`) })}</a></p>`)}
  </div>`;
}

/** A friendly word on a choice that leads elsewhere; the step has one of its own for what begins as it should. */
function Astray({ table, turn, own }) {
  if (table.onTheWay.value) return null;
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

/** On to the next step, or from the last one to a real game. */
function Onward({ table, steps, go }) {
  const index = table.at.value;
  const last = index === steps.length - 1;
  const said = last ? "lesson.end" : steps[index].turn ? "lesson.good" : "lesson.look";
  return html`<div class="bar yours"><p class="prompt" aria-live="polite">${t(said)}</p>
    <div class="actions">${last
      ? html`<a class="button" href=${link({ rules: table.game.value })}>${t("app.rules")}</a>
        <${PlayNow} game=${table.game.value} opponents=${1} level="easy" />`
      : html`<button type="button" class="button primary onward" onClick=${() => go(index + 1)}>${t("lesson.next")}</button>`}
    </div>
  </div>`;
}

/** Point at what is to be chosen next, or at what the step speaks of. */
function usePointer(table, step) {
  const { shown, staged, complete, done, onTheWay } = table;
  const { through } = GAMES[table.game.value];
  useEffect(() => {
    const wanted = done.value ? step.look ?? [] : onTheWay.value ? next(step.turn, staged.value, complete.value, through) : [];
    const point = () => {
      for (const element of document.querySelectorAll(wanted.map((one) => `${one}:not([data-pointed])`).join())) {
        element.dataset.pointed = "";
        element.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    };
    if (!wanted.length) return undefined;
    const timer = setInterval(point, 150); // what is pointed at may be drawn later, such as the results of a trade
    point();
    return () => {
      clearInterval(timer);
      for (const element of document.querySelectorAll("[data-pointed]")) delete element.dataset.pointed;
    };
  }, [shown.value, staged.value, complete.value, done.value, step]);
}

/**
 * Where the next token can be chosen: alone, or together with all that follow it, or by what comes behind a formality; or where
 * a whole turn is confirmed.
 */
function next(turn, staged, complete, through) {
  if (complete) return [".bar .confirm"];
  const rest = turn.slice(staged.length);
  if (rest[0] === through) return rest.slice(0, 2).map((token) => `.bar [data-token="${token}"]`);
  return [rest[0], rest.join(",")].map((token) => `[data-token="${token}"]`);
}

/** Escape takes back, as at a table. */
function useKeys(table) {
  useEffect(() => {
    const press = (event) => {
      if (event.key === "Escape" && table.staged.value.length && !document.querySelector("dialog[open]")) table.takeBack();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [table]);
}
