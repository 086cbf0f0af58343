// The transitions of views that are inserted and removed, for animations.js.
//
// A removed element is shown by a copy over the page, which runs the transition of the removal. A
// transition can be interrupted by its opposite:
//
// - If an element is removed while its insertion is running, the copy starts with the appearance
//   that the element has on the screen.
// - If the same view is inserted again while its copy is still leaving, the new element starts
//   with the appearance of the copy, which is deleted. The server gives the new element another
//   ID, so the two are compared by their container, identifier and text.

import { scope } from "../page/outline.js";
import { addDeclarations, nothingDrawn } from "./declarations.js";
import { zoomFrames } from "./heroes.js";

/**
 * Returns the keyframes of the transition of an element that is inserted or removed, as its
 * data-transition says; without that attribute, a fade. Null for a transition without effects.
 */
function transitionFrames(element, isInsertion, box) {
  const text = element.dataset.transition;
  // The view may have an opacity, a transform or a filter of its own.
  const own = getComputedStyle(element);
  const opacity = Number(own.opacity);
  if (text === undefined) return isInsertion ? { opacity: [0, opacity] } : { opacity: [opacity, 0] };
  const effects = text.split("/")[isInsertion ? 0 : 1].split(" ").filter(Boolean);
  if (effects.length === 0) return null;
  const frames = {};
  const away = { x: 0, y: 0 };
  const drawn = nothingDrawn();
  for (const effect of effects) {
    const [name, first, second, third] = effect.split(":");
    if (name === "opacity") frames.opacity = [0, opacity];
    if (name === "scale") {
      frames.scale = [first, "1"];
      if (second) frames.transformOrigin = Array(2).fill(`${second} ${third}`);
    }
    if (name === "zoom") Object.assign(frames, zoomFrames(first, box));
    if (name === "css") addDeclarations(first, drawn);
    if (name === "offset") (away.x += Number(first)), (away.y += Number(second));
    if (name === "move") {
      const isRightToLeft = getComputedStyle(element.parentElement ?? element).direction === "rtl";
      const leading = isRightToLeft ? 1 : -1;
      away.x += { leading: leading * box.width, trailing: -leading * box.width }[first] ?? 0;
      away.y += { top: -box.height, bottom: box.height }[first] ?? 0;
    }
  }
  if (drawn.opacity !== 1) frames.opacity = [frames.opacity ? 0 : drawn.opacity * opacity, opacity];
  for (const name of ["transform", "filter"]) {
    if (drawn[name].length === 0) continue;
    const all = own[name] === "none" ? drawn[name] : [...drawn[name], own[name]];
    frames[name] = [all.join(" "), own[name]];
  }
  if (drawn.transformOrigin) frames.transformOrigin = Array(2).fill(drawn.transformOrigin);
  if (drawn.clipPath) frames.clipPath = [drawn.clipPath, own.clipPath === "none" ? "inset(0)" : own.clipPath];
  if (away.x || away.y) frames.translate = [`${away.x}px ${away.y}px`, "0 0"];
  if (!isInsertion) for (const each of Object.values(frames)) each.reverse();
  return frames;
}

/** The properties that transitions animate. */
const effects = ["opacity", "scale", "translate", "transform", "filter", "clipPath"];

function effectsOf(element) {
  const style = getComputedStyle(element);
  return Object.fromEntries(effects.map((name) => [name, style[name]]));
}

/** Returns a translation as two numbers of CSS pixels. */
function distance(translate) {
  const [x = 0, y = 0] = translate === "none" ? [] : translate.split(" ").map(parseFloat);
  return [x, y];
}

/** Returns keyframes that begin with the effects `now`, and end with `frames`, or else without effects. */
function continued(frames, now, natural) {
  const changed = effects.filter((name) => now[name] !== natural[name]);
  return { ...frames, ...Object.fromEntries(changed.map((name) => [name, [now[name], frames[name]?.[1] ?? natural[name]]])) };
}

/** The removed views whose copies are leaving. */
const leaving = new Set();

/** Whether a new element shows the view that a leaving copy shows. */
const isAgain = (element, { container, likeness }) => container === element.parentElement && likeness === likenessOf(element);
const likenessOf = ({ localName, className, textContent, dataset }) => JSON.stringify([localName, className, dataset.identifier, textContent]);

/**
 * Returns the keyframes of the insertion of an element with its final box; null for a transition
 * without effects. They begin where the view still leaves, if it does.
 */
export function insertionFrames(element, box) {
  const frames = transitionFrames(element, true, box);
  const former = [...leaving].find((each) => isAgain(element, each));
  if (!frames || !former) return frames;
  const now = effectsOf(former.copy);
  const [x, y] = distance(now.translate);
  now.translate = `${former.left + x - box.left}px ${former.top + y - box.top}px`;
  former.copy.remove();
  leaving.delete(former);
  for (const name of effects) if (frames[name]) frames[name][0] = now[name];
  return continued(frames, now, effectsOf(element));
}

/** Ends the transition of an element. Returns its effects before; null if none is running. */
function interrupt(element) {
  const running = element.getAnimations().filter(({ id }) => id === "transition");
  if (running.length === 0) return null;
  const now = effectsOf(element);
  for (const each of running) each.cancel();
  return now;
}

/** What may scroll in an element: the element itself and those inside it, in order. */
const scrollers = (element) => [element, ...element.querySelectorAll(".scroll, .list")];

/**
 * Returns an inert copy of an element at its position, with the keyframes of its removal. The copy
 * has no ID, role or other attribute by which scripts, tests or assistive technology could find it.
 *
 * @param isRemoved Whether the element is removed, whose running transition then ends.
 */
export function picture({ element, box: visible }, isRemoved = false) {
  const copy = element.cloneNode(true);
  const now = isRemoved ? interrupt(element) : null;
  const box = now ? element.getBoundingClientRect() : visible;
  let frames = transitionFrames(element, false, box);
  if (now && frames) frames = continued(frames, now, effectsOf(element));
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) if (!["class", "style"].includes(name)) each.removeAttribute(name);
  }
  copy.classList.add("leaving");
  copy.inert = true;
  copy.ariaHidden = "true";
  Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  const scrolls = scrollers(element).map(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
  const likeness = isRemoved ? likenessOf(element) : null;
  return { copy, frames, element, container: element.parentElement, scrolls, likeness, left: box.left, top: box.top };
}

/**
 * Shows a copy over the page. One of an element in the dialog in front is in the top layer, as the
 * dialog is.
 */
function show({ copy, container, scrolls }) {
  document.body.append(copy);
  const dialog = container?.closest("dialog[open]");
  if (dialog && dialog === scope()) {
    copy.popover = "manual";
    copy.showPopover();
  }
  // A copy begins at the start of what it scrolls.
  scrollers(copy).forEach((each, index) => {
    const [top, left] = scrolls[index];
    if (top || left) [each.scrollTop, each.scrollLeft] = [top, left];
  });
}

/** Shows a copy while it leaves, and then deletes it. */
export function leave(picture, timing) {
  const { copy, frames } = picture;
  show(picture);
  leaving.add(picture);
  copy.animate(frames, { ...timing, fill: "both" }).finished.finally(() => {
    copy.remove();
    leaving.delete(picture);
  });
}
