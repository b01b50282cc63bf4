// Landscapes in layers, like printed travel posters: sky, sun, ranges, buildings, travellers. A palette is a class of art.css.
import { defineSymbols, Put, round } from "./symbols.js";
import { html } from "../../lib/ui.js";

// Every symbol stands on the point (0, 0). Its colours are variables of the palette.
defineSymbols(html`
  <g id="art-camel"><path fill="var(--dark)" d="M-14-11C-13-15-9-15.5-7-14-6-18-3-19 0-15.5 1-17 3-17 4-15 6-14 7-16 8-19 9-22 11-23 13.5-22.6L16-21.5
    15-19.6 12.5-19.5C11.5-18 11.5-15 10.5-13 9.5-11 7.5-10 6.5-9L6 0H4.3L3.5-8H-4L-5.5 0H-7.2L-7.8-8C-10-8.5-11.5-10-12-11-12.5-9-13-7-14-7z" />
    <path fill="var(--accent)" d="M-7-15Q-2-20 3-16L4-11Q-2-9-8-11z" /><path fill="var(--light)" d="M-5.5-16.5-3-17.8-2-10.3-5-10.5z" /></g>
  <g id="art-palm"><path fill="var(--dark)" d="M-1 0C-.6-8 .6-14 3-20L4.3-19.6C2.6-14 2-8 1.8 0z" /><path fill="var(--leaf)"
    d="M3.5-20C-2-26-9-24-11-17-7-21-2-21 3.5-20zM3.5-20C0-29-8-30-12-26-7-27-1-25 3.5-20zM3.5-20C6-29 14-30 18-26 12-26 8-25 3.5-20zM3.5-20
    C10-26 17-23 18-16 14-21 9-21 3.5-20zM3.5-20C5-14 10-12 9-6 12-12 9-18 3.5-20zM3.5-20C1-15-3-14-4-8-6-15-2-19 3.5-20z" /></g>
  <g id="art-cypress"><path fill="var(--leaf)" d="M0-18C4-10 3.5-3 0 0-3.5-3-4-10 0-18z" /></g>
  <g id="art-pine"><path fill="var(--leaf)" d="M0-18 4-10H2.5L6-4H-6L-2.5-10H-4z" /><path fill="var(--dark)" d="M-1-4H1V0H-1z" /></g>
  <g id="art-house"><path fill="var(--wall)" d="M-8 0V-12H8V0z" /><path fill="var(--shade)" d="M3-12H8V0H3z" /><path fill="var(--roof)" d="M-9-13.5H9V-11H-9z" />
    <path fill="var(--pane)" d="M-5.5-8h2.5v3h-2.5zM-1-8h2.5v3h-2.5zM-3.5 0v-2.5h3V0z" /></g>
  <g id="art-dome"><path fill="var(--wall)" d="M-9 0V-10H9V0z" /><path fill="var(--shade)" d="M4-10H9V0H4z" />
    <path fill="var(--roof)" d="M-7.5-10C-10-16.5-3.5-18.5 0-24 3.5-18.5 10-16.5 7.5-10z" /><path fill="var(--light)" opacity=".35" d="M-5-10.5C-8-15-3-18-1-21-2-17-4-14-3-10.5z" />
    <path fill="var(--gold)" d="M-.4-28H.4V-23H-.4z" /><path fill="var(--pane)" d="M-2.5 0V-4a2.5 2.8 0 0 1 5 0V0z" /></g>
  <g id="art-tower"><path fill="var(--wall)" d="M-2.2 0-1.7-26H1.7L2.2 0z" /><path fill="var(--shade)" d="M.5-26H1.7L2.2 0H.5z" /><path fill="var(--roof)"
    d="M-3.2-19H3.2V-17H-3.2zM-2.4-26C-2.6-30 0-31 0-35 0-31 2.6-30 2.4-26z" /></g>
  <g id="art-gate"><path fill="var(--wall)" d="M-17 0V-22H17V0H8V-9a8 8.5 0 0 0-16 0V0z" /><path fill="var(--shade)" d="M11-22h6V0h-6z" />
    <path fill="var(--roof)" d="M-19-24H19V-21H-19zM-17-27h4v3h-4zM-8-27h4v3h-4zM4-27h4v3h-4zM13-27h4v3h-4z" /><path fill="var(--accent)" d="M-14-18h3v8l-1.5-2-1.5 2zM11-18h3v8l-1.5-2-1.5 2z" /></g>
  <g id="art-pagoda"><path fill="var(--wall)" d="M-8 0V-7H8V0zM-6-9V-15H6V-9zM-4-17V-23H4V-17z" /><path fill="var(--shade)" d="M3-7H8V0H3zM2-15H6V-9H2zM1-23H4V-17H1z" />
    <path fill="var(--roof)" d="M-13-5Q-9-7-8-10H8Q9-7 13-5 0-8-13-5zM-10-14Q-7-16-6-18H6Q7-16 10-14 0-17-10-14zM-8-22Q-5-24 0-31 5-24 8-22 0-25-8-22z" />
    <path fill="var(--dark)" d="M-2 0V-4.5H2V0z" /></g>
  <g id="art-tent"><path fill="var(--accent)" d="M-13 0Q-4-6 0-15 4-6 13 0z" /><path fill="var(--light)" d="M-7.5 0Q-2-6 0-15-.5-6-3 0zM7.5 0Q2-6 0-15 .5-6 3 0z" /><path fill="var(--dark)" d="M0-12 2.5 0H-2.5z" /></g>
  <g id="art-stall"><path fill="var(--dark)" d="M-12 0V-16H-10.8V0zM10.8 0V-16H12V0z" /><path fill="var(--wall)" d="M-12-6H12V0H-12z" /><path fill="var(--shade)" d="M-12-1.5H12V0H-12z" />
    <path fill="var(--accent)" d="M-14-13-11-21H11L14-13q-2.3 3-4.7 0-2.3 3-4.6 0-2.4 3-4.7 0-2.3 3-4.7 0-2.3 3-4.6 0-2.4 3-4.7 0z" />
    <path fill="var(--light)" d="M-9.3-13-7.5-21H-3.7L-4.7-13q-2.3 3-4.6 0zM0-13V-21H3.8L4.7-13Q2.3-10 0-13zM9.3-13 7.5-21H11L14-13q-2.3 3-4.7 0z" /></g>
  <g id="art-heap"><path d="M-6-2.5Q-3-6 0-12 3-6 6-2.5z" /><path fill="#fff" opacity=".3" d="M-4.5-2.5Q-2-6 0-12-.5-6-1.5-2.5z" /><path fill="var(--dark)" d="M-7.5-3H7.5Q6 0 3 0H-3Q-6 0-7.5-3z" /></g>
  <g id="art-sack"><path fill="var(--wall)" d="M-6.5 0Q-8.5-5-6-9H6Q8.5-5 6.5 0z" /><path fill="var(--shade)" d="M2 0Q5-4 3.5-9H6Q8.5-5 6.5 0z" /><path d="M-5.5-9Q-3-14 0-15.5 3-14 5.5-9z" />
    <path fill="#fff" opacity=".3" d="M-4-9Q-2.5-13 0-15.5-1-12-1.5-9z" /><path fill="var(--wall)" d="M-7-8Q0-6.2 7-8 7.6-10 6.4-10 0-8.6-6.4-10-7.6-10-7-8z" /></g>
  <path id="art-jar" fill="var(--roof)" d="M-4 0Q-8-7-2.5-11L-3.5-14H3.5L2.5-11Q8-7 4 0z" />
  <g id="art-guide"><path fill="var(--accent)" d="M-3 0Q-3-7-1.6-10.6H1.6Q3.4-7 3 0z" /><circle fill="var(--dark)" cy="-12" r="1.8" /><path fill="var(--light)" d="M-2.4-12.2Q-2.4-15.4 0-15.4T2.4-12.2Q0-13.4-2.4-12.2z" /><path fill="var(--dark)" d="M4 .5V-15h.8V.5zM1-9.6 4.4-8v1.2L1-7.6z" /></g>
  <g id="art-ship"><path fill="var(--light)" d="M-1-6C1-17 7-27 15-33 14-21 13.5-13 13-6z" /><path fill="var(--accent)" d="M-4-6C-9-12-11-19-10-28-5-19-3.5-12-3-6z" />
    <path fill="var(--shade)" opacity=".5" d="M7-6C8-14 10-24 15-33 14-21 13.5-13 13-6z" /><path fill="var(--dark)" d="M-2.6-34H-1.6V-4H-2.6zM-17-5H15L19-9Q15 3 9 3H-10Q-15 2-17-5z" /></g>
  <g id="art-light"><path fill="var(--wall)" d="M-4 0-2.6-22H2.6L4 0z" /><path fill="var(--accent)" d="M-3.6-6H3.6L3.3-11H-3.3zM-3-16H3L2.7-20H-2.7z" /><path fill="var(--gold)" d="M-2.2-27H2.2V-22H-2.2z" />
    <path fill="var(--roof)" d="M-3.6-27Q0-33 3.6-27zM-3.8-22.5H3.8V-21.5H-3.8z" /></g>
  <g id="art-elephant"><path fill="var(--far-beast, var(--shade))" d="M-15 0V-12C-15-19-8-21-1-20 5-22 12-21 13-15 14-11 13-8 14.5-4 15-2 17-2 18-3.5L19-2.5C18 .5 14 1 12.5-2 11.5-4 11.5-6 10.5-7L9-8V0H4V-6H-6V0H-10.5V-6L-12-7-11 0z" /><path fill="var(--dark)" opacity=".35" d="M4-19Q9-18 8-12 6-9 3-12z" /><circle fill="var(--dark)" cx="10.5" cy="-14.5" r=".9" />
    <path fill="var(--accent)" d="M-11-19.5Q-4-23 2-20.5L3-12Q-4-10-12-12.5z" /><path fill="var(--gold)" d="M-12-13Q-4-10.5 3-12.5L3.1-11.3Q-4-9-12-11.6z" /><path fill="var(--wall)" d="M-8.5-21V-27H-.5V-21z" /><path fill="var(--roof)" d="M-10.5-27Q-5-28-4.5-32-4-28 1.5-27z" /></g>
  <g id="art-ziggurat"><path fill="var(--wall)" d="M-26 0-23-9H23L26 0zM-18-9-15.5-17H15.5L18-9zM-10-17-8-24H8L10-17z" /><path fill="var(--shade)" d="M14-9H23L26 0H16zM9-17h6.5L18-9H11zM4-24H8L10-17H5z" /><path fill="var(--roof)" d="M-5-24V-30H5V-24zM-6.5-30Q0-35 6.5-30z" /><path fill="var(--light)" opacity=".7" d="M-3.5 0-2-24H2L3.5 0z" /><path stroke="var(--shade)" stroke-width=".7" d="M-3.3-3H3.3M-3.1-6H3.1M-2.9-9H2.9M-2.7-12H2.7M-2.5-15H2.5M-2.3-18H2.3M-2.1-21H2.1" /></g>
  <g id="art-stupa"><path fill="var(--wall)" d="M-17 0V-4H17V0zM-14-4V-7H14V-4zM-12-7C-12-17-6-20-4-21H4C6-20 12-17 12-7z" /><path fill="var(--shade)" d="M8 0V-4h9V0zM6-4V-7h8v3zM4-7C5-15 4-19 2-21H4C6-20 12-17 12-7z" /><path fill="var(--gold)" d="M-4-21V-25H4V-21zM-2.6-25 0-37 2.6-25z" /><path fill="var(--accent)" d="M-12.3-9.5H12.3V-7H-12.3z" /><path fill="var(--dark)" d="M-2.5 0V-3.6a2.5 2.6 0 0 1 5 0V0z" /></g>
  <g id="art-bridge"><path fill="var(--wall)" d="M-34 0V-8Q0-24 34-8V0H26A9 9 0 0 0 9 0H-9A9 9 0 0 0-26 0z" /><path fill="none" stroke="var(--shade)" stroke-width="2" d="M-34-8Q0-24 34-8" /><path fill="var(--roof)" d="M-5-16V-22H5V-16zM-7.5-21.5Q-3-23 0-28 3-23 7.5-21.5z" /><path fill="none" stroke="var(--shade)" stroke-width=".8" d="M-30-4h5M-3-11h6M24-4h6M-14-9h5M10-9h5" /></g>
  <g id="art-fort"><path fill="var(--wall)" d="M-20 0V-13H20V0zM-23 0V-20H-12V0zM12 0V-20H23V0zM-6 0V-27H6V0z" /><path fill="var(--shade)" d="M-15 0V-20h3V0zM20 0V-20h3V0zM2 0V-27H6V0z" /><path fill="var(--wall)" d="M-24-20v-4h3v2h2.5v-2h3v2h2.5v-2h2v4zM11-20v-4h3v2h2.5v-2h3v2H22v-2h2v4zM-7-27v-4h3v2h2.5v-2h3v2H4v-2h3v4z" /><path fill="var(--accent)" d="M.4-41 9-38 .4-35z" /><path fill="var(--dark)" d="M-.6-42H.4V-31H-.6zM-3 0V-5a3 3.4 0 0 1 6 0V0zM-18.5-12h2v4h-2zM16.5-12h2v4h-2zM-1-21h2v4h-2z" /></g>
  <g id="art-columns"><path fill="var(--wall)" d="M-21 0V-3H21V0zM-18-3V-16h4V-3zM-9.5-3V-16h4V-3zM5.5-3V-16h4V-3zM14-3V-16h4V-3zM-20-16V-19H20V-16zM-22-19 0-30 22-19z" /><path fill="var(--shade)" d="M-15.5-3V-16h1.5V-3zM-7-3V-16h1.5V-3zM8-3V-16h1.5V-3zM16.5-3V-16H18V-3zM0-26.5 14-20H-14z" /><path fill="var(--dark)" d="M-4-3V-13a4 3 0 0 1 8 0V-3z" /><path fill="var(--gold)" d="M-.5-35H.5V-30H-.5z" /></g>
  <g id="art-yurt"><path fill="var(--wall)" d="M-12 0V-8H12V0z" /><path fill="var(--light)" d="M-13-7.5Q-7-14 0-16 7-14 13-7.5z" /><path fill="var(--accent)" d="M-12-8H12V-5.6H-12z" /><path fill="var(--shade)" d="M6-8h6V0H6z" opacity=".6" /><path fill="var(--roof)" d="M-2.5 0V-5.6h5V0zM-2-16Q0-18.5 2-16z" /></g>
  <g id="art-tree"><path fill="var(--dark)" d="M-1.2 0-.8-9-5-13 0-11 4-14 .9-8 1.4 0z" /><path fill="var(--leaf)" d="M-11-12Q-13-18-7-19-6-25 0-24 6-26 8-20 14-19 11-13 6-10 0-12-6-9-11-12z" /><path fill="var(--light)" opacity=".16" d="M-9-14Q-10-18-6-18-4-23 0-22-5-20-4-16-7-16-9-14z" /></g>
  <g id="art-junk"><path fill="var(--dark)" d="M-18-6H14L19-11Q17 1 11 3H-11Q-16 2-18-6zM-1-36H0V-5H-1zM-12-24h.8V-5H-12z" /><path fill="var(--accent)" d="M0-34Q13-30 12-8L0-9z" /><path fill="none" stroke="var(--dark)" stroke-width=".7" d="M0-28 9.5-25M0-22 11.5-19.5M0-15.5 12-14M-11-18-4-16M-11-13.5-3.5-12" /><path fill="var(--roof)" d="M-11-23Q-3-20-3.5-8L-11-8.6z" /></g>
  <g id="art-cloud"><path fill="var(--cloud)" d="M-14 0q-2-3 3-3.5Q-8-8-3-6 1-10 6-6 11-7 11-3.5 16-3 14 0z" /></g>
  <g id="art-birds"><path fill="none" stroke="var(--dark)" stroke-width=".8" stroke-linecap="round" d="M-6 0q1.5-2 3 0 1.5-2 3 0M2-5q1.2-1.6 2.4 0Q5.6-6.6 6.8-5M4 3q1-1.4 2 0 1-1.4 2 0" /></g>
`);

/** A ridge of dunes or hills, `width` from `left`: a smooth path through random heights. */
export function dunes(random, y, height, width = 100, bottom = 100, left = 0) {
  const step = width / 3 + random() * width / 8;
  let x = left - random() * step;
  let path = `M${round(x)} ${bottom}V${round(y - random() * height)}`;
  for (; x < left + width; x += step) {
    const next = round(y - random() * height);
    path += `S${round(x + step * 0.45)} ${next} ${round(x + step)} ${next}`;
  }
  return `${path}V${bottom}z`;
}

/** A range of mountains with its snow: [mountains, snow] as paths. */
export function mountains(random, y, height, width = 100, left = 0) {
  let rock = `M${left - 5} ${y}`;
  let snow = "";
  let x = left - 4;
  while (x < left + width) {
    const half = 9 + random() * 10;
    const peak = y - height * (0.55 + random() * 0.45);
    const slope = (y - peak) / half;
    rock += `L${round(x + half)} ${round(peak)}`;
    const cap = 0.28 * (y - peak);
    snow += `M${round(x + half)} ${round(peak)}l${round(cap / slope)} ${round(cap)}-${round(cap / slope / 1.6)} -${round(cap * 0.3)}-${round(cap / slope / 2)} ${round(cap * 0.55)}-${round(cap / slope / 2.2)} -${round(cap * 0.35)}-${round(cap / slope / 2)} ${round(cap * 0.1)}z`;
    x += half * 1.25;
    rock += `L${round(x)} ${round(peak + (y - peak) * 0.6)}`;
  }
  return [`${rock}L${round(x + 9)} ${y}z`, snow];
}

/** The sky with sun or moon, clouds, and stars at night; with `rays` for a result, above the picture too. */
export function Sky({ random, horizon, width = 100, starry = true, sun = width * (0.2 + random() * 0.6), rays = 0 }) {
  const stars = Array.from({ length: Math.round(width / 7) }, () => `M${round(random() * width)} ${round(random() * horizon * 0.8)}h.01`).join("");
  return html`<rect fill="var(--sky)" x="-50" y="-300" width=${width + 100} height="400" /><rect fill="var(--haze)" x="-50" y=${horizon - 22} width=${width + 100} height="60" opacity=".55" />
    <rect fill="var(--haze)" x="-50" y=${horizon - 10} width=${width + 100} height="60" />
    ${rays > 0 && html`<g class="rays" display="none">${Array.from({ length: rays }, (_, i) => html`<path d="M0 0-17-300H17z" transform=${`translate(${sun} 40) rotate(${i * 180 / rays - 84})`} />`)}</g>`}
    ${starry && html`<path class="stars" d=${stars} />`}
    <circle class="halo" fill="var(--sun)" opacity=".25" cx=${round(sun)} cy=${round(horizon * 0.5)} r="14" /><circle class="orb" fill="var(--sun)" cx=${round(sun)} cy=${round(horizon * 0.5)} r="9" />
    <${Put} id="art-cloud" x=${width * random()} y=${horizon * (0.2 + 0.25 * random())} size=${0.6 + random() * 0.5} />
    <${Put} id="art-cloud" x=${width * random()} y=${horizon * (0.4 + 0.3 * random())} size=${0.5 + random() * 0.4} />`;
}

/** The sea from the horizon down, with lines of waves. */
export function Sea({ random, horizon, width = 100 }) {
  const line = () => {
    const x = random() * width;
    return `M${round(x)} ${round(horizon + 3 + random() * 26)}q3-2.5 6 0t6 0 6 0`;
  };
  return html`<rect fill="var(--sea)" x="-50" y=${horizon} width=${width + 100} height="400" /><rect fill="var(--sea-deep)" x="-50" y=${horizon + 14} width=${width + 100} height="400" opacity=".6" />
    <path fill="none" stroke="var(--light)" stroke-width=".9" stroke-linecap="round" opacity=".6" d=${Array.from({ length: Math.round(width / 12) }, line).join("")} />`;
}
