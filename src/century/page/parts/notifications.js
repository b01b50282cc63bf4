// How the person wants to be told about their turn in games with days for each turn.
import { get, post, remove } from "../lib/api.js";
import { withPerson } from "../lib/person.js";
import { html, useEffect, useSignal } from "../lib/ui.js";
import { faultText, language, t } from "../lib/words.js";

const supportsPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export function Notifications() {
  const offer = useSignal(null);
  const address = useSignal("");
  const fault = useSignal(null);
  const read = async () => {
    await withPerson();
    offer.value = await get("/api/me/contacts");
  };
  const attempt = (act) => async (event) => {
    event?.preventDefault();
    fault.value = null;
    try {
      await act();
      await read();
    } catch (error) {
      fault.value = error;
    }
  };
  useEffect(() => { read().catch(() => {}); }, []);
  const addMail = attempt(async () => {
    await post("/api/me/contacts/mail", { address: address.value.trim(), language: language() });
    address.value = "";
  });
  const addPush = attempt(() => subscribe(offer.value.push_key));
  if (!offer.value) return null;
  const { mail, push_key: pushKey, contacts } = offer.value;
  return html`<section class="panel" aria-label=${t("notify.title")}>
    <h2>${t("notify.title")}</h2><p>${t("notify.lead")}</p>
    ${contacts.length > 0 && html`<ul class="contacts">${contacts.map((contact) => html`<li key=${contact.id}>
      <span>${contact.kind === "mail" ? contact.address : t("notify.browser")}
        ${!contact.confirmed && html` <em>${t("notify.unconfirmed")}</em>`}</span>
      <button type="button" class="button small" onClick=${attempt(() => remove(`/api/me/contacts/${contact.id}`))}>${t("notify.remove")}</button>
    </li>`)}</ul>`}
    ${fault.value && html`<p class="fault" role="alert">${fault.value.denied ? t("notify.denied") : faultText(fault.value)}</p>`}
    ${mail && html`<form class="row" onSubmit=${addMail}>
      <label class="grow">${t("notify.address")}<input type="email" required maxlength="254" autocomplete="email" value=${address.value}
        onInput=${(e) => { address.value = e.target.value; }} /></label>
      <button class="button">${t("notify.add-mail")}</button></form>`}
    ${pushKey && supportsPush() && html`<button type="button" class="button" onClick=${addPush}>${t("notify.add-push")}</button>`}
    ${!mail && !pushKey && html`<p class="note">${t("notify.only-here")}</p>`}
  </section>`;
}

/** Ask the person for the permission, and subscribe this browser. */
async function subscribe(key) {
  if (await Notification.requestPermission() !== "granted") throw Object.assign(new Error(), { denied: true });
  await navigator.serviceWorker.register("/static/service-worker.js");
  const registration = await navigator.serviceWorker.getRegistration("/static/");
  await active(registration);
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await post("/api/me/contacts/push", { subscription: subscription.toJSON(), language: language() });
}

/** Wait until the service worker is active: only then the browser can subscribe. */
function active(registration) {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return null;
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => { if (worker.state === "activated") resolve(); });
  });
}
