// Whether the bots are ready: on the first start they are compiled, and their first answers take long.
import { get } from "./api.js";
import { signal, useEffect } from "./ui.js";

const AGAIN = 2000; // milliseconds until we ask again

const preparing = signal(false);
let asking = false;

/** Ask now, and again until they are ready. */
async function ask() {
  if (asking) return;
  asking = true;
  const { preparing: still } = await get("/api/bots").catch(() => ({ preparing: false }));
  asking = false;
  preparing.value = still;
  if (still) setTimeout(ask, AGAIN);
}

/** Tell whether bots are being prepared; the server is asked once a bot has been waited for so long. */
export function useBots(waiting, patience = AGAIN) {
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(ask, patience);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && preparing.value;
}
