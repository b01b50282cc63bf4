// The large scene of the front page: a caravan comes from the mountains to a port. All of it is low, so that words have a calm sky.
// The board stands on a quay, with wares before it. Beside the invitation of friends are its caravan and its tents.
import { dunes, mountains, Sea } from "./landscape.js";
import { Put, round, seededRandom } from "./symbols.js";
import { html } from "../../lib/ui.js";

const HORIZON = 62;
// Between the words and the board, which stands before the sea on wide screens
const TOWN = [["house", 91, 0.6], ["tower", 96, 0.55], ["dome", 103, 0.68], ["tower", 111, 0.6], ["dome", 119, 0.78], ["house", 128, 0.8], ["tower", 135, 0.86], ["dome", 143, 0.85]];
const CAMELS = [[28, 78.4], [47, 77], [66, 76.4]];
const WARES = [["jar", 12, 0.7], ["sack", 23, 1], ["sack", 38, 0.88], ["heap", 51, 0.95], ["jar", 62, 0.6]]; // at both ends of the stall
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

/** The landscape, or the part of it in a box. */
function drawLand(style, box) {
  const random = seededRandom("century");
  const [farRock, farSnow] = mountains(random, HORIZON, 11, 330);
  const [rock, snow] = mountains(random, HORIZON, 30, 110);
  return html`<svg class=${`landscape ${style}`} viewBox=${box} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <circle fill="var(--sun)" opacity=".3" cx="132" cy="52" r="15" /><circle fill="var(--sun)" cx="132" cy="52" r="10" />
    <${Put} id="art-cloud" x="210" y="22" size=".8" /><${Put} id="art-cloud" x="309" y="27" size=".7" /><${Put} id="art-birds" x="309" y="38" size=".6" /><${Put} id="art-birds" x="112" y="39" size=".5" />
    <g opacity=".65"><path fill="var(--far)" d=${farRock} /><path fill="var(--light)" opacity=".6" d=${farSnow} /></g>
    <g opacity=".85" transform="translate(180 0)"><path fill="var(--far)" d=${rock} /><path fill="var(--light)" opacity=".7" d=${snow} /></g>
    <path fill="var(--far)" d=${dunes(random, HORIZON + 1, 5, 330)} />
    <g transform="translate(160 0)"><${Sea} random=${random} horizon=${HORIZON + 1} width=${170} /></g>
    <g class="drift"><${Put} id="art-ship" x="281" y="67" size=".4" /><g class="near"><${Put} id="art-ship" x="308" y="83" size=".56" /></g></g><g class="drift late"><${Put} id="art-junk" x="206" y="68" size=".34" /><${Put} id="art-ship" x="240" y="67" size=".42" width="-.42" /></g>
    <path fill="var(--mid)" d="M-20 68C40 61 80 63 110 64S158 61 170 66 166 74 152 79 134 92 126 110H-20z" />
    ${TOWN.map(([what, x, size]) => html`<${Put} id=${`art-${what}`} x=${x} y=${HORIZON + 4} size=${size} />`)}
    <${Put} id="art-gate" x="107" y=${HORIZON + 6} size=".5" /><${Put} id="art-light" x="162" y="67" size=".66" />
    <${Put} id="art-palm" x="83" y="67" size=".55" /><${Put} id="art-palm" x="87" y="68" size=".42" width="-.42" /><${Put} id="art-palm" x="168" y="68" size=".4" />
    <path fill="none" stroke="var(--haze)" stroke-width="2.2" stroke-linecap="round" opacity=".55" d="M107 68Q112 72 100 75T84 78" />
    <path fill="var(--mid)" d="M-20 80C20 73 70 74 100 77S140 83 132 90 118 98 118 110H-20z" />
    ${CAMELS.map(([x, y]) => html`<${Put} key=${x} id="art-camel" x=${x} y=${y} size=".74" />`)}<${Put} id="art-guide" x="82" y="77.4" size=".74" />
    <path fill="var(--near)" d="M-20 90C40 80 80 88 106 92S128 101 136 106V400H-20z" />
    <g class="drift late"><${Put} id="art-junk" x="134" y="95" size=".38" width="-.38" /></g>
    <g class="near"><${Put} id="art-palm" x="2" y="97" size="1.05" /><${Put} id="art-palm" x="11" y="99" size=".75" width="-.75" /><${Put} id="art-tent" x="98" y="93" size=".7" /><${Put} id="art-tent" x="112" y="95.5" size=".5" /></g>
  </svg>`;
}

const sky = html`<div class="landscape desert front-scene" aria-hidden="true">${starrySky(seededRandom("stars"))}</div>`;
const land = drawLand("desert front-land", "0 10 320 90");
const camp = drawLand("dawn friends-scene", "12 30 170 50");
const wares = html`<svg class="landscape desert wares" viewBox="0 0 200 16" aria-hidden="true">
  ${["yrg", "gby"].map((spices, i) => WARES.map(([what, x, size], j) => html`<${Put} id=${`art-${what}`} x=${i ? 200 - x : x} y="15.5" size=${size} fill=${`var(--spice-${spices[j - 1]})`} />`))}</svg>`;

export const FriendsScene = () => camp;
export const FrontSky = () => sky;
export const FrontLand = () => land;
export const Wares = () => wares;
export const FrontScene = () => [sky, land];
