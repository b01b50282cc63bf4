// A board on the front page on which bots play a game. It is a picture: nothing on it can be chosen.
import { Wares } from "./art/front-scene.js";
import { GAMES } from "../lib/games.js";
import { GameIcon } from "./play-now.js";
import { reducedMotion } from "../lib/settings.js";
import { openDemo } from "../table/demo-client.js";
import { html, useEffect, useRef, useSignal } from "../lib/ui.js";
import { gameTitle, t } from "../lib/words.js";

const PAUSE = 2600; // milliseconds between two turns

export const gamesWithDemo = () => Object.keys(GAMES).filter((name) => GAMES[name].demo);

/** `game` is a signal with the name of the game to show; the board changes it when a game ends. */
export function LivingBoard({ game }) {
  const table = useSignal(null);
  const frame = useRef();
  useEffect(() => play(game, table, frame.current), [game.value]);
  const shown = table.value?.state.value;
  const Shown = shown && (GAMES[shown.game].Showcase ?? GAMES[shown.game].Board);
  return html`<figure class="living">
    <div class="glass" ref=${frame} inert aria-hidden="true">
      ${shown && html`<div class=${`stage ${shown.game}`} key=${shown.game}><${Shown} table=${table.value} view=${shown.view} /></div>`}
    </div>
    <figcaption><span>${t("lobby.demo")}</span><${Signs} game=${game} /></figcaption><${Wares} />
  </figure>`;
}

/** A sign for each game; that of the shown one is lit. */
function Signs({ game }) {
  return html`<div class="signs" role="group" aria-label=${t("lobby.demo")}>${gamesWithDemo().map((name) => html`
    <button type="button" key=${name} class="sign-board" aria-pressed=${name === game.value} onClick=${() => { game.value = name; }}>
      <${GameIcon} icon=${GAMES[name].icon} />${gameTitle(name)}</button>`)}</div>`;
}

/** Play the demo of a game while its frame is visible, then go on to the next game. Returns a function that stops it. */
function play(game, table, frame) {
  let stopped = false;
  let visible = true;
  let timer = null;
  const watcher = new IntersectionObserver(([entry]) => { visible = entry.isIntersecting; });
  watcher.observe(frame);
  const later = () => { timer = setTimeout(step, PAUSE); };
  async function step() {
    if (stopped) return;
    if (!visible || document.hidden || reducedMotion()) return later();
    const more = await table.value.next().catch(() => true); // without a connection, the same board stays
    if (stopped) return;
    if (more) return later();
    const names = gamesWithDemo();
    game.value = names[(names.indexOf(game.value) + 1) % names.length];
  }
  openDemo(game.value).then((opened) => {
    if (stopped) return;
    table.value = opened;
    later();
  }, () => {}); // the front page works without the board
  return () => {
    stopped = true;
    clearTimeout(timer);
    watcher.disconnect();
  };
}
