// `focusSection()`: in a page or dialog with focus sections, the arrow keys move the focus to the
// nearest control in their direction. Without a section, they do nothing here.
//
// A control is in a direction if it lies beyond the focused one and in line with it: a move to the
// right needs a common height. A section is in line by its whole frame, also where it is empty. Then
// the focus moves to the control inside that is nearest.
//
// The search begins in the innermost section around the focus, and goes on in the one around that.
// So the controls of a section come before those beside it. Sections around the focus are no
// targets themselves, and those inside stand for their controls.
//
// Only keys for which neither the focused control nor the app has a use move the focus, and the Tab
// key always does. If nothing lies in the direction, the browser acts on the key.

import { onKey, usesArrows } from "../core/keyboard.js";
import { isReachable, scope } from "../page/outline.js";
import { itemAt } from "../focus/stops.js";

const section = "[data-focus-section]";
const controls = "a[href], button, input, select, textarea, summary, [contenteditable], [tabindex='0']";
/** Controls that are visible only while they have the focus, and menus and dialogs of the page. */
const apart = ".command-bar, .page-menu, .page-dialog, .accessibility-elements, .refresh, .swipe-actions, .row > .delete, [role=menu]";
/** The controls that keep the arrow keys, and views that they scroll. */
const keepsArrows = `${usesArrows}, input:not([type=checkbox], [type=button]), textarea, [contenteditable], video, audio, .scroll, .list`;
/** The views that show only a part of what they contain. */
const clips = ".scroll, .list";

/** The distance between two frames, by the key of the direction from the first to the second. */
const distances = {
  ArrowUp: (from, to) => from.top - to.bottom,
  ArrowDown: (from, to) => to.top - from.bottom,
  ArrowLeft: (from, to) => from.left - to.right,
  ArrowRight: (from, to) => to.left - from.right,
};
/** The difference in CSS pixels up to which two targets are equally far away, such as those in a row. */
const tolerance = 8;

/** Returns the nearest element around another one that matches a selector. */
const around = (element, selector) => element.parentElement?.closest(selector);

const edges = ({ left, top, right, bottom }) => ({ left, top, right, bottom });

/** Returns the part of a frame that is inside another one. */
const intersection = (one, other) => ({
  left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
});

/**
 * Returns the frame of an element: of its visible part, or of all of it in a view that scrolls the
 * focused element, too. Null if there is none.
 */
function frameOf(element, focused) {
  // The choices of a picker, the tabs and the items of a list are one stop of the Tab key.
  const whole = (itemAt(element) ? element.closest(".list") : element.closest("[role=radiogroup], [role=tablist]")) ?? element;
  let frame = edges(whole.getBoundingClientRect());
  for (let view = around(whole, clips); view && !view.contains(focused); view = around(view, clips)) {
    frame = intersection(frame, edges(view.getBoundingClientRect()));
  }
  return frame.right - frame.left > 1 && frame.bottom - frame.top > 1 ? frame : null;
}

const isTarget = (element) =>
  element.tabIndex >= 0 && !element.matches(`:disabled, ${clips}`) && !element.closest(apart) && isReachable(element);

/** Returns the outermost section inside another one that contains a target and not the focus. */
function unitOf(target, level, focused) {
  let unit = target;
  for (let each = target.closest(section); each && each !== level && level.contains(each); each = around(each, section)) {
    if (!each.contains(focused)) unit = each;
  }
  return unit;
}

const isVertical = (key) => key === "ArrowUp" || key === "ArrowDown";

/** Returns whether two frames are in line with each other for a move in a direction. */
function areInLine(from, to, key) {
  const common = intersection(from, to);
  return isVertical(key) ? common.right - common.left >= 1 : common.bottom - common.top >= 1;
}

/** Returns the distance between the centers of two frames across a direction. */
const shift = (from, to, key) =>
  Math.abs(isVertical(key) ? from.left + from.right - to.left - to.right : from.top + from.bottom - to.top - to.bottom) / 2;

/** Returns the nearest of some elements with frames in a direction; undefined if none is there. */
function nearest(units, from, key) {
  const found = units
    .map(({ element, frame }) => ({ element, frame, distance: distances[key](from, frame) }))
    .filter(({ frame, distance }) => distance >= -1 && areInLine(from, frame, key));
  const least = Math.min(...found.map(({ distance }) => distance));
  const close = found.filter(({ distance }) => distance <= least + tolerance);
  return close.sort((one, other) => shift(from, one.frame, key) - shift(from, other.frame, key))[0]?.element;
}

/** Returns the element that is nearest to a frame. */
function closest(targets, from) {
  const far = ({ frame }) => Math.hypot(
    Math.max(frame.left - from.right, from.left - frame.right, 0), Math.max(frame.top - from.bottom, from.top - frame.bottom, 0));
  return targets.sort((one, other) => far(one) - far(other))[0].element;
}

/** Returns the control to which an arrow key moves the focus; undefined if there is none. */
function target(focused, key) {
  const root = scope();
  if (![...root.querySelectorAll(section)].some(isReachable)) return undefined;
  const from = frameOf(focused, focused);
  if (!from) return undefined;
  const targets = [...root.querySelectorAll(controls)]
    .filter((element) => element !== focused && isTarget(element))
    .map((element) => ({ element, frame: frameOf(element, focused) })).filter(({ frame }) => frame);
  for (let inner = focused.closest(section); ; inner = around(inner, section)) {
    const level = inner && root.contains(inner) ? inner : root;
    const units = new Map();
    for (const each of targets.filter(({ element }) => level.contains(element))) {
      const unit = unitOf(each.element, level, focused);
      const frame = unit === each.element ? each.frame : frameOf(unit, focused);
      if (frame) units.set(unit, { element: unit, frame });
    }
    const found = nearest([...units.values()], from, key);
    if (found) return closest(targets.filter(({ element }) => unitOf(element, level, focused) === found), from);
    if (level === root) return undefined;
  }
}

onKey("rest", (event) => {
  const { key, target: focused } = event;
  if (!(key in distances) || event.defaultPrevented) return;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (focused === document.body || !focused.matches?.(`:not(${keepsArrows})`) || focused.closest(apart) || itemAt(focused)) return;
  const next = target(focused, key);
  if (!next) return;
  event.preventDefault();
  next.focus();
});
