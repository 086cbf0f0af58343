// The effects of symbols.
//
// An element with effects has the attribute data-symbol-effects: for each effect its name with its
// variants, the speed, the number of runs (0 for no end), the pause between two runs in seconds,
// and the trigger. The trigger is "on" or "off", or the number of times that a value has changed.
// The effects apply to all symbols inside the element.

import { afterRendering } from "../core/patches.js";
import { showsMotion } from "./animations.js";

/** The triggers of an element's effects at the last look. */
const seen = new WeakMap();

/** The keyframes and the duration of an effect with a list of variants. */
function effect(name, has) {
  switch (name) {
    case "bounce": return { frames: { scale: has("down") ? [1, 0.8, 1.05, 1] : [1, 1.25, 0.95, 1] }, duration: 500 };
    case "pulse": return { frames: { opacity: [1, 0.35, 1] }, duration: 1000 };
    case "breathe": return { frames: { scale: [1, 1.15, 1], ...(has("plain") ? {} : { opacity: [1, 0.7, 1] }) }, duration: 2000 };
    case "rotate": return { frames: { rotate: ["0deg", has("counter") ? "-360deg" : "360deg"] }, duration: 1200 };
    case "wiggle": {
      if (has("x")) return { frames: { translate: ["0 0", "-15% 0", "15% 0", "-8% 0", "0 0"] }, duration: 600 };
      if (has("y")) return { frames: { translate: ["0 0", "0 -15%", "0 15%", "0 -8%", "0 0"] }, duration: 600 };
      return { frames: { rotate: ["0deg", "12deg", "-12deg", "8deg", "0deg"].map((each) => (has("counter") ? `calc(-1 * ${each})` : each)) }, duration: 600 };
    }
    case "scale": return { frames: { scale: [1, has("down") ? 0.8 : 1.25] }, duration: 300, isState: true };
    case "appear": return { frames: { opacity: [0, 1], scale: [has("down") ? 1.4 : 0.6, 1] }, duration: 300, isState: true };
    case "disappear": return { frames: { opacity: [1, 0], scale: [1, has("up") ? 1.4 : 0.6] }, duration: 300, isState: true };
    default: return null;
  }
}

/** Runs an animation a number of times, with a pause in milliseconds after each run. */
function run(element, frames, duration, { count, pause, isState }) {
  if (isState) return element.animate(frames, { duration: showsMotion() ? duration : 0, fill: "both" });
  if (!showsMotion()) return null;
  // The pause is the end of each run.
  const part = duration / (duration + pause);
  const names = Object.keys(frames);
  const length = frames[names[0]].length;
  const steps = Array.from({ length }, (_, index) => ({
    offset: (part * index) / (length - 1), ...Object.fromEntries(names.map((name) => [name, frames[name][index]])),
  }));
  if (pause > 0) steps.push({ ...steps[length - 1], offset: 1 });
  return element.animate(steps, { duration: duration + pause, iterations: count === 0 ? Infinity : count });
}

/** Lights up the parts of a symbol one after the other. */
function runParts(symbol, has, speed, options) {
  const parts = [...symbol.querySelectorAll("svg > *:not(mask)")];
  const dim = has("hide") ? 0 : 0.3;
  const all = parts.length === 1 ? [...parts[0].children].filter((each) => !each.matches("mask")) : parts;
  const lit = all.length > 1 ? all : parts;
  return lit.map((part, index) => {
    const steps = Array.from({ length: lit.length + 1 }, (_, step) => (step > index ? (has("cumulative") || step === index + 1 ? 1 : dim) : dim));
    const frames = { opacity: [...steps, ...(has("reversing") ? [...steps].reverse() : [])] };
    return run(part, frames, (250 * frames.opacity.length) / speed, options);
  });
}

function start(owner, key, text) {
  const [full, speed, count, pause] = text.split(":");
  const [name, ...variants] = full.split("-");
  const has = (variant) => variants.includes(variant);
  const options = { count: Number(count), pause: Number(pause) * 1000 };
  const symbols = owner.matches(".symbol") ? [owner] : owner.querySelectorAll(".symbol");
  for (const symbol of symbols) {
    const known = effect(name, has);
    const running = known
      ? [run(symbol, known.frames, known.duration / Number(speed), { ...options, isState: known.isState })]
      : runParts(symbol, has, Number(speed), options);
    for (const each of running) if (each) each.id = key;
  }
}

function stop(owner, key) {
  for (const each of owner.getAnimations({ subtree: true })) if (each.id === key) each.cancel();
}

/** Starts and ends effects whose triggers have changed. */
function updateSymbols() {
  for (const owner of document.querySelectorAll("[data-symbol-effects]")) {
    const former = seen.get(owner);
    const triggers = owner.dataset.symbolEffects.split(" ").map((text) => [text, text.split(":")[4]]);
    seen.set(owner, triggers);
    triggers.forEach(([text, trigger], index) => {
      const [before, last] = former?.[index] ?? [];
      const key = `symbol-effect-${index}`;
      const isRunning = owner.getAnimations({ subtree: true }).some((each) => each.id === key);
      // A new symbol in the place of another has no animation yet.
      const isLost = trigger === "on" && !isRunning && Number(text.split(":")[2]) === 0;
      if (text === before && !isLost) return;
      // A value that an element is inserted with has not changed.
      if (trigger !== "on" && (last === undefined || last === trigger)) return;
      stop(owner, key);
      if (trigger !== "off") start(owner, key, text);
    });
  }
}

afterRendering("content", updateSymbols);
