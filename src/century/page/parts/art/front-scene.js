// The large scene of the front page: a caravan comes from the mountains to a port. All of it is low, so that words have a calm sky.
import { dunes, mountains } from "./landscape.js";
import { Put, round, seededRandom } from "./symbols.js";
import { html } from "../../lib/ui.js";

const HORIZON = 62;
// Between the words and the board, which stands before the sea on wide screens
const TOWN = [["house", 97, 0.6], ["tower", 102, 0.55], ["dome", 109, 0.68], ["tower", 117, 0.6], ["dome", 125, 0.78], ["house", 134, 0.8], ["tower", 141, 0.95], ["dome", 149, 0.85]];
const CAMELS = [[17, 79.4], [38, 77.4], [59, 76.4], [80, 76.6]];
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
    <circle fill="var(--sun)" opacity=".3" cx="138" cy="52" r="15" /><circle fill="var(--sun)" cx="138" cy="52" r="10" />
    <${Put} id="art-cloud" x="210" y="22" size=".8" /><${Put} id="art-cloud" x="302" y="26" size="1" /><${Put} id="art-birds" x="304" y="40" size=".7" /><${Put} id="art-birds" x="142" y="33" size=".5" />
    <g opacity=".65"><path fill="var(--far)" d=${farRock} /><path fill="var(--light)" opacity=".6" d=${farSnow} /></g>
    <g opacity=".85" transform="translate(180 0)"><path fill="var(--far)" d=${rock} /><path fill="var(--light)" opacity=".7" d=${snow} /></g>
    <path fill="var(--far)" d=${dunes(random, HORIZON + 1, 5, 330)} />
    <rect fill="var(--sea)" x="140" y=${HORIZON + 1} width="240" height="60" /><rect fill="var(--sea-deep)" opacity=".5" x="140" y="76" width="240" height="60" />
    <path fill="none" stroke="var(--light)" stroke-width=".7" stroke-linecap="round" opacity=".6" d="M176 68q3-2.5 6 0t6 0M236 68q3-2.5 6 0t6 0M290 70q3-2.5 6 0t6 0M258 82q3-2.5 6 0t6 0 6 0M296 92q3-2.5 6 0t6 0 6 0M170 84q3-2.5 6 0t6 0 6 0M206 92q3-2.5 6 0t6 0M236 97q3-2.5 6 0t6 0 6 0M150 91q2-1.6 4 0t4 0" />
    <g class="drift"><${Put} id="art-ship" x="281" y="67" size=".4" /><${Put} id="art-ship" x="305" y="85" size=".84" /></g><g class="drift late"><${Put} id="art-ship" x="240" y="67" size=".42" width="-.42" /></g>
    <path fill="var(--mid)" d="M-20 68C40 61 80 63 110 64S158 61 170 66 166 74 154 79 140 100 140 110H-20z" />
    ${TOWN.map(([what, x, size]) => html`<${Put} id=${`art-${what}`} x=${x} y=${HORIZON + 4} size=${size} />`)}
    <${Put} id="art-gate" x="113" y=${HORIZON + 6} size=".5" /><${Put} id="art-light" x="162" y="67" size=".66" />
    <${Put} id="art-palm" x="89" y="67" size=".55" /><${Put} id="art-palm" x="93" y="68" size=".42" width="-.42" /><${Put} id="art-palm" x="154" y="68" size=".4" />
    <path fill="none" stroke="var(--haze)" stroke-width="2.2" stroke-linecap="round" opacity=".55" d="M113 68Q118 72 104 76T60 80" />
    <path fill="var(--mid)" d="M-20 80C20 73 70 74 100 77S146 84 140 92 130 100 130 110H-20z" />
    ${CAMELS.map(([x, y]) => html`<${Put} key=${x} id="art-camel" x=${x} y=${y} size=".74" />`)}
    <path fill="var(--near)" d="M-20 90C40 80 80 88 112 92S140 101 164 106V112H-20z" />
    <g class="drift late"><${Put} id="art-junk" x="141" y="96.5" size=".38" width="-.38" /></g>
    <${Put} id="art-palm" x="6" y="95" size="1.15" /><${Put} id="art-palm" x="15" y="97" size=".85" width="-.85" /><${Put} id="art-tent" x="98" y="93" size=".7" /><${Put} id="art-tent" x="112" y="95.5" size=".5" />
  </svg></div>`;
}

const scene = draw();

export const FrontScene = () => scene;
