// The page's toolbox: Preact with htm instead of JSX, and signals for everything that changes.
import { h, render, Fragment, createContext } from "../vendor/preact.js";
import { useEffect, useLayoutEffect, useRef, useMemo, useState, useContext } from "../vendor/hooks.js";
import { signal, computed, effect, batch, useSignal, useComputed, useSignalEffect } from "../vendor/signals.js";
import htm from "../vendor/htm.js";

export const html = htm.bind(h);
export {
  h, render, Fragment, createContext, useEffect, useLayoutEffect, useRef, useMemo, useState, useContext,
  signal, computed, effect, batch, useSignal, useComputed, useSignalEffect,
};

/** Join the class names that are there. */
export const names = (...given) => given.filter(Boolean).join(" ");
