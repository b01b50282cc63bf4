// A game record that is dropped anywhere on the page opens its replay.
import { go, route } from "./router.js";
import { signal } from "./ui.js";

/** The file that was dropped and is not open yet, or null. */
export const droppedRecord = signal(null);

const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

addEventListener("dragover", (event) => { if (hasFile(event)) event.preventDefault(); });
addEventListener("drop", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault(); // the browser would leave the page and show the file
  droppedRecord.value = event.dataTransfer.files[0] ?? null;
  if (droppedRecord.value && !("replay" in route.value)) go({ replay: "" });
});
