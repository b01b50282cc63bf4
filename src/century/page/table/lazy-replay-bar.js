// The bar of a replay; its script is loaded when the viewer looks back for the first time.
import { lazy } from "../lib/lazy.js";
import { html } from "../lib/ui.js";

const Empty = () => html`<div class="bar past replay"></div>`; // as high as the bar, so that nothing shifts

export const ReplayBar = lazy(async () => (await import("./replay-bar.js")).ReplayBar, Empty);
