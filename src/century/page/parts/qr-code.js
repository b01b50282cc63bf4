// A QR code that the server sent as rows of "0" and "1". It is drawn here because its text is a secret.
import { html } from "../lib/ui.js";

const BORDER = 2; // light modules around the code, which scanners need

export function QrCode({ rows, label }) {
  const size = rows.length + 2 * BORDER;
  const dark = rows.flatMap((row, y) => [...row].flatMap((module, x) => (module === "1" ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : [])));
  return html`<svg class="qr-code" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${dark.join("")} fill="#000" /></svg>`;
}
