// The libraries that every script uses: Preact, htm in place of JSX, and signals.
import { h, render, Fragment, createContext } from "../vendor/preact.js";
import { useEffect, useLayoutEffect, useRef, useMemo, useState, useContext } from "../vendor/hooks.js";
import { signal, computed, effect, batch, useSignal, useComputed, useSignalEffect } from "../vendor/signals.js";
import htm from "../vendor/htm.js";

export const html = htm.bind(h);
export {
  h, render, Fragment, createContext, useEffect, useLayoutEffect, useRef, useMemo, useState, useContext,
  signal, computed, effect, batch, useSignal, useComputed, useSignalEffect,
};

/** Join class names, leaving out those that are false or empty. */
export const classNames = (...given) => given.filter(Boolean).join(" ");
