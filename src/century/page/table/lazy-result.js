// The result dialog; its script is loaded when the game is over.
import { lazy } from "../lib/lazy.js";

export const Result = lazy(async () => (await import("./result.js")).Result, () => null);
