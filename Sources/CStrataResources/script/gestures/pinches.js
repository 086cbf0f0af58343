// Gestures of two fingers: recognizes magnifications and rotations, and reports them.
//
// A touch screen reports both fingers as pointers. A trackpad reports a pinch as a wheel with the
// control key, which is not held down, and in Safari as an event of its own, with the rotation.
// gestures.js describes the precedence of gestures, and recognizes those of one finger.

import { areHeld, candidates, finish, giveWayTo, isTouched, report } from "./gestures.js";

/** The time in milliseconds after the last event of a wheel at which a pinch on a trackpad has ended. */
const wheelDelay = 200;

/** The largest movement of a wheel that counts in one event. A wheel of a mouse moves by larger steps than a pinch. */
const longestStep = 25;

/** The gesture of two fingers that is in progress; null if none is. */
let pinch = null;

/** Returns the amount of a gesture: its scale or its angle in radians. */
const amountOf = (gesture) => (gesture.kind === "magnify" ? pinch.scale : pinch.angle);

const details = (gesture) => ({
  start: pinch.start, origin: pinch.boxes.get(gesture.element), velocity: { x: pinch.speed[gesture.kind], y: 0 },
  amounts: { amount: amountOf(gesture), width: pinch.boxes.get(gesture.element).width, height: pinch.boxes.get(gesture.element).height },
});

/** Prepares the gestures around the targets of both fingers. Returns whether there are any. */
function begin(event, targets, point) {
  end("cancelled");
  const list = candidates(targets[0]).filter((each) =>
    (each.kind === "magnify" || each.kind === "rotate") && areHeld(each, event) && targets.every((target) => each.element.contains(target)));
  if (list.length === 0) return false;
  pinch = {
    list, start: point, point, scale: 1, angle: 0, time: event.timeStamp, speed: { magnify: 0, rotate: 0 }, active: [], frame: null,
    boxes: new Map(list.map(({ element }) => [element, element.getBoundingClientRect()])),
  };
  return true;
}

/** Whether a gesture can begin beside those that are in progress. */
const isAllowed = (gesture) => gesture.precedence === "simultaneous" || pinch.active.every((each) =>
  each.precedence === "simultaneous" || (each.element === gesture.element && each.group === gesture.group));

function change(event, scale, angle, point = pinch.point) {
  const seconds = Math.max((event.timeStamp - pinch.time) / 1000, 0.001);
  pinch.speed = { magnify: (scale - pinch.scale) / seconds, rotate: (angle - pinch.angle) / seconds };
  Object.assign(pinch, { scale, angle, point, time: event.timeStamp });
  for (const gesture of pinch.list) {
    const amount = gesture.kind === "magnify" ? Math.abs(scale - 1) : Math.abs(angle);
    if (amount < gesture.first || amount === 0 || pinch.active.includes(gesture) || !isAllowed(gesture)) continue;
    giveWayTo(gesture);
    pinch.active.push(gesture);
    getSelection()?.removeAllRanges();
    report(gesture, "began", pinch.point, details(gesture));
  }
  if (pinch.active.length === 0 || pinch.frame) return;
  // At most one report in a frame.
  pinch.frame = requestAnimationFrame(() => {
    if (!pinch) return;
    pinch.frame = null;
    for (const gesture of pinch.active) report(gesture, "changed", pinch.point, details(gesture));
  });
}

/** Ends the gestures: "ended" or "cancelled". */
function end(phase) {
  if (!pinch) return;
  cancelAnimationFrame(pinch.frame);
  for (const gesture of pinch.active) report(gesture, phase, pinch.point, details(gesture));
  // The gestures of an element that one finger still drags are finished with the drag.
  for (const element of new Set(pinch.active.map((each) => each.element))) if (!isTouched(element)) finish(element, pinch.point);
  pinch = null;
}

// MARK: Touch screens

/** The fingers on the screen, by the identifiers of their pointers. */
const fingers = new Map();

/** Returns the distance, the angle and the center of the first two fingers. */
function measure() {
  const [first, second] = fingers.values();
  const [x, y] = [second.x - first.x, second.y - first.y];
  return { distance: Math.max(Math.hypot(x, y), 1), angle: Math.atan2(y, x), center: { x: first.x + x / 2, y: first.y + y / 2 } };
}

/**
 * The measures to which those of the fingers are compared, with the sum of all rotations since the
 * start of the pinch, and the way from the center of the fingers to the point of the pinch.
 */
let touch = null;

/** Goes on with the first two of the fingers that are left, from the present scale, angle and point. */
function goOn() {
  if (!pinch) return;
  const { distance, angle, center } = measure();
  const way = { x: pinch.point.x - center.x, y: pinch.point.y - center.y };
  Object.assign(touch, { distance: distance / pinch.scale, angle, way });
}

document.addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "touch") return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, target: event.target });
  if (fingers.size !== 2) return;
  const { distance, angle, center } = measure();
  touch = begin(event, [...fingers.values()].map((each) => each.target), center)
    ? { distance, angle, rotation: 0, way: { x: 0, y: 0 } } : null;
}, true);
document.addEventListener("pointermove", (event) => {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  Object.assign(finger, { x: event.clientX, y: event.clientY });
  if (!pinch || !touch || fingers.size < 2) return;
  const { distance, angle, center } = measure();
  // The shorter way around, so that the sum also counts whole turns.
  const turned = angle - touch.angle;
  touch.rotation += turned - Math.round(turned / (2 * Math.PI)) * 2 * Math.PI;
  touch.angle = angle;
  change(event, distance / touch.distance, touch.rotation, { x: center.x + touch.way.x, y: center.y + touch.way.y });
}, true);

// In the capture phase, so that a pinch ends before the drag of the same finger does.
const lift = (phase) => (event) => {
  if (!fingers.delete(event.pointerId) || !touch) return;
  if (fingers.size > 1) return goOn();
  touch = null;
  end(phase);
};
document.addEventListener("pointerup", lift("ended"), true);
document.addEventListener("pointercancel", lift("cancelled"), true);

// MARK: Trackpads

let wheelTimer = null;

function turnWheel(event) {
  if (!event.ctrlKey || event.defaultPrevented || touch) return;
  const isNew = wheelTimer === null;
  if (isNew && !begin(event, [event.target], { x: event.clientX, y: event.clientY })) return;
  if (!pinch) return;
  // The browser would zoom the page.
  event.preventDefault();
  clearTimeout(wheelTimer);
  wheelTimer = setTimeout(() => {
    wheelTimer = null;
    if (!touch) end("ended");
  }, wheelDelay);
  const step = Math.max(-longestStep, Math.min(longestStep, event.deltaY));
  change(event, pinch.scale * Math.exp(-step / 100), 0);
}

// Browsers scroll without waiting for the script where no listener can prevent it, so only the
// elements that need a listener have one.
const listening = new WeakSet();

document.addEventListener("pointerover", ({ target }) => {
  const element = target.closest?.("[data-gestures*='magnify:']");
  if (!element || listening.has(element)) return;
  listening.add(element);
  element.addEventListener("wheel", turnWheel, { passive: false });
});

let isSafariPinch = false;

addEventListener("gesturestart", (event) => {
  if (fingers.size > 0) return;
  isSafariPinch = begin(event, [event.target], { x: event.clientX, y: event.clientY });
  if (isSafariPinch) event.preventDefault();
}, { passive: false });
addEventListener("gesturechange", (event) => {
  if (!isSafariPinch || !pinch) return;
  event.preventDefault();
  change(event, event.scale, event.rotation * Math.PI / 180);
}, { passive: false });
addEventListener("gestureend", () => {
  if (!isSafariPinch) return;
  isSafariPinch = false;
  end("ended");
});
