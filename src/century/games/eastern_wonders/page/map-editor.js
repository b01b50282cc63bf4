// The map editor: move tiles, generate a random map, check it, share it as text, and play on it.
import { levels, piecesOf } from "/static/lib/games.js";
import { DraftMap } from "./draft-map.js";
import { Ground } from "./art/ground.js";
import { count, tileAt } from "./draft.js";
import { hexOf, openDraft, TRAY } from "./draft-store.js";
import { key } from "/static/lib/hex-grid.js";
import { PlayNow } from "/static/parts/play-now.js";
import { link } from "/static/lib/router.js";
import { html, useEffect, useMemo, useSignal } from "/static/lib/ui.js";
import { CopyLink } from "/static/parts/share-links.js";
import { faultText, listed, t } from "/static/lib/words.js";

const GAME = "eastern-wonders";
const STANDARD = "standard";

export default function MapEditor({ at }) {
  const draft = useMemo(openDraft, []);
  const pieces = piecesOf(GAME);
  useEffect(() => { draft.read(at.maps || STANDARD); }, []);
  useMapInAddress(draft);
  useKeys(draft);
  if (draft.fault.value && !draft.tiles.value) return html`<${InvalidMap} fault=${draft.fault.value} />`;
  if (!draft.tiles.value) return html`<p class="loading" aria-busy="true">…</p>`;
  const spare = pieces.map.sea - count(draft.tiles.value, "sea");
  return html`<section class="maps eastern-wonders"><h1>${t("eastern-wonders.maps.title")}</h1><p class="lead">${t("eastern-wonders.maps.lead")}</p>
    <div class="maps-grid">
      <div class="waters">
        <${DraftMap} tiles=${draft.tiles.value} names=${draft.names.value} marks=${draft.marks.value} held=${draft.held.value}
          choose=${(hex) => draft.choose(hex)} drop=${(from, to) => draft.drop(key(from), to)} />
      </div>
      <div class="panel maps-side">
        <${Verdict} draft=${draft} />
        <${Tools} draft=${draft} spare=${spare} />
        <${Play} draft=${draft} />
        <${MapText} draft=${draft} />
      </div>
    </div></section>`;
}

/** The address contains an invalid map. */
function InvalidMap({ fault }) {
  return html`<section class="panel narrow"><h1>${t("eastern-wonders.maps.title")}</h1><p class="fault" role="alert">${faultText(fault)}</p>
    <a class="button" href=${link({ maps: STANDARD })}>${t("eastern-wonders.maps.standard")}</a></section>`;
}

/** Keep the map in the address, so that the browser's back button restores it. */
function useMapInAddress(draft) {
  const map = draft.verdict.value?.map;
  useEffect(() => { if (map) history.replaceState(null, "", link({ maps: map })); }, [map]);
}

/** Keyboard shortcuts: Escape puts a tile back, Ctrl+Z and Ctrl+Y undo and redo. */
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

/** Whether the map is valid, and what is wrong with it. */
function Verdict({ draft }) {
  const { fault, verdict, held, marks } = draft;
  const apart = Object.values(marks.value).filter((mark) => mark === "apart").length;
  const lonely = verdict.value?.lonely ?? [];
  const error = fault.value ?? (verdict.value?.code ? verdict.value : null);
  return html`<div class="verdict" role="status" aria-live="polite">
    ${error && html`<p class="bad"><strong>${faultText(error)}</strong>
      ${" "}${apart > 0 && t("eastern-wonders.maps.apart", { n: apart })}</p>`}
    ${!error && verdict.value && html`<p class="good"><strong>${t("eastern-wonders.maps.sound")}</strong>
      ${" "}${lonely.length > 0 && t("eastern-wonders.maps.lonely", { n: lonely.length, cells: listed(lonely) })}</p>`}
    <p class="hint">${held.value === null ? t("eastern-wonders.maps.how") : t("eastern-wonders.maps.put-down")}</p>
  </div>`;
}

function Tools({ draft, spare }) {
  const { before, after, held } = draft;
  const fromMap = held.value !== null && held.value !== TRAY;
  const sea = fromMap && tileAt(draft.tiles.value, hexOf(held.value))?.kind === "sea";
  const tray = () => { if (sea) draft.drop(held.value, TRAY); else held.value = held.value === TRAY ? null : TRAY; };
  const tool = (label, act, disabled = false) => html`
    <button type="button" class="button small" disabled=${disabled} onClick=${act}>${t(label)}</button>`;
  return html`<div class="row tools">
    ${tool("eastern-wonders.maps.undo", draft.undo, !before.value.length)} ${tool("eastern-wonders.maps.redo", draft.redo, !after.value.length)}
    ${tool("eastern-wonders.maps.random", draft.random)} ${tool("eastern-wonders.maps.standard", () => draft.read(STANDARD))}
    <button type="button" class="button tray" data-tray aria-pressed=${held.value === TRAY}
      disabled=${!spare && !sea} onClick=${tray}>
      <span class="tray-tile"><${Ground} cell=${{ kind: "sea", q: 0, r: 0 }} /></span>
      ${t(sea ? "eastern-wonders.maps.take-sea" : "eastern-wonders.maps.sea", { n: spare })}</button>
  </div>`;
}

/** Play against a bot on this map. */
function Play({ draft }) {
  const level = useSignal("medium");
  const map = draft.verdict.value?.map;
  return html`<div class="row maps-play">
    <label>${t("lobby.level")}<select value=${level.value} onChange=${(e) => { level.value = e.target.value; }}>
      ${levels(GAME).map((one) => html`<option value=${one}>${t(`levels.${one}`)}</option>`)}</select></label>
    <${PlayNow} game=${GAME} opponents=${1} level=${level.value} options=${{ map }} disabled=${!map}
      label=${t("eastern-wonders.maps.play")} /></div>`;
}

/** The map as text and as a link, and a form to open another one. */
function MapText({ draft }) {
  const given = useSignal("");
  const text = draft.verdict.value?.map;
  const open = (event) => {
    event.preventDefault();
    draft.read(given.value);
  };
  return html`<details class="maps-text" open><summary>${t("eastern-wonders.maps.share")}</summary>
    ${text && html`<${CopyLink} key=${text} link=${text} label=${t("eastern-wonders.maps.copy-text")} />
      <${CopyLink} key=${`link ${text}`} link=${`${location.origin}${link({ maps: text })}`} label=${t("links.copy")} />`}
    <form onSubmit=${open}><label>${t("eastern-wonders.maps.text")}
      <textarea rows="3" required spellcheck="false" value=${given.value}
        onInput=${(e) => { given.value = e.target.value; }}></textarea></label>
      <button class="button small">${t("eastern-wonders.maps.open")}</button></form>
  </details>`;
}
