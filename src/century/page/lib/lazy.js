// Components that few visits need: their script is loaded when they are shown for the first time.
import { html, signal, useEffect, useSignal } from "./ui.js";
import { t } from "./words.js";

/** A component whose script `load` imports. Meanwhile `Waiting` is shown. */
export function lazy(load, Waiting = Loading) {
  const loaded = signal(null);
  return function Lazy(props) {
    const failed = useSignal(false);
    useEffect(() => { load().then((component) => { loaded.value = component; }, () => { failed.value = true; }); }, []);
    const Component = loaded.value;
    if (failed.value) return html`<${NotLoaded} />`;
    return Component ? html`<${Component} ...${props} />` : html`<${Waiting} />`;
  };
}

/** A script did not arrive. The browser remembers that, so only loading the page again helps. */
const NotLoaded = () => html`<section class="panel narrow"><p class="fault" role="alert">${t("app.not-loaded")}</p>
  <button type="button" class="button primary" onClick=${() => location.reload()}>${t("app.reload")}</button></section>`;

export const Loading = () => html`<p class="loading" aria-busy="true">…</p>`;
