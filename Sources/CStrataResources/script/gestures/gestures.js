// Gestures: recognizes taps, long presses and drags, and reports them. pinches.js does the same for
// two fingers.
//
// An element lists its gestures in data-gestures, those of outer modifiers first. Of the gestures
// that match an event, one wins: an inner element's before those of the elements around it, except
// that a gesture with high precedence comes before all others. Simultaneous gestures are recognized
// in addition. A press of a control inside an element is not a press of the element.
//
// The gestures that one modifier lists are parts of a composed gesture, and have the same group.
// They win together, because the server decides which part an event is for.
//
// A gesture with modifier keys counts only while these are held down. A drag whose keys are released
// is cancelled.

import { send } from "../core/connection.js";
import { modifiers, onKey, onKeyUp } from "../core/keyboard.js";
import { isMac } from "../core/platform.js";
import { sendBeginning, sendEnd } from "../core/unfinished.js";
import { ignoreNextClick } from "../page/clicks.js";

/** The time in milliseconds within which the next of several taps has to follow. */
const tapInterval = 300;

/** Returns the gestures of an element. */
const gesturesOf = (element) =>
  (element.dataset.gestures ?? "").split(" ").filter(Boolean).map((text, index) => {
    const [kind, precedence, first, second, group = 0, keys = 0] = text.split(":");
    return { element, index, kind, precedence, first: Number(first), second: Number(second), group: Number(group), keys: Number(keys) };
  });

/**
 * Whether the modifier keys of a gesture are held down during an event. Where a keyboard has no
 * command key, the control key stands for it.
 */
export function areHeld({ keys }, event) {
  const held = modifiers(event) | (!isMac && event.ctrlKey ? 16 : 0);
  return (keys & held) === keys;
}

/** Returns the elements with gestures around a target, from inside to outside. */
function elementsAround(target) {
  const found = [];
  for (let each = target.closest?.("[data-gestures]"); each; each = each.parentElement?.closest("[data-gestures]")) found.push(each);
  return found;
}

/**
 * Returns the gestures around a target in order of precedence: of one element, those of inner
 * modifiers come first.
 */
export function candidates(target) {
  const all = elementsAround(target).flatMap((element) => gesturesOf(element).sort((a, b) => b.group - a.group || a.index - b.index));
  const high = Map.groupBy(all.filter((each) => each.precedence === "high"), (each) => `${each.element.dataset.id} ${each.group}`);
  return [...[...high.values()].reverse().flat(), ...all.filter((each) => each.precedence === "normal"),
    ...all.filter((each) => each.precedence === "simultaneous")];
}

/** Returns the simultaneous gestures and, of the others, the first and those of its group. */
function winners(list) {
  const first = list.find((each) => each.precedence !== "simultaneous");
  return list.filter((each) => each.precedence === "simultaneous" || (each.element === first?.element && each.group === first.group));
}

/** Whether the target belongs to a control inside the element. */
function isInControl(target, element) {
  const control = target.closest("button, input, select, textarea, a, summary, [contenteditable]");
  return control !== null && control !== element && element.contains(control);
}

/** The index that stands for all gestures of an element. */
const everyGesture = -1;

export function report(gesture, phase, point, more = {}) {
  const box = gesture.element.getBoundingClientRect();
  const origin = more.origin ?? { x: box.left, y: box.top };
  const start = more.start ?? point;
  const payload = {
    gesture: gesture.index, phase, x: point.x, y: point.y, startX: start.x, startY: start.y,
    originX: origin.x, originY: origin.y, velocityX: more.velocity?.x ?? 0, velocityY: more.velocity?.y ?? 0,
    ...more.amounts,
  };
  if (phase === "began") sendBeginning(gesture.element, "gesture", payload, { ...payload, gesture: everyGesture, phase: "cancelled" });
  else if (gesture.index === everyGesture) sendEnd(gesture.element, "gesture", payload);
  else send(gesture.element, "gesture", payload);
}

// MARK: Taps

let taps = { count: 0, time: 0, target: null, timer: null };

function tapped(event, point) {
  const { target } = event;
  const list = candidates(target).filter((each) => each.kind === "tap" && areHeld(each, event) && !isInControl(target, each.element));
  if (list.length === 0) return;
  clearTimeout(taps.timer);
  const isNext = taps.target === target && performance.now() - taps.time < tapInterval;
  taps = { count: isNext ? taps.count + 1 : 1, time: performance.now(), target, timer: null };
  const recognize = (count) => {
    const matching = winners(list.filter((each) => each.first === count && each.element.isConnected));
    for (const each of matching) report(each, "ended", point);
    for (const element of new Set(matching.map((each) => each.element))) finish(element, point);
  };
  const count = taps.count;
  const most = Math.max(...list.map((each) => each.first));
  if (count >= most) {
    taps.target = null;
    recognize(most);
  } else {
    // A gesture with more taps takes precedence, so wait until no further tap can follow.
    taps.timer = setTimeout(() => recognize(count), tapInterval);
  }
}

/** Reports that no gesture of an element is in progress anymore. */
export const finish = (element, point) => report({ element, index: everyGesture }, "cancelled", point);

// MARK: Presses and drags

let pointer = null;

function begin(event, point, isKey = false) {
  cancel();
  const list = candidates(event.target);
  const presses = winners(list.filter((each) => each.kind === "press" && areHeld(each, event) && !isInControl(event.target, each.element)));
  const drags = isKey ? [] : list.filter((each) => each.kind === "drag");
  if (presses.length + drags.length === 0) return;
  pointer = {
    id: event.pointerId, start: point, point, time: event.timeStamp, velocity: { x: 0, y: 0 }, drags, active: [], frame: null,
    origins: new Map(list.map(({ element }) => {
      const box = element.getBoundingClientRect();
      return [element, { x: box.left, y: box.top }];
    })),
    presses: presses.map((press) => ({ press, timer: setTimeout(() => fire(press), press.first * 1000) })),
    touched: new Set(presses.map((each) => each.element)), hasPressed: false,
  };
  for (const press of presses) report(press, "began", point);
  for (const drag of drags) if (drag.first === 0 && areHeld(drag, event)) startDrag(drag);
}

function fire(press) {
  if (!pointer) return;
  pointer.presses = pointer.presses.filter((each) => each.press !== press);
  pointer.hasPressed = true;
  report(press, "ended", pointer.point);
}

function failPresses(isTooFar) {
  for (const { press, timer } of pointer.presses.filter(({ press }) => isTooFar(press))) {
    clearTimeout(timer);
    report(press, "cancelled", pointer.point);
    pointer.presses = pointer.presses.filter((each) => each.press !== press);
  }
}

function startDrag(drag) {
  const hasWinner = pointer.active.some((each) => each.precedence !== "simultaneous" && each.element !== drag.element);
  if (pointer.active.includes(drag) || (hasWinner && drag.precedence !== "simultaneous")) return;
  pointer.active.push(drag);
  pointer.touched.add(drag.element);
  getSelection()?.removeAllRanges();
  report(drag, "began", pointer.point, details(drag));
}

const details = (drag) => ({ start: pointer.start, origin: pointer.origins.get(drag.element), velocity: pointer.velocity });

function move(event) {
  if (!pointer || event.pointerId !== pointer.id) return;
  const point = { x: event.clientX, y: event.clientY };
  const seconds = Math.max((event.timeStamp - pointer.time) / 1000, 0.001);
  pointer.velocity = { x: (point.x - pointer.point.x) / seconds, y: (point.y - pointer.point.y) / seconds };
  pointer.time = event.timeStamp;
  pointer.point = point;
  const distance = Math.hypot(point.x - pointer.start.x, point.y - pointer.start.y);
  failPresses((press) => distance > press.second);
  for (const drag of pointer.active.filter((each) => !areHeld(each, event))) {
    report(drag, "cancelled", point, details(drag));
    pointer.active = pointer.active.filter((each) => each !== drag);
    pointer.drags = pointer.drags.filter((each) => each !== drag);
  }
  for (const drag of pointer.drags) if (distance >= drag.first && areHeld(drag, event)) startDrag(drag);
  if (pointer.active.length === 0 || pointer.frame) return;
  // At most one report in a frame.
  pointer.frame = requestAnimationFrame(() => {
    if (!pointer) return;
    pointer.frame = null;
    for (const drag of pointer.active) report(drag, "changed", pointer.point, details(drag));
  });
}

/** Ends the gestures of the pointer: "ended" or "cancelled". */
function end(phase) {
  if (!pointer) return;
  cancelAnimationFrame(pointer.frame);
  failPresses(() => true);
  for (const drag of pointer.active) report(drag, phase, pointer.point, details(drag));
  for (const element of pointer.touched) finish(element, pointer.point);
  if (pointer.active.length > 0 || pointer.hasPressed) ignoreNextClick({ isPressed: false });
  pointer = null;
}

const cancel = () => end("cancelled");

/** Whether a press or a drag of an element is in progress. */
export const isTouched = (element) => pointer?.touched.has(element) ?? false;

/** Cancels the press and the drags of the pointer, unless they are parts of a gesture that has begun, or simultaneous. */
export function giveWayTo(gesture) {
  const isCompatible = (each) => each.precedence === "simultaneous" || gesture.precedence === "simultaneous"
    || (each.element === gesture.element && each.group === gesture.group);
  if (pointer && ![...pointer.drags, ...pointer.presses.map((each) => each.press)].every(isCompatible)) cancel();
}

document.addEventListener("pointerdown", (event) => {
  if (event.isPrimary && event.button === 0) begin(event, { x: event.clientX, y: event.clientY });
});
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", (event) => { if (event.pointerId === pointer?.id) end("ended"); });
document.addEventListener("pointercancel", (event) => { if (event.pointerId === pointer?.id) cancel(); });
document.addEventListener("click", (event) => tapped(event, { x: event.clientX, y: event.clientY }));

// MARK: Keyboard

/** Returns the center of an element, which is the location of a gesture by the keyboard. */
function center(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

const isPressKey = (event) => (event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-gestures][tabindex]:not(button, input, a)");

onKey("actions", (event) => {
  if (!isPressKey(event)) return;
  event.preventDefault();
  if (event.repeat) return;
  begin(event, center(event.target), true);
});
onKeyUp((event) => {
  if (!isPressKey(event)) return;
  const wasLong = pointer?.hasPressed;
  cancel();
  if (!wasLong) tapped(event, center(event.target));
});
