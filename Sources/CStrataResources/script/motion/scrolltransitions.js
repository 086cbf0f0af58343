// `scrollTransition`: effects of elements that scroll into and out of their scroll view.
//
// The attribute data-scroll-transition has the axis, which is empty for that of the scroll view, the
// declarations of the effects before, in and after the visible part, and the configurations of both
// ends. A paused animation of the box inside the element has the three phases as keyframes; its time
// follows the scrolling, once a frame. The element itself is not animated, so that its position can
// be measured.

import { afterRendering } from "../core/patches.js";
import { showsMotion } from "./animations.js";
import { addDeclarations, nothingDrawn } from "./declarations.js";

/** The milliseconds of the paused animations, and of an animated change of the phase. */
const length = 1000;
const duration = 350;

/** The animations by element. */
const states = new WeakMap();
let isPlanned = false;
let lastFrame = 0;

function keyframe(encoded) {
  const { opacity, transform, filter, transformOrigin } = addDeclarations(encoded, nothingDrawn());
  const frame = { opacity, transform: transform.join(" ") || "none", filter: filter.join(" ") || "none" };
  return transformOrigin ? { ...frame, transformOrigin } : frame;
}

/** Returns the progress from the edge, 0, to the position at which the element counts as visible, 1. */
function progress(visible, offset, threshold) {
  if (threshold === "centered") return 1 - Math.min(Math.abs(offset), 1);
  const amount = Number(threshold);
  return amount === 0 ? Number(visible > 0) : Math.min(Math.max(visible / amount, 0), 1);
}

/** Returns the time of the animation for an element's position: 0, a half or 1 in the three phases. */
function target(element, { axis: given, top, bottom }) {
  const scroller = element.closest(".scroll, .list");
  if (!scroller) return 0.5;
  const axis = given || (scroller.matches(".along-x:not(.along-y)") ? "x" : "y");
  const [view, box] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()];
  const [start, end, first, last] = axis === "x" ? [view.left, view.right, box.left, box.right] : [view.top, view.bottom, box.top, box.bottom];
  const size = last - first;
  if (size <= 0) return 0.5;
  const isRightToLeft = axis === "x" && getComputedStyle(element).direction === "rtl";
  const offset = (first + last - start - end) / (end - start + size);
  const isBefore = isRightToLeft ? offset > 0 : offset < 0;
  const [kind, threshold] = isBefore ? top : bottom;
  if (kind === "identity") return 0.5;
  const part = progress((offset < 0 ? last - start : end - first) / size, offset, threshold);
  const reached = kind === "animated" && part < 1 ? 0 : part;
  return isBefore ? reached / 2 : 1 - reached / 2;
}

/** Returns the state of an element, with a paused animation. */
function stateOf(element) {
  const text = element.dataset.scrollTransition;
  const known = states.get(element);
  if (known?.text === text && known.box.isConnected) return known;
  known?.animation.cancel();
  const [axis, before, identity, after, top, bottom] = text.split("/");
  const box = element.firstElementChild;
  if (!box) return null;
  const animation = box.animate([before, identity, after].map(keyframe), { duration: length, fill: "both" });
  animation.pause();
  const state = { text, box, animation, axis, top: top.split(":"), bottom: bottom.split(":"), time: null };
  states.set(element, state);
  return state;
}

function update(now) {
  isPlanned = false;
  const step = Math.min(now - lastFrame, 50) / duration / 2;
  lastFrame = now;
  // Read all positions before changing any animation, so that the browser computes the layout once,
  // and not for each element.
  const followed = [...document.querySelectorAll("[data-scroll-transition]")].map((element) => ({ element, state: stateOf(element) }))
    .filter(({ state }) => state);
  const goals = followed.map(({ element, state }) => ({ state, goal: showsMotion() ? target(element, state) : 0.5 }));
  for (const { state, goal } of goals) {
    const isAnimated = state.top[0] === "animated" || state.bottom[0] === "animated";
    const way = goal - (state.time ?? goal);
    state.time = isAnimated && Math.abs(way) > step ? state.time + Math.sign(way) * step : goal;
    // The end itself counts as after the animation, which shows the same.
    state.animation.currentTime = state.time * length;
    if (state.time !== goal) plan();
  }
}

function plan() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(update);
}

/** Follows elements that a patch has inserted, removed or moved. */
function updateScrollTransitions() {
  if (document.querySelector("[data-scroll-transition]")) plan();
}

afterRendering("content", updateScrollTransitions);
document.addEventListener("scroll", updateScrollTransitions, { capture: true, passive: true });
addEventListener("resize", updateScrollTransitions);
