// Whether the server is still compiling the bots. It does so on its first start; until then their answers take long.
import { get } from "./api.js";
import { signal, useEffect } from "./ui.js";

const POLL = 2000; // milliseconds between two requests

const preparing = signal(false);
let asking = false;

/** Poll the server until the bots are ready. */
async function ask() {
  if (asking) return;
  asking = true;
  const { preparing: still } = await get("/api/bots").catch(() => ({ preparing: false }));
  asking = false;
  preparing.value = still;
  if (still) setTimeout(ask, POLL);
}

/** Whether the bots are being compiled. The server is asked once somebody has waited for a bot for `delay` milliseconds. */
export function useBotsPreparing(waiting, delay = POLL) {
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(ask, delay);
    return () => clearTimeout(timer);
  }, [waiting]);
  return waiting && preparing.value;
}
