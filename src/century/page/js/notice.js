// Telling somebody who looks elsewhere that it is their turn: title, icon, and a sound if they like.
import { settings } from "./settings.js";
import { useEffect } from "./ui.js";
import { t } from "./words.js";

export function useNotice(table) {
  const yours = table.asked.value;
  useEffect(() => {
    const icon = document.querySelector("link[rel=icon]");
    document.title = yours ? `● ${t("table.your-turn")} · ${t("app.title")}` : t("app.title");
    icon.href = yours ? "/static/icon-turn.svg" : "/static/icon.svg";
    if (yours && settings.sound.value && document.hidden) chime();
    return () => {
      document.title = t("app.title");
      icon.href = "/static/icon.svg";
    };
  }, [yours]);
}

/** Two soft notes. */
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
