// The large scene of the front page: a caravan comes from the mountains to a port. All of it is low, so that words have a calm sky.
import { dunes, mountains } from "./landscape.js";
import { Put, round, seededRandom } from "./symbols.js";
import { html } from "../../lib/ui.js";

const HORIZON = 62;
const TOWN = [["house", 141, 0.9], ["tower", 148, 0.95], ["dome", 158, 1.1], ["tower", 168, 1.15], ["house", 176, 1], ["dome", 187, 0.95], ["tower", 197, 0.8], ["house", 205, 0.8]];
const CAMELS = [30, 52, 74, 96, 118];
const [TILE_WIDTH, TILE_HEIGHT] = [460, 380]; // pixels, of the pattern of stars
const STARS = [[34, 1, 0.55], [16, 1.7, 0.75], [5, 2.6, 1]]; // [number, diameter, opacity]

/** The sky of the night: a pattern of stars in three sizes. */
function starrySky(random) {
  const dots = (count) => Array.from({ length: count }, () => `M${round(random() * TILE_WIDTH)} ${round(random() * TILE_HEIGHT)}h.01`).join("");
  return html`<svg class="front-stars" aria-hidden="true"><defs>
    <pattern id="front-stars" width=${TILE_WIDTH} height=${TILE_HEIGHT} patternUnits="userSpaceOnUse">
      ${STARS.map(([count, width, opacity]) => html`<path class="stars" style=${{ strokeWidth: width }} opacity=${opacity} d=${dots(count)} />`)}
    </pattern></defs><rect width="100%" height="100%" fill="url(#front-stars)" /></svg>`;
}

function draw() {
  const random = seededRandom("century");
  const [farRock, farSnow] = mountains(random, HORIZON, 11, 330);
  const [rock, snow] = mountains(random, HORIZON, 30, 110);
  return html`<div class="landscape desert front-scene" aria-hidden="true">${starrySky(random)}
  <svg class="front-land" viewBox="0 10 320 90">
    <circle fill="var(--sun)" opacity=".3" cx="133" cy="58" r="15" /><circle fill="var(--sun)" cx="133" cy="58" r="10" />
    <${Put} id="art-cloud" x="210" y="22" size=".8" /><${Put} id="art-cloud" x="302" y="30" size="1" /><${Put} id="art-birds" x="304" y="42" size=".7" />
    <g opacity=".65"><path fill="var(--far)" d=${farRock} /><path fill="var(--light)" opacity=".6" d=${farSnow} /></g>
    <g opacity=".85" transform="translate(150 0)"><path fill="var(--far)" d=${rock} /><path fill="var(--light)" opacity=".7" d=${snow} /></g>
    <path fill="var(--far)" d=${dunes(random, HORIZON + 1, 5, 330)} />
    <rect fill="var(--sea)" x="205" y=${HORIZON} width="180" height="60" /><rect fill="var(--sea-deep)" opacity=".5" x="205" y="74" width="180" height="60" />
    <path fill="none" stroke="var(--light)" stroke-width=".7" stroke-linecap="round" opacity=".6" d="M236 68q3-2.5 6 0t6 0M286 66q3-2.5 6 0t6 0M258 80q3-2.5 6 0t6 0 6 0M300 84q3-2.5 6 0t6 0M240 90q3-2.5 6 0t6 0" />
    <g class="drift"><${Put} id="art-ship" x="306" y="67" size=".5" /><${Put} id="art-ship" x="270" y="78" size=".85" /></g><g class="drift late"><${Put} id="art-ship" x="240" y="67" size=".42" width="-.42" /></g>
    <path fill="var(--mid)" d="M-20 67C40 60 90 62 130 63S205 59 226 64 236 72 214 79 190 100 190 110H-20z" />
    ${TOWN.map(([what, x, size]) => html`<${Put} id=${`art-${what}`} x=${x} y=${HORIZON + 3} size=${size} />`)}
    <${Put} id="art-gate" x="172" y=${HORIZON + 6} size=".7" /><${Put} id="art-light" x="227" y="66" size=".7" />
    <${Put} id="art-palm" x="131" y="66" size=".6" /><${Put} id="art-palm" x="135" y="67" size=".5" width="-.5" />
    <path fill="var(--mid)" d="M-20 76C30 68 100 69 150 71S210 75 206 85 180 100 180 110H-20z" />
    ${CAMELS.map((x, i) => html`<${Put} key=${x} id="art-camel" x=${x} y=${72.6 - 0.4 * i + (i > 2 ? 0.5 : 0)} size=".68" />`)}
    <path fill="var(--near)" d="M-20 88C40 77 80 86 130 88S200 86 230 93 290 101 340 97V110H-20z" />
    <${Put} id="art-palm" x="8" y="93" size="1.15" /><${Put} id="art-palm" x="17" y="95" size=".85" width="-.85" /><${Put} id="art-tent" x="140" y="91" size=".7" /><${Put} id="art-palm" x="309" y="99" size="1.1" />
  </svg></div>`;
}

const scene = draw();

export const FrontScene = () => scene;
