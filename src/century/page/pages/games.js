// All games of the person, with search.
import { get } from "../lib/api.js";
import { playable } from "../lib/games.js";
import { withPerson } from "../lib/person.js";
import { GameList } from "../parts/game-list.js";
import { link } from "../lib/router.js";
import { NothingYet } from "../parts/nothing-yet.js";
import { PersonHead } from "../parts/person-head.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, gameTitle, t } from "../lib/words.js";

const PAUSE = 300; // milliseconds without a key press before the search starts
const STATUSES = ["unfinished", "over"];

export function Games() {
  const search = useSignal("");
  const status = useSignal("");
  const game = useSignal("");
  const found = useSignal(null);
  const next = useSignal(null);
  const fault = useSignal(null);
  const read = async (before) => {
    const fields = { search: search.value, status: status.value, game: game.value, before: before ?? "" };
    const query = new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
    await withPerson();
    return get(`/api/me/games?${query}`);
  };
  useEffect(() => {
    let newer = false; // whether the search has changed while we waited
    const timer = setTimeout(async () => {
      try {
        const page = await read();
        if (!newer) [found.value, next.value, fault.value] = [page.games, page.next, null];
      } catch (error) {
        fault.value = error;
      }
    }, found.value ? PAUSE : 0);
    return () => {
      newer = true;
      clearTimeout(timer);
    };
  }, [search.value, status.value, game.value]);
  const more = async () => {
    try {
      const page = await read(next.value);
      [found.value, next.value] = [[...found.value, ...page.games], page.next];
    } catch (error) {
      fault.value = error;
    }
  };
  return html`<${PersonHead} current="games" />
    <form class="panel filters" role="search" onSubmit=${(event) => event.preventDefault()}>
      <label>${t("games.search")}<input type="search" maxlength="100" value=${search.value}
        onInput=${(e) => { search.value = e.target.value; }} /></label>
      <label>${t("host.game")}<select value=${game.value} onChange=${(e) => { game.value = e.target.value; }}>
        <option value="">${t("games.every-game")}</option>
        ${playable().map(({ name }) => html`<option value=${name}>${gameTitle(name)}</option>`)}</select></label>
      <label>${t("games.status")}<select value=${status.value} onChange=${(e) => { status.value = e.target.value; }}>
        <option value="">${t("games.every-status")}</option>
        ${STATUSES.map((one) => html`<option value=${one}>${t(`games.statuses.${one}`)}</option>`)}</select></label>
    </form>
    <p><a class="button small" href=${link({ replay: "" })}>${t("games.open-record")}</a></p>
    ${fault.value && html`<p class="fault" role="alert">${faultText(fault.value)}</p>`}
    <section class="panel mine detailed" aria-label=${t("games.title")} aria-busy=${found.value === null}>
      ${found.value && (found.value.length ? html`<${GameList} games=${found.value} details />`
    : html`<${NothingYet} text=${t("games.none")} />`)}
      ${next.value && html`<button type="button" class="button" onClick=${more}>${t("games.more")}</button>`}
    </section>`;
}
