// The emblem of Spice Road: a caravan before a city.
import { dunes, mountains, Sky } from "/static/parts/art/landscape.js";
import { Put, seededRandom } from "/static/parts/art/symbols.js";
import { html } from "/static/lib/ui.js";

const HORIZON = 54;
const CAMELS = [28, 60, 92, 124];
const SPICES = [["y", 178], ["r", 194], ["g", 210], ["b", 226]];

function draw() {
  const random = seededRandom("caravan");
  const [rock, snow] = mountains(random, HORIZON, 26, 84);
  return html`<svg class="emblem landscape dawn" viewBox="0 0 240 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <${Sky} random=${random} horizon=${HORIZON} width=${240} sun=${120} rays=${14} />
    <path fill="var(--far)" d=${rock} /><path fill="var(--light)" opacity=".7" d=${snow} /><path fill="var(--far)" d=${dunes(random, HORIZON, 8, 240)} />
    <${Put} id="art-tower" x="168" y="56" size="1" /><${Put} id="art-dome" x="186" y="56" size="1.3" /><${Put} id="art-tower" x="202" y="56" size=".9" /><${Put} id="art-house" x="216" y="56" size="1.1" /><${Put} id="art-dome" x="234" y="56" size="1" />
    <path fill="var(--mid)" d="M-20 70C30 56 90 62 140 58S220 52 260 56V100H-20z" />
    ${CAMELS.map((x, i) => html`<g key=${x} class=${i > 1 && "middle"}><${Put} id="art-camel" x=${x} y=${66 - 1.4 * i} /></g>`)}
    <path fill="var(--near)" d="M-20 86C40 72 90 84 140 82S220 76 260 84V100H-20z" />
    <${Put} id="art-palm" x="2" y="82" size="1.3" />
    <g class="middle">${SPICES.map(([letter, x]) => html`<${Put} key=${letter} id="art-heap" x=${x} y="94" size="1.1" fill=${`var(--spice-${letter})`} />`)}</g></svg>`;
}

const emblem = draw();

export const Emblem = () => emblem;

/** For a button that starts the game. */
export const icon = { symbol: "art-camel", size: 1.1, color: "var(--accent)" };
