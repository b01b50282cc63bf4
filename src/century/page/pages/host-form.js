// The form for a new table: the game, its seats, clock and options.
import { postOnce } from "../lib/api.js";
import { levels, playable } from "../lib/games.js";
import { enter } from "../lib/my-games.js";
import { withPerson } from "../lib/person.js";
import { botSeat } from "../lib/player-names.js";
import { settings } from "../lib/settings.js";
import { Checkbox } from "../parts/checkbox.js";
import { html, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, has, t } from "../lib/words.js";

const CLOCKS = {
  none: null,
  quick: { kind: "bank", seconds: 300, increment: 5 },
  calm: { kind: "bank", seconds: 1200, increment: 20 },
  days: { kind: "days", days: 3 },
};

export function HostForm() {
  const game = useSignal(playable()[0]?.name);
  const seats = useSignal([{ kind: "me" }, { kind: "open" }]);
  const clock = useSignal("none");
  const undo = useSignal(true);
  const takeback = useSignal(true);
  const watch = useSignal("link");
  const publicTable = useSignal(false);
  const chosenOrder = useSignal(null); // whether the seats are drawn, if the host has chosen
  const given = useSignal({}); // the texts of the game's options by name
  const fault = useSignal(null);
  const about = (name) => playable().find((one) => one.name === name);
  const chosen = about(game.value);
  if (!chosen) return null;
  // People who share a screen are numbered by their seats, so these are not drawn unless the host wants it.
  const drawn = chosenOrder.value ?? !shareScreen(seats.value);
  const choose = (name) => { // the other game may have fewer seats, and other levels
    game.value = name;
    const kept = (seat) => (seat.kind !== "bot" || levels(name).includes(seat.level) ? seat : { ...seat, level: "medium" });
    seats.value = seats.value.slice(0, about(name).players.at(-1)).map(kept);
  };
  const create = async (event) => {
    event.preventDefault();
    const filled = chosen.options.filter((name) => given.value[name]?.trim());
    const options = Object.fromEntries(filled.map((name) => [name, given.value[name]]));
    const wanted = {
      game: game.value, seats: seats.value, name: settings.name.value.trim() || namelessHost(seats.value), game_options: options,
      clock: CLOCKS[clock.value], undo: undo.value, takeback: takeback.value, watch: watch.value,
      join: publicTable.value ? "anyone" : "link",
      order: drawn ? "random" : "seated", start: seats.value.every((seat) => seat.kind !== "open"),
    };
    try {
      await withPerson();
      enter(await postOnce("/api/tables", wanted));
    } catch (error) {
      fault.value = error;
    }
  };
  return html`<form class="form" onSubmit=${create}>
    <label>${t("settings.name")}
      <input value=${settings.name.value} maxlength="40" placeholder=${t("lobby.guest")} autocomplete="nickname"
        onInput=${(e) => { settings.name.value = e.target.value; }} />
    </label>
    <label>${t("host.game")}
      <select value=${game.value} onChange=${(e) => choose(e.target.value)}>
        ${playable().map(({ name }) => html`<option value=${name}>${gameTitle(name)}</option>`)}
      </select>
    </label>
    <${Seats} seats=${seats} levels=${levels(game.value)} players=${chosen.players} />
    ${seats.value.some((seat) => seat.kind === "open") && html`<${Checkbox} checked=${publicTable} label=${t("host.public")} />`}
    ${drawn && html`<p class="note">${t("host.drawn")}</p>`}
    <${Options} game=${game.value} names=${chosen.options} given=${given} />
    <details><summary>${t("host.more")}</summary>
      <label>${t("host.clock")}
        <select value=${clock.value} onChange=${(e) => { clock.value = e.target.value; }}>
          ${Object.keys(CLOCKS).map((one) => html`<option value=${one}>${t(`host.clocks.${one}`)}</option>`)}
        </select>
      </label>
      <label>${t("host.watch")}
        <select value=${watch.value} onChange=${(e) => { watch.value = e.target.value; }}>
          ${["nobody", "link", "anyone"].map((one) => html`<option value=${one}>${t(`host.watching.${one}`)}</option>`)}
        </select>
      </label>
      <${Checkbox} checked=${undo} label=${t("host.undo")} />
      <${Checkbox} checked=${takeback} label=${t("host.takeback")} />
      <label class="check"><input type="checkbox" checked=${drawn} onChange=${(e) => { chosenOrder.value = e.target.checked; }} />
        ${t("host.random")}</label>
    </details>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    <button class="button primary">${t("host.create")}</button>
  </form>`;
}

/** Whether several people play at this screen. */
const shareScreen = (seats) => seats.filter(({ kind }) => kind === "me").length > 1;

/** The name of a host without one. People who share a screen are "Player 1", "Player 2" and so on. */
const namelessHost = (seats) => (shareScreen(seats) ? t("host.person", { n: 1 }) : t("lobby.guest"));

const textOr = (key, other) => (has(key) ? t(key) : other);

/** A text field for each option of the game, with the game's own words. */
function Options({ game, names, given }) {
  return names.map((name) => html`<label key=${name}>${textOr(`${game}.options.${name}.label`, name)}
    <textarea rows="2" value=${given.value[name] ?? ""} placeholder=${textOr(`${game}.options.${name}.hint`, "")} spellcheck="false"
      onInput=${(e) => { given.value = { ...given.value, [name]: e.target.value }; }}></textarea></label>`);
}

/** The player of each seat: the host, somebody with the link, another person at this screen, or a bot. */
function Seats({ seats, levels, players }) {
  const set = (i, seat) => { seats.value = seats.value.map((old, at) => (at === i ? seat : old)); };
  const choose = (i, value) => {
    const [kind, level] = value.split(":");
    set(i, kind === "bot" ? botSeat(i, level) : kind === "here" ? { kind: "me", name: t("host.person", { n: i + 1 }) } : { kind });
  };
  const value = (seat, i) => (seat.kind === "bot" ? `bot:${seat.level}` : seat.kind === "me" && i > 0 ? "here" : seat.kind);
  return html`<fieldset><legend>${t("host.seats")}</legend>
    ${seats.value.map((seat, i) => html`<div class="seat-row">
      <label><span class="hidden">${t("host.seat", { n: i + 1 })}</span>
        <select value=${value(seat, i)} disabled=${i === 0} onChange=${(e) => choose(i, e.target.value)}>
          ${i === 0 && html`<option value="me">${t("host.me")}</option>`}
          <option value="open">${t("host.open")}</option>
          <option value="here">${t("host.here")}</option>
          ${levels.map((level) => html`<option value=${`bot:${level}`}>${t("host.bot", { level: t(`levels.${level}`) })}</option>`)}
        </select>
      </label>
      ${value(seat, i) === "here" && html`<label><span class="hidden">${t("settings.name")}</span>
        <input value=${seat.name} maxlength="40" required onInput=${(e) => set(i, { ...seat, name: e.target.value })} /></label>`}
    </div>`)}
    <div class="row">
      <button type="button" class="button small" disabled=${seats.value.length >= players.at(-1)}
        onClick=${() => { seats.value = [...seats.value, { kind: "open" }]; }}>${t("host.add")}</button>
      <button type="button" class="button small" disabled=${seats.value.length <= players[0]}
        onClick=${() => { seats.value = seats.value.slice(0, -1); }}>${t("host.remove")}</button>
    </div>
  </fieldset>`;
}
