// The map editor: move tiles about, deal them at random, check, share as text, and play on the map.
import { aboutGames, piecesOf } from "./about.js";
import { get, post } from "./api.js";
import { DraftMap } from "./eastern-wonders/draft-map.js";
import { Ground } from "./eastern-wonders/cell.js";
import { added, count, cutOff, moved, removed, textOf, tileAt, tilesOf } from "./eastern-wonders/draft.js";
import { key } from "./hexes.js";
import { enter } from "./my-tables.js";
import { settings } from "./settings.js";
import { html, useEffect, useSignal } from "./ui.js";
import { CopyLink } from "./waiting-room.js";
import { faultText, language, t } from "./words.js";

const GAME = "eastern-wonders";
const STANDARD = "standard";
const TRAY = "tray"; // where sea tiles wait that are not on the map
const hexOf = (text) => { const [q, r] = text.split(",").map(Number); return { q, r }; };

export function Editor({ at }) {
  const draft = useDraft(at.maps || STANDARD);
  const pieces = piecesOf(GAME);
  useKeys(draft);
  if (!draft.tiles.value || !pieces) return html`<p class="loading" aria-busy="true">…</p>${draft.fault.value && html`<${Verdict} draft=${draft} />`}`;
  const spare = pieces.map.sea - count(draft.tiles.value, "sea");
  return html`<section class="maps eastern-wonders"><h1>${t("maps.title")}</h1><p class="lead">${t("maps.lead")}</p>
    <div class="maps-grid">
      <div class="waters">
        <${DraftMap} tiles=${draft.tiles.value} called=${draft.names.value} marks=${draft.marks.value} held=${draft.held.value}
          choose=${(hex) => draft.choose(hex)} drop=${(from, to) => draft.drop(key(from), to)} />
      </div>
      <div class="panel maps-side">
        <${Verdict} draft=${draft} />
        <${Tools} draft=${draft} spare=${spare} />
        <${Play} draft=${draft} />
        <${Text} draft=${draft} />
      </div>
    </div></section>`;
}

/** The map being drawn, what was there before, and what the server says of it. */
function useDraft(text) {
  const tiles = useSignal(null);
  const before = useSignal([]);
  const after = useSignal([]);
  const held = useSignal(null); // the key of the hex picked up, or the tray
  const verdict = useSignal(null); // the server's answer, or its refusal
  const fault = useSignal(null); // of what was asked besides
  const seen = { tiles, before, after, held, verdict, fault, names: { value: verdict.value?.cells ? Object.keys(verdict.value.cells) : [] } };
  seen.marks = { value: marksOf(tiles.value ?? [], verdict.value) };
  const check = async (next) => {
    const answer = await post("/api/maps", { map: textOf(next) }).catch((refused) => refused);
    if (tiles.value === next) verdict.value = answer;
  };
  const show = (next) => {
    tiles.value = next;
    held.value = null;
    check(next);
  };
  const change = (next) => {
    if (tiles.value) before.value = [...before.value, tiles.value];
    after.value = [];
    fault.value = null;
    show(next);
  };
  const load = (asking) => asking.then((read) => change(tilesOf(read.cells)), (refused) => { fault.value = refused; });
  seen.read = (given) => load(post("/api/maps", { map: given }));
  seen.random = () => load(get(`/api/maps/random?seed=${crypto.getRandomValues(new Uint32Array(1))[0]}&sea=${count(tiles.value, "sea")}`));
  const step = (from, to) => {
    if (!from.value.length) return;
    to.value = [...to.value, tiles.value];
    show(from.value.at(-1));
    from.value = from.value.slice(0, -1);
  };
  seen.undo = () => step(before, after);
  seen.redo = () => step(after, before);
  seen.drop = (from, to) => change(dropped(tiles.value, from, to));
  seen.choose = (hex) => {
    const chosen = key(hex);
    if (held.value === null) held.value = tileAt(tiles.value, hex) ? chosen : null;
    else if (held.value === chosen) held.value = null;
    else if (held.value !== TRAY || !tileAt(tiles.value, hex)) seen.drop(held.value, chosen);
  };
  useEffect(() => { seen.read(text); }, [text]);
  return seen;
}

/** What comes of putting down what was picked up: from a hex or the tray, on a hex or back into the tray. */
function dropped(tiles, from, to) {
  if (from === TRAY) return added(tiles, "sea", hexOf(to));
  const tile = tileAt(tiles, hexOf(from));
  if (to === TRAY) return tile.kind === "sea" ? removed(tiles, tile) : tiles;
  return moved(tiles, tile, hexOf(to));
}

/** What is wrong with which tiles: cut off, or hardly in touch. */
function marksOf(tiles, verdict) {
  if (!verdict?.cells) return Object.fromEntries(cutOff(tiles).map((tile) => [key(tile), "apart"]));
  const names = Object.keys(verdict.cells);
  return Object.fromEntries(tiles.filter((_, i) => verdict.lonely.includes(names[i])).map((tile) => [key(tile), "lonely"]));
}

/** Escape puts back what was picked up; Ctrl+Z and Ctrl+Y undo and redo. */
function useKeys(draft) {
  useEffect(() => {
    const press = (event) => {
      if (event.target.matches("input, textarea")) return;
      const pressed = event.key.toLowerCase();
      const control = event.ctrlKey || event.metaKey;
      if (event.key === "Escape") draft.held.value = null;
      else if (control && (pressed === "y" || (pressed === "z" && event.shiftKey))) draft.redo();
      else if (control && pressed === "z") draft.undo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}

/** Whether one can play on it, and what to mend. */
function Verdict({ draft }) {
  const { fault, verdict, held, marks } = draft;
  const apart = Object.values(marks.value).filter((mark) => mark === "apart").length;
  const lonely = verdict.value?.lonely ?? [];
  const said = fault.value ?? (verdict.value?.code ? verdict.value : null);
  const list = new Intl.ListFormat(language(), { type: "unit" }).format(lonely);
  return html`<div class="verdict" role="status" aria-live="polite">
    ${said && html`<p class="bad"><strong>${faultText(said)}</strong> ${apart ? t("maps.apart", { n: apart }) : html`<span lang="en">${said.message}</span>`}</p>`}
    ${!said && verdict.value && html`<p class="good"><strong>${t("maps.sound")}</strong> ${lonely.length > 0 && t("maps.lonely", { n: lonely.length, cells: list })}</p>`}
    <p class="hint">${held.value === null ? t("maps.how") : t("maps.put-down")}</p>
  </div>`;
}

function Tools({ draft, spare }) {
  const { before, after, held } = draft;
  const fromMap = held.value !== null && held.value !== TRAY;
  const sea = fromMap && tileAt(draft.tiles.value, hexOf(held.value))?.kind === "sea";
  const tray = () => { if (sea) draft.drop(held.value, TRAY); else held.value = held.value === TRAY ? null : TRAY; };
  const tool = (label, act, disabled = false) => html`<button type="button" class="button small" disabled=${disabled} onClick=${act}>${t(label)}</button>`;
  return html`<div class="row tools">
    ${tool("maps.undo", draft.undo, !before.value.length)} ${tool("maps.redo", draft.redo, !after.value.length)}
    ${tool("maps.random", draft.random)} ${tool("maps.standard", () => draft.read(STANDARD))}
    <button type="button" class="button tray" data-tray aria-pressed=${held.value === TRAY} disabled=${!spare && !sea} onClick=${tray}>
      <span class="tray-tile"><${Ground} cell=${{ kind: "sea", q: 0, r: 0 }} /></span>${t(sea ? "maps.take-sea" : "maps.sea", { n: spare })}</button>
  </div>`;
}

/** Play against a bot on the map as it is. */
function Play({ draft }) {
  const level = useSignal("medium");
  const sound = draft.verdict.value?.map;
  const play = async () => {
    const seats = [{ kind: "me" }, { kind: "bot", level: level.value }];
    const name = settings.name.value.trim() || t("lobby.you");
    try {
      enter(await post("/api/tables", { game: GAME, name, seats, game_options: { map: sound }, start: true }));
    } catch (error) {
      draft.fault.value = error;
    }
  };
  return html`<div class="row maps-play">
    <label>${t("lobby.level")}<select value=${level.value} onChange=${(e) => { level.value = e.target.value; }}>
      ${aboutGames().levels.map((one) => html`<option value=${one}>${t(`levels.${one}`)}</option>`)}</select></label>
    <button type="button" class="button primary" disabled=${!sound} onClick=${play}>${t("maps.play")}</button></div>`;
}

/** The map as text, as a link, and back again. */
function Text({ draft }) {
  const given = useSignal("");
  const text = draft.verdict.value?.map;
  const open = (event) => {
    event.preventDefault();
    draft.read(given.value);
  };
  return html`<details class="maps-text" open><summary>${t("maps.share")}</summary>
    ${text && html`<${CopyLink} key=${text} link=${text} label=${t("maps.copy-text")} />
      <${CopyLink} key=${`link ${text}`} link=${`${location.origin}/#${new URLSearchParams({ maps: text })}`} label=${t("waiting.copy")} />`}
    <form onSubmit=${open}><label>${t("maps.text")}
      <textarea rows="3" required spellcheck="false" value=${given.value} onInput=${(e) => { given.value = e.target.value; }}></textarea></label>
      <button class="button small">${t("maps.open")}</button></form>
  </details>`;
}
