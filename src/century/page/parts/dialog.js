// A modal dialog. It is the browser's own element, which handles focus and Escape.
import { html, useEffect, useRef } from "../lib/ui.js";
import { t } from "../lib/words.js";

export function Dialog({ open, title, children }) {
  const box = useRef();
  useEffect(() => {
    if (open.value && !box.current.open) box.current.showModal();
    if (!open.value && box.current.open) box.current.close();
  }, [open.value]);
  const closeOutside = (event) => { if (event.target === box.current) open.value = false; };
  return html`<dialog ref=${box} aria-label=${title} onClose=${() => { open.value = false; }} onClick=${closeOutside}>
    <div class="dialog">
      <header><h2 tabindex="-1" autofocus>${title}</h2>
        <button type="button" class="plain close" aria-label=${t("app.close")} onClick=${() => { open.value = false; }}>
          <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 4 16 16M16 4 4 16" /></svg></button>
      </header>
      ${open.value && children}
    </div>
  </dialog>`;
}
