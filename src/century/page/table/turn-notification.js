// Notification that it is the viewer's turn: the tab's title and icon, and if the settings allow it a sound and a message of the browser.
import { noteTurn } from "../lib/my-games.js";
import { settings } from "../lib/settings.js";
import { playSound } from "../lib/sounds.js";
import { useEffect } from "../lib/ui.js";
import { gameTitle, t } from "../lib/words.js";

export function useTurnNotification(table) {
  const myTurn = table.asked.value;
  useEffect(() => {
    if (table.state.value) noteTurn(table.id, myTurn);
    const icon = document.querySelector("link[rel=icon]");
    document.title = myTurn ? `● ${t("table.your-turn")} · ${t("app.title")}` : t("app.title");
    icon.href = myTurn ? "/static/icon-turn.svg" : "/static/icon.svg";
    const message = myTurn ? announce(table) : null;
    return () => {
      message?.close();
      document.title = t("app.title");
      icon.href = "/static/icon.svg";
    };
  }, [myTurn]);
}

/** Play the sound; show a message only if nobody looks at the page. */
function announce(table) {
  playSound("turn");
  if (!document.hidden || !settings.notify.value || !mayNotify()) return null;
  const message = new Notification(t("table.your-turn"), { body: gameTitle(table.game.value), tag: table.id, icon: "/static/icon.svg" });
  message.onclick = () => {
    window.focus();
    message.close();
  };
  return message;
}

const mayNotify = () => "Notification" in window && Notification.permission === "granted";

/** Whether this browser can show messages at all. */
export const canNotify = () => "Notification" in window;

/** Switch the messages on or off. The browser asks the person the first time. Returns false if they refused. */
export async function setNotify(on) {
  const allowed = on ? await Notification.requestPermission() === "granted" : false;
  settings.notify.value = allowed;
  return allowed === on;
}
