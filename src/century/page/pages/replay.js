// The page that replays a game record: from a file, from a text, or from the address.
import { post } from "../lib/api.js";
import { decodeText, encodeText } from "../lib/compressed-text.js";
import { GAMES } from "../lib/games.js";
import { droppedRecord } from "../lib/dropped-record.js";
import { link } from "../lib/router.js";
import { openRecord } from "../table/record-client.js";
import { classNames, html, useEffect, useRef, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, listed, t } from "../lib/words.js";
import { Sheet } from "../table/result.js";
import { Dialog } from "../parts/dialog.js";
import { PlayedBoard } from "../table/played-board.js";

const MOST_BYTES = 5_000_000; // of a file, which may have many records
const LONGEST = 100_000; // characters of a record; the server has a stricter limit

export function Replay({ at }) {
  const table = useSignal(null);
  const fault = useSignal(null);
  const busy = useSignal(false);
  const records = useSignal([]);
  const open = async (text) => {
    fault.value = null;
    const split = text.split(/^(?=\[Game ")/m).filter((one) => one.trim());
    records.value = split.length > 1 ? split : [];
    if (split.length > 1) return;
    busy.value = true;
    try {
      table.value = await opened(text, Number(at.at));
    } catch (error) {
      fault.value = error;
    }
    busy.value = false;
  };
  useEffect(() => {
    if (at.replay) decodeText(at.replay).then(open, () => { fault.value = { damaged: true }; });
  }, [at.replay]);
  const dropped = droppedRecord.value;
  useEffect(() => {
    if (!dropped) return;
    droppedRecord.value = null;
    readFile(dropped).then(open, (error) => { fault.value = error; });
  }, [dropped]);
  if (table.value) return html`<${Record} key=${table.value.id} table=${table.value} />`;
  return html`<${Chooser} open=${open} fault=${fault} busy=${busy} records=${records.value} />`;
}

/** The records of a file with several, such as the download of all games. */
function RecordList({ records, open }) {
  return html`<section class="panel narrow mine" aria-label=${t("games.title")}><ul>${records.map((text) => html`
    <li><button type="button" class="plain" onClick=${() => open(text)}>${recordTitle(text)}</button></li>`)}</ul></section>`;
}

/** The game and the players of a record, as its tags name them. */
function recordTitle(text) {
  const game = /^\[Game "(.*)"\]/.exec(text)?.[1] ?? "";
  const players = [...text.matchAll(/^\[Seat\d+ "(.*)"\]/gm)].map(([, name]) => name);
  return [gameTitle(game), listed(players)].filter(Boolean).join(" · ");
}

let count = 0;

/** Read a record on the server, and open it at a moment. The address contains the record, so that it can be shared. */
async function opened(text, decisions) {
  if (text.length > LONGEST) throw { large: true };
  const replay = await post("/api/records", { record: text });
  if (!(replay.game in GAMES)) throw { unavailable: replay.game };
  const code = await encodeText(text);
  const table = await openRecord(replay, text, (to) => `${location.origin}${link({ replay: code, at: to })}`);
  history.replaceState(null, "", link({ replay: code }));
  const stop = table.playback.stops.value.findLast((one) => one <= (decisions || 0)) ?? 0;
  await table.stepTo(stop);
  return Object.assign(table, { id: `record-${++count}` });
}

/** The text of a file, unless it is too large to be a record. */
async function readFile(file) {
  if (file.size > MOST_BYTES) throw { large: true };
  return file.text();
}

/** A replay with the board, the log and, after the last turn, the score sheet. */
function Record({ table }) {
  const open = useSignal(false);
  const { ranking, sheets } = table.replay;
  const buttons = ranking && html`
    <button type="button" class="button" onClick=${() => { open.value = true; }}>${t("result.show")}</button>`;
  return html`<${PlayedBoard} table=${table} buttons=${buttons}>
    ${ranking && html`<${Dialog} open=${open} title=${t("result.over")}><div class="result">
      <${Sheet} table=${table} result=${{ ranking, sheets }} /></div></${Dialog}>`}
  </${PlayedBoard}>`;
}

/** The form to choose a record. */
function Chooser({ open, fault, busy, records }) {
  const over = useSignal(false);
  const text = useSignal("");
  const field = useRef();
  const take = (file) => file && readFile(file).then(open, (error) => { fault.value = error; });
  const drop = (event) => {
    event.preventDefault();
    event.stopPropagation();
    over.value = false;
    take(event.dataTransfer.files[0]);
  };
  const drag = (inside) => (event) => {
    event.preventDefault();
    over.value = inside;
  };
  return html`<h1>${t("replay.title")}</h1>
    <section class=${classNames("panel", "drop-zone", over.value && "over")} aria-busy=${busy.value}
        onDragOver=${drag(true)} onDragLeave=${drag(false)} onDrop=${drop}>
      <p>${t("replay.lead")}</p>
      <label class="button primary">${t("replay.choose")}
        <input ref=${field} class="hidden" type="file" accept=".txt,text/plain" onChange=${(event) => take(event.target.files[0])} /></label>
      <form class="form" onSubmit=${(event) => { event.preventDefault(); open(text.value); }}>
        <label>${t("replay.paste")}<textarea rows="5" spellcheck="false" value=${text.value}
          onInput=${(event) => { text.value = event.target.value; }}></textarea></label>
        <button class="button" disabled=${!text.value.trim()}>${t("replay.open")}</button>
      </form>
      ${fault.value && html`<p class="fault" role="alert">${recordFault(fault.value)}</p>`}
    </section>
    ${records.length > 0 && html`<${RecordList} records=${records} open=${open} />`}`;
}

function recordFault(fault) {
  if (fault.unavailable) return t("lobby.unavailable", { games: gameTitle(fault.unavailable) });
  if (fault.large) return t("replay.large");
  if (fault.damaged) return t("replay.damaged");
  const where = fault.code === "bad-record" ? ` (${fault.message})` : "";
  return `${faultText(fault)}${where}`;
}
