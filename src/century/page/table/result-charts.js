// The chart of a result: points by round, with a line for each player.
import { nameOf } from "../lib/player-names.js";
import { classNames, html, useLayoutEffect, useRef, useSignal } from "../lib/ui.js";
import { t } from "../lib/words.js";

const HEIGHT = 172;
const FONT = 13; // the size of the text in units of the drawing
const NARROW = 340; // units before the width is known; also the least width for long names
const [LEFT, TOP, BOTTOM] = [30, 12, 148]; // of the plot
const NAME_GAP = 16; // between two names
const DASHES = ["", "9 4", "2 4", "12 3 2 3", "5 2"]; // so that lines differ not by colour alone; the viewer's is solid

/** The width of an element in units of the drawing: the text of a chart then has the font size of the page at every width. */
function useWidth(element) {
  const width = useSignal(NARROW);
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(([{ target, contentRect }]) => {
      width.value = Math.max(240, Math.round(contentRect.width * FONT / parseFloat(getComputedStyle(target).fontSize)));
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, []);
  return width.value;
}

/** The numbers beside the grid: zero and the multiples of a round number, at most four of them. */
function ticks(most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((one) => most / one < 5) ?? most;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

export function Chart({ table, rounds }) {
  const title = t("result.points");
  const values = rounds.map(({ scores }) => scores);
  const figure = useRef();
  const width = useWidth(figure);
  const right = width - (width < NARROW ? 76 : 104); // the names are to the right of the plot
  const most = Math.max(1, ...values.flat());
  const x = (i) => LEFT + ((right - LEFT) * i) / Math.max(1, values.length - 1);
  const y = (value) => BOTTOM - ((BOTTOM - TOP) * value) / most;
  const last = values.at(-1) ?? [];
  const seats = last.map((_, seat) => seat);
  const own = table.me?.value ?? null;
  const dashes = (seat) => DASHES[(seat - (own ?? 0) + seats.length) % seats.length];
  const heights = spread(last.map(y));
  const spoken = seats.map((seat) => `${nameOf(table, seat)} ${last[seat]}`).join(", ");
  const path = (seat) => values.map((row, i) => `${x(i)},${y(row[seat])}`).join(" ");
  return html`<figure class="points-chart" ref=${figure}><figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} role="img" aria-label=${`${title}: ${spoken}`}>
      ${ticks(most).map((tick) => html`<line class="grid" x1=${LEFT} x2=${right} y1=${y(tick)} y2=${y(tick)} />
        <text x=${LEFT - 6} y=${y(tick) + 4} text-anchor="end">${tick}</text>`)}
      <text x=${LEFT} y=${HEIGHT - 6}>${rounds[0]?.round}</text>
      <text x=${right} y=${HEIGHT - 6} text-anchor="end">${rounds.at(-1)?.round}</text>
      ${own !== null && html`<polygon class=${`under seat-${own}`} points=${`${LEFT},${BOTTOM} ${path(own)} ${right},${BOTTOM}`} />`}
      ${seats.map((seat) => html`<g key=${seat} class=${`seat-${seat}`}>
        <polyline class=${classNames("line", seat === own && "own")} stroke-dasharray=${dashes(seat)} points=${path(seat)} />
        <circle class="end" cx=${right} cy=${y(last[seat])} r="3.5" />
        <path class="lead" d=${`M${right} ${y(last[seat])}L${right + 13} ${heights[seat]}`} />
        <text class="mark" x=${right + 16} y=${heights[seat] + 4}>${shortened(nameOf(table, seat), width)}</text></g>`)}
    </svg></figure>`;
}

/** A name with as many letters as fit beside the plot. */
function shortened(name, width) {
  const longest = width < NARROW ? 8 : 12;
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
}

/** Heights for the names: as close to the ends of their lines as possible, without overlaps. */
function spread(ends) {
  const heights = [...ends];
  const order = ends.map((_, seat) => seat).sort((one, two) => ends[one] - ends[two]);
  order.forEach((seat, i) => { if (i) heights[seat] = Math.max(ends[seat], heights[order[i - 1]] + NAME_GAP); });
  let lowest = BOTTOM; // move names up again that were pushed out of the chart
  for (const seat of order.toReversed()) {
    heights[seat] = Math.min(heights[seat], lowest);
    lowest = heights[seat] - NAME_GAP;
  }
  return heights;
}
