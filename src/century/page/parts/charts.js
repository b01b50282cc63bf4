// Charts as SVG. Each has a text for screen readers, and differs in shape and label, never in colour alone.
import { html } from "../lib/ui.js";

const WIDTH = 340;
const ROW = 30; // height of a bar with its label

/** Horizontal bars, [{label, value, most, text}]: the filled part of each is value / most, and `text` stands behind it. */
export function ShareBars({ title, rows }) {
  const [left, right] = [118, WIDTH - 84];
  const spoken = rows.map(({ label, text }) => `${label}: ${text}`).join("; ");
  return html`<figure class="chart"><figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${rows.length * ROW}`} role="img" aria-label=${`${title}. ${spoken}`}>
      ${rows.map(({ label, value, most, text }, i) => {
    const y = i * ROW;
    const width = most ? ((right - left) * value) / most : 0;
    return html`<text x=${left - 8} y=${y + 20} text-anchor="end">${shortened(label)}</text>
        <rect class="whole" x=${left} y=${y + 6} width=${right - left} height="18" rx="4" />
        ${width > 0 && html`<rect class="part" x=${left} y=${y + 6} width=${Math.max(width, 3)} height="18" rx="4" />`}
        <text x=${right + 8} y=${y + 20}>${text}</text>`;
  })}
    </svg></figure>`;
}

const LONGEST = 16; // letters of a label
const shortened = (label) => (label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label);

const HEIGHT = 150;
const [LEFT, RIGHT, TOP, BOTTOM] = [32, WIDTH - 10, 10, HEIGHT - 22];

/** Columns by time, [{label, value, part}]: `part` of each column is filled. The first and the last label are shown. */
export function Columns({ title, columns, spoken }) {
  const most = Math.max(1, ...columns.map(({ value }) => value));
  const y = (value) => BOTTOM - ((BOTTOM - TOP) * value) / most;
  const step = (RIGHT - LEFT) / columns.length;
  const wide = Math.min(28, 0.8 * step);
  const x = (i) => LEFT + step * (i + 0.5) - wide / 2;
  return html`<figure class="chart"><figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${title}. ${spoken}`}>
      <${Grid} most=${most} y=${y} />
      ${columns.map(({ value, part }, i) => html`
        <rect class="whole" x=${x(i)} y=${y(value)} width=${wide} height=${BOTTOM - y(value)} />
        <rect class="part" x=${x(i)} y=${y(part)} width=${wide} height=${BOTTOM - y(part)} />`)}
      <${Ends} first=${columns[0]?.label} last=${columns.length > 1 && columns.at(-1).label} />
    </svg></figure>`;
}

/** A line by time through [{label, value, won}]. Games that were won have a filled dot. */
export function Curve({ title, points, spoken }) {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const y = (value) => BOTTOM - ((BOTTOM - TOP) * Math.max(0, value)) / most;
  const x = (i) => (points.length > 1 ? LEFT + 6 + ((RIGHT - LEFT - 12) * i) / (points.length - 1) : (LEFT + RIGHT) / 2);
  return html`<figure class="chart"><figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${title}. ${spoken}`}>
      <${Grid} most=${most} y=${y} />
      <polyline class="line" points=${points.map(({ value }, i) => `${x(i)},${y(value)}`).join(" ")} />
      ${points.map(({ value, won }, i) => html`<circle class=${won ? "won" : "lost"} cx=${x(i)} cy=${y(value)} r="3.5" />`)}
      <${Ends} first=${points[0]?.label} last=${points.length > 1 && points.at(-1).label} />
    </svg></figure>`;
}

function Grid({ most, y }) {
  return [0, 0.5, 1].map((part) => html`<line class="grid" x1=${LEFT} x2=${RIGHT} y1=${y(most * part)} y2=${y(most * part)} />
    <text x=${LEFT - 5} y=${y(most * part) + 4} text-anchor="end">${Number((most * part).toFixed(1))}</text>`);
}

function Ends({ first, last }) {
  return html`<text x=${LEFT} y=${HEIGHT - 6}>${first}</text>
    ${last && html`<text x=${RIGHT} y=${HEIGHT - 6} text-anchor="end">${last}</text>`}`;
}
