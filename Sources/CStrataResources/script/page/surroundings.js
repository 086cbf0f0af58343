// The window's surroundings: its size, the user's settings, and whether it is visible.

import { onConnect, presentWith, send } from "../core/connection.js";
import { elements } from "../core/elements.js";
import { texts } from "../core/keyboard.js";

/**
 * The media queries of the server's environment values. The limits are those of size classes. Each style sheet
 * with a compact form has the same limit of 600 pixels.
 */
const queries = {
  isNarrow: matchMedia("(max-width: 599.98px)"),
  isLow: matchMedia("(max-height: 479.98px)"),
  isDark: matchMedia("(prefers-color-scheme: dark)"),
  prefersMoreContrast: matchMedia("(prefers-contrast: more)"),
  prefersLessMotion: matchMedia("(prefers-reduced-motion: reduce)"),
  prefersLessTransparency: matchMedia("(prefers-reduced-transparency: reduce)"),
  invertsColors: matchMedia("(inverted-colors: inverted)"),
  ignoresColors: matchMedia("(forced-colors: active), (monochrome)"),
};

/** Returns the ratio of the browser's size of text to the usual one. The page does not change it. */
const textScale = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** Whether a keyboard on the screen may take a part of the window: the user touches it, and edits a text. */
const mayShowKeyboard = () => matchMedia("(pointer: coarse)").matches
  && Boolean(document.activeElement?.matches(texts));

/** Whether the window is low without such a keyboard, and its width. */
let whole = null;

function isLow() {
  if (whole?.width !== innerWidth || !mayShowKeyboard()) whole = { width: innerWidth, isLow: queries.isLow.matches };
  return whole.isLow;
}

/** What the server was told last of the window's height. */
let reportedLow = null;

/** Returns the surroundings, as the server decodes them. */
function surroundings() {
  reportedLow = isLow();
  const matching = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, query.matches]));
  return {
    ...matching, isLow: reportedLow, isVisible: document.visibilityState === "visible", scale: devicePixelRatio, textScale: textScale(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** Reports the surroundings to the server. */
const reportSurroundings = () => send(elements.get(0), "surroundings", surroundings());

onConnect(reportSurroundings);
presentWith("surroundings", surroundings);

for (const query of Object.values(queries)) query.addEventListener("change", reportSurroundings);
document.addEventListener("visibilitychange", reportSurroundings);

/** The time in milliseconds after which a keyboard has left the screen. */
const keyboardTime = 500;

// The height may have changed for another reason than a keyboard.
document.addEventListener("focusout", () => {
  setTimeout(() => isLow() !== reportedLow && reportSurroundings(), keyboardTime);
});

/** Observes the scale. The query matches one value only, so each change needs another query. */
function watchScale() {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    reportSurroundings();
    watchScale();
  }, { once: true });
}
watchScale();
