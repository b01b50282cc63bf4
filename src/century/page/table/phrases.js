// Short phrases and emotes: saying one, showing those of the others, and muting players.
import { Dialog } from "../parts/dialog.js";
import { nameOf } from "../lib/player-names.js";
import { Checkbox } from "../parts/checkbox.js";
import { SeatMark } from "../parts/pieces.js";
import { settings } from "../lib/settings.js";
import { html, signal, useEffect, useSignal } from "../lib/ui.js";
import { faultText, t } from "../lib/words.js";

// The list of century.server.table.phrases. Emotes are drawn, because not every device has a font with them.
const PHRASES = ["hello", "good-luck", "well-played", "thanks", "oops", "thinking", "your-turn", "good-game"];
const FACE = html`<circle class="face" cx="12" cy="12" r="10.5" /><circle cx="8.3" cy="9.5" r="1.4" /><circle cx="15.7" cy="9.5" r="1.4" />`;
const EMOTES = {
  smile: html`${FACE}<path class="mouth" d="M7 14q5 5.5 10 0" />`,
  surprise: html`${FACE}<ellipse cx="12" cy="16.3" rx="2.2" ry="2.8" />`,
  heart: html`<path class="heart" d="M12 21C5 15.5 2 12.3 2 8.6 2 5.6 4.3 3.5 7 3.5c2 0 3.8 1.1 5 3 1.2-1.9 3-3 5-3 2.7 0 5 2.1 5 5.1 0 3.7-3 6.9-10 12.4z" />`,
  "thumbs-up": html`<path class="face" d="M2.5 11H7v10H2.5zM9 20.5V11l3.8-8c1.9 0 2.8 1.3 2.4 3.1L14.4 9.5H19c1.5 0 2.4 1.2 2.1 2.6l-1.4 6.4c-.3 1.2-1.2 2-2.5 2z" />`,
};

/** An emote; screen readers skip it unless it has a `label`. */
function Emote({ name, label }) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`<svg class="emote" viewBox="0 0 24 24" data-emote=${name} ...${spoken}>${EMOTES[name]}</svg>`;
}

const PAUSE = 2000; // milliseconds between two phrases, as on the server
const SHOWN = 6000; // milliseconds that a phrase is shown
const MOST_MUTED = 200; // players who are remembered

const muteKey = (table, seat) => `${table.id}/${seat}`;
const isMuted = (table, seat) => settings.quiet.value || settings.muted.value.includes(muteKey(table, seat));

function mute(table, seat, muted) {
  const others = settings.muted.value.filter((key) => key !== muteKey(table, seat));
  settings.muted.value = muted ? [...others, muteKey(table, seat)].slice(-MOST_MUTED) : others;
}

/** The button that opens the phrases. */
export function SayButton({ table }) {
  const open = useSignal(false);
  return html`<button type="button" class="button small" onClick=${() => { open.value = true; }}>${t("phrases.say")}</button>
    <${Dialog} open=${open} title=${t("phrases.say")}><${Phrases} table=${table} open=${open} /></${Dialog}>`;
}

const pausing = signal(false); // whether the last phrase was a moment ago

function Phrases({ table, open }) {
  const fault = useSignal(null);
  const { seats, you } = table.state.value;
  const say = async (phrase) => {
    pausing.value = true;
    setTimeout(() => { pausing.value = false; }, PAUSE);
    try {
      await table.say(phrase);
      open.value = false;
    } catch (error) {
      fault.value = error;
    }
  };
  const others = seats.map((seat, i) => i).filter((i) => seats[i].kind === "person" && !you.seats.includes(i));
  return html`<div class="phrases">
    <div class="row">${PHRASES.map((key) => html`<button type="button" class="button small" data-phrase=${key}
      disabled=${pausing.value} onClick=${() => say(key)}>${t(`phrases.${key}`)}</button>`)}</div>
    <div class="row">${Object.keys(EMOTES).map((key) => html`<button type="button" class="plain" data-phrase=${key} disabled=${pausing.value}
      aria-label=${t(`phrases.${key}`)} title=${t(`phrases.${key}`)} onClick=${() => say(key)}><${Emote} name=${key} /></button>`)}</div>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    ${others.length > 0 && html`<h3>${t("phrases.mute")}</h3>
      <${Checkbox} checked=${settings.quiet} label=${t("phrases.mute-all")} />
      ${!settings.quiet.value && others.map((seat) => html`<label class="check"><input type="checkbox" checked=${isMuted(table, seat)}
        onChange=${(e) => mute(table, seat, e.target.checked)} /><${SeatMark} seat=${seat} />${nameOf(table, seat)}</label>`)}`}
  </div>`;
}

/** Shows what a player says, for a few seconds. */
export function Said({ table }) {
  const shown = useSignal(null);
  const said = table.said.value;
  useEffect(() => {
    if (!said) return undefined;
    const mine = table.state.value.you.seats.includes(said.seat);
    if (!mine && !said.news && isMuted(table, said.seat)) return undefined;
    shown.value = said;
    const timer = setTimeout(() => { shown.value = null; }, SHOWN);
    return () => clearTimeout(timer);
  }, [said]);
  const { seat, phrase, news } = shown.value ?? {};
  return html`<div class="said" role="status">${shown.value && html`<p><${SeatMark} seat=${seat} />
    <strong>${nameOf(table, seat)}</strong> ${news ? t(`news.${news}`) : phrase in EMOTES
  ? html`<${Emote} name=${phrase} label=${t(`phrases.${phrase}`)} />` : t(`phrases.${phrase}`)}</p>`}</div>`;
}
