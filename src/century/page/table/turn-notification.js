// Notification that it is the viewer's turn: the tab's title and icon, and a sound if the settings allow it.
import { settings } from "../lib/settings.js";
import { useEffect } from "../lib/ui.js";
import { t } from "../lib/words.js";

export function useTurnNotification(table) {
  const myTurn = table.asked.value;
  useEffect(() => {
    const icon = document.querySelector("link[rel=icon]");
    document.title = myTurn ? `● ${t("table.your-turn")} · ${t("app.title")}` : t("app.title");
    icon.href = myTurn ? "/static/icon-turn.svg" : "/static/icon.svg";
    if (myTurn && settings.sound.value && document.hidden) chime();
    return () => {
      document.title = t("app.title");
      icon.href = "/static/icon.svg";
    };
  }, [myTurn]);
}

/** Play two soft notes. */
function chime() {
  const sound = new AudioContext();
  for (const [pitch, start] of [[523.25, 0], [783.99, 0.16]]) {
    const note = sound.createOscillator();
    const loudness = sound.createGain();
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, sound.currentTime + start);
    loudness.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + start + 0.6);
    note.connect(loudness).connect(sound.destination);
    note.start(sound.currentTime + start);
    note.stop(sound.currentTime + start + 0.6);
  }
}
