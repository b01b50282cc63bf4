// What a sea chart shows around the map: courses that start at a compass rose, and creatures in the empty corners.
import { Put, round } from "/static/parts/art/symbols.js";
import { html } from "/static/lib/ui.js";
import "./ground.js"; // the creatures

const COURSES = 16;
const FAR = 1500; // pixels, beyond every edge

function courses() {
  return Array.from({ length: COURSES }, (_, i) => {
    const angle = (2 * Math.PI * i) / COURSES;
    return `M${round(62 * Math.cos(angle))} ${round(62 * Math.sin(angle))}L${round(FAR * Math.cos(angle))} ${round(FAR * Math.sin(angle))}`;
  }).join("");
}

const rose = html`<path class="courses" d=${courses()} /><circle class="courses" r="62" /><circle class="courses" r="46" />
  <path class="rose" opacity=".3" d="M30-30 8 0 30 30 0 8-30 30-8 0-30-30 0-8z" /><path class="rose" opacity=".55" d="M0-58 9-9 58 0 9 9 0 58-9 9-58 0-9-9z" />
  <path class="rose" opacity=".5" d="M0-58V0L9-9zM58 0H0L9 9zM0 58V0L-9 9zM-58 0H0L-9-9z" /><path class="rose" d="M-5-66 0-80 5-66 0-70z" opacity=".7" />`;

// Ships beside the islands, where the sea is wide: place, height, and width
const ships = [["89%", "16%", 1.9, 1.9], ["7%", "52%", 1.3, -1.3], ["94%", "55%", 1.1, 1.1]];

const chart = html`<svg class="chart" aria-hidden="true"><svg x="13%" y="87%" overflow="visible"><g class="compass">${rose}</g></svg>
  <svg x="14%" y="11%" overflow="visible"><g class="creature"><${Put} id="sea-whale" size="1.9" /></g></svg>
  <svg x="86%" y="90%" overflow="visible"><g class="creature serpent"><${Put} id="sea-serpent" size="1.5" /></g></svg>
  ${ships.map(([x, y, size, width]) => html`<svg x=${x} y=${y} overflow="visible"><g class="ship landscape noon"><path class="wake" d="M-38 3q6-4 12 0t12 0 12 0 12 0 12 0 12 0M-26 9q6-4 12 0t12 0 12 0 12 0" /><${Put} id="art-ship" size=${size} width=${width} /></g></svg>`)}</svg>`;

export const Chart = () => chart;
