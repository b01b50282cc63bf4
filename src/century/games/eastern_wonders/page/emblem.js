// The emblem of Eastern Wonders: ships between islands.
import { mountains, Sea, Sky } from "/static/parts/art/landscape.js";
import { Put, seededRandom } from "/static/parts/art/symbols.js";
import { html } from "/static/lib/ui.js";

const HORIZON = 48;

function draw() {
  const random = seededRandom("islands");
  const [rock] = mountains(random, HORIZON, 22, 70);
  return html`<svg class="emblem landscape noon" viewBox="0 0 240 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <${Sky} random=${random} horizon=${HORIZON} width=${240} sun=${120} rays=${14} />
    <path fill="var(--far)" d=${rock} /><path fill="var(--far)" d="M166 48Q184 28 198 36 214 26 246 48z" />
    <${Sea} random=${random} horizon=${HORIZON} width=${240} />
    <path fill="var(--wall)" d="M-10 60Q20 48 66 56 78 60 62 64 30 70-10 68z" /><path fill="var(--leaf)" d="M-10 56Q20 44 56 54 62 58 50 60 20 62-10 62z" />
    <${Put} id="art-palm" x="14" y="56" size="1" /><${Put} id="art-palm" x="26" y="57" size=".8" width="-.8" /><${Put} id="art-house" x="42" y="58" size=".8" /><${Put} id="art-light" x="58" y="58" size=".9" />
    <path fill="var(--wall)" d="M176 70Q206 58 250 64V82Q206 84 180 76 172 73 176 70z" /><path fill="var(--leaf)" d="M190 66Q216 56 250 60V74Q210 78 192 71 184 69 190 66z" />
    <${Put} id="art-dome" x="212" y="66" size=".9" /><${Put} id="art-house" x="228" y="67" size=".8" /><${Put} id="art-palm" x="196" y="69" size=".9" />
    <${Put} id="art-ship" x="74" y="50" size=".42" /><${Put} id="art-ship" x="166" y="52" size=".5" width="-.5" /><${Put} id="art-birds" x="190" y="20" size=".9" />
    <g class="middle"><${Put} id="art-ship" x="112" y="80" size="1.5" /><path fill="none" stroke="var(--light)" stroke-width="1" opacity=".7" d="M80 86q5-3.5 10 0t10 0 10 0 10 0 10 0 10 0" /></g></svg>`;
}

const emblem = draw();

export const Emblem = () => emblem;

/** For a button that starts the game. */
export const icon = { symbol: "art-ship", size: 0.75, color: "light-dark(#1b5f73, #7cc4d6)" };
