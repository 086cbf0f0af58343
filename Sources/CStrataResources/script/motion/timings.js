// The timing of each element's animation in a patch.
//
// A patch has an animation, and scopes: parts of the page whose changes have another animation, or
// none. An element has the animation of the nearest scope at or above it, and that of the patch
// where there is none. A shallow scope does not contain the elements inside its own.

import { springEasing } from "./springs.js";

/** Whether a patch animates any change. */
export const isAnimated = (patch) => Boolean(patch.animation) || (patch.scopes ?? []).some(([, timing]) => timing !== null);

/** Returns the timing of a patch's animation for the Web Animations API; null for none. */
function webTiming(animation) {
  if (!animation) return null;
  const { repetitions, alternates, spring, ...timing } = animation;
  if (spring !== undefined) timing.easing = springEasing(spring, timing.duration);
  timing.easing = CSS.supports("animation-timing-function", timing.easing) ? timing.easing : "ease-out";
  timing.fill = "backwards";
  const repeated = { ...timing, iterations: repetitions === 0 ? Infinity : repetitions ?? 1, direction: alternates ? "alternate" : "normal" };
  return { once: timing, repeated };
}

/**
 * Returns a function that returns the timing of an element: `once` for movements, `repeated` for
 * changes of appearance; null for none. A removed element is followed by the container that it was
 * in.
 */
export function timings(patch) {
  const common = webTiming(patch.animation);
  const scopes = new Map();
  for (const [ids, animation, isShallow] of patch.scopes ?? []) {
    const scope = { timing: webTiming(animation), isShallow };
    // Outer scopes come first. A shallow scope hides the one around it for its own elements only.
    for (const id of ids) scopes.set(id, isShallow ? { ...scope, around: scopes.get(id) } : scope);
  }
  if (scopes.size === 0) return () => common;
  return (element, container = null) => {
    for (const start of [element, container]) {
      for (let each = start; each; each = each.parentElement) {
        let scope = scopes.get(Number(each.dataset?.id));
        if (each !== start || start === container) while (scope?.isShallow) scope = scope.around;
        if (scope) return scope.timing;
      }
    }
    return common;
  };
}
