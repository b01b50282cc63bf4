// Short sounds, made by the browser: no files to load. They are off until the person switches them on.
import { GAMES } from "./games.js";
import { settings } from "./settings.js";

let context = null;

/** A note: its pitch in hertz, start and length in seconds, and loudness. */
function note(pitch, start, length, loudness = 0.12, type = "sine") {
  const at = context.currentTime + start;
  const oscillator = new OscillatorNode(context, { frequency: pitch, type });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** Noise through a filter, such as paper or wood. */
function noise(pitch, start, length, loudness = 0.1) {
  const at = context.currentTime + start;
  const buffer = new AudioBuffer({ length: Math.ceil(context.sampleRate * length), sampleRate: context.sampleRate });
  buffer.getChannelData(0).forEach((_, i, samples) => { samples[i] = (2 * Math.random() - 1) * (1 - i / samples.length) ** 2; });
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source.connect(filter).connect(new GainNode(context, { gain: loudness })).connect(context.destination);
  source.start(at);
}

const SOUNDS = {
  card: () => noise(1800, 0, 0.16, 0.3),
  cubes: () => [0, 0.07, 0.13].forEach((start) => { noise(900, start, 0.04, 0.6); note(420 + 900 * start, start, 0.05, 0.05, "triangle"); }),
  coin: () => [1975, 2637].forEach((pitch, i) => note(pitch, 0.07 * i, 0.35, 0.05)),
  claim: () => [523, 659, 784].forEach((pitch, i) => note(pitch, 0.09 * i, 0.4, 0.08, "triangle")),
  turn: () => [523.25, 783.99].forEach((pitch, i) => note(pitch, 0.16 * i, 0.6)),
  end: () => [392, 523, 659, 784, 1047].forEach((pitch, i) => note(pitch, 0.12 * i, 0.9, 0.08, "triangle")),
};

/** Play a sound, if the person has switched sounds on. */
export function playSound(name) {
  if (!settings.sound.value || !(name in SOUNDS)) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {}); // until the person has pressed something
  SOUNDS[name]();
  dispatchEvent(new CustomEvent("century-sound", { detail: name }));
}

const LOUDEST_FIRST = ["claim", "coin", "cubes", "card"];

/** Play the sound of a move: that of the most important of its decisions, or the end of the game. */
export function soundOfMove(before, next, events) {
  const moves = before ? events.filter(({ kind }) => kind === "moved") : [];
  if (!moves.length) return;
  if (next.status === "over") return playSound("end");
  const { sounds } = GAMES[next.game] ?? {};
  const made = moves.flatMap(({ tokens }) => tokens.map((token) => sounds?.[token.split(" ")[0]]));
  playSound(LOUDEST_FIRST.find((name) => made.includes(name)));
}
