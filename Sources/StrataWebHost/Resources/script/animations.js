// Animates what a patch moves, inserts, removes and changes.
//
// A patch changes the page at once; the animation then shows the way from the old page to the new
// one. Before the patch, `look` records the positions and the appearance of elements, and copies
// those that the patch removes. The patch is applied. Then `animate` compares the page with the
// record:
//
// - An element that is at another position moves from the old one. The distance by which its
//   container moves is subtracted, because the element moves along with the container.
// - A new element runs its transition. The copy of a removed element runs the transition of the
//   removal in a fixed position over the page, and is then deleted.
// - An element with other attributes changes from its old appearance to the new one.
//
// The document therefore always has the final state: tests, assistive technology and the next patch
// never find a removed element. If a patch arrives during an animation, `look` records
// the positions as they are on the screen, so that the next movement begins there.

import { elements } from "./elements.js";

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether to animate: false if the user asks the system for less motion. */
export const showsMotion = () => !stillness.matches;

/** Whether a transaction of the app excludes an element from animations. */
const isStill = (element) => element !== null && element.closest("[data-still]") !== null;

/** Whether a box is on the screen, or at most `around` CSS pixels above or below it. */
const isOnScreen = (box, around = 0) => box.height > 0 && box.bottom > -around && box.top < innerHeight + around;

/**
 * Records the page before a patch: the boxes of elements on or near the screen, copies of visible
 * elements that the patch removes, copies of texts whose change has a content transition, and the
 * appearance of elements whose attributes or content change.
 */
export function look(patch) {
  const places = new Map();
  for (const [id, element] of elements) {
    const box = element.getBoundingClientRect();
    if (isOnScreen(box, innerHeight)) places.set(id, { element, box });
  }
  const pictures = [];
  const looks = new Map();
  const changes = [];
  for (const [name, id] of patch.operations) {
    if (name === "remove" && places.has(id) && isOnScreen(places.get(id).box)) pictures.push(picture(places.get(id)));
    if (name === "inside" && places.has(id)) {
      const kind = places.get(id).element.dataset.contentTransition;
      if (kind && kind !== "identity") changes.push({ ...picture(places.get(id)), kind });
    }
    if ((name === "attributes" || name === "inside") && places.has(id)) looks.set(places.get(id).element, appearance(places.get(id).element));
  }
  return { places, pictures, looks, changes };
}

/** The properties of an element's appearance that are animated. */
const animated = ["opacity", "color", "backgroundColor", "borderRadius", "width", "height", "transform", "scale", "rotate", "translate",
  "filter", "boxShadow", "clipPath", "borderColor", "fontSize", "padding"];

function appearance(element) {
  const style = getComputedStyle(element);
  return Object.fromEntries(animated.map((name) => [name, style[name]]));
}

/**
 * Returns the keyframes of the properties of an element's appearance that differ from before; null
 * if there are none.
 */
function appearanceChanges(element, before) {
  const now = appearance(element);
  // Leave alone elements that the style sheet animates, such as a spinner.
  if (element.getAnimations().some((each) => each instanceof CSSAnimation)) return null;
  const frames = Object.fromEntries(animated.filter((name) => before[name] !== now[name]).map((name) => [name, [before[name], now[name]]]));
  return Object.keys(frames).length > 0 ? frames : null;
}

/**
 * Returns the keyframes of the transition of an element that is inserted or removed, as its
 * data-transition says; without that attribute, a fade. Null for a transition without effects.
 */
function transitionFrames(element, isInsertion, box) {
  const text = element.dataset.transition;
  if (text === undefined) return isInsertion ? { opacity: [0, 1] } : { opacity: [1, 0] };
  const effects = text.split("/")[isInsertion ? 0 : 1].split(" ").filter(Boolean);
  if (effects.length === 0) return null;
  const frames = {};
  const away = { x: 0, y: 0 };
  for (const effect of effects) {
    const [name, first, second, third] = effect.split(":");
    if (name === "opacity") frames.opacity = [0, 1];
    if (name === "scale") {
      frames.scale = [first, "1"];
      if (second) frames.transformOrigin = Array(2).fill(`${second} ${third}`);
    }
    if (name === "offset") (away.x += Number(first)), (away.y += Number(second));
    if (name === "move") {
      const isRightToLeft = getComputedStyle(element.parentElement ?? element).direction === "rtl";
      const leading = isRightToLeft ? 1 : -1;
      away.x += { leading: leading * box.width, trailing: -leading * box.width }[first] ?? 0;
      away.y += { top: -box.height, bottom: box.height }[first] ?? 0;
    }
  }
  if (away.x || away.y) frames.translate = [`${away.x}px ${away.y}px`, "0 0"];
  if (!isInsertion) for (const each of Object.values(frames)) each.reverse();
  return frames;
}

/**
 * Returns an inert copy of an element at its position, with the keyframes of its removal. The copy
 * has no ID, role or other attribute by which scripts, tests or assistive technology could find it.
 */
function picture({ element, box }) {
  const copy = element.cloneNode(true);
  const frames = transitionFrames(element, false, box);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) if (!["class", "style"].includes(name)) each.removeAttribute(name);
  }
  copy.classList.add("leaving");
  copy.inert = true;
  copy.ariaHidden = "true";
  Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  return { copy, frames, element, container: element.parentElement };
}

/** The running animations that move elements. The next patch with an animation cancels them. */
let underWay = [];

/**
 * Animates the difference between the page and what `look` recorded: moves elements from their
 * previous positions, runs the transitions of inserted and removed elements, and animates changes
 * of appearance and text.
 */
export function animate({ places, pictures, looks, changes }, added, { repetitions, alternates, ...animation }) {
  const easing = CSS.supports("animation-timing-function", animation.easing) ? animation.easing : "ease-out";
  const timing = { ...animation, easing, fill: "backwards" };
  // The visible positions have been recorded in `places`. Without the running moves, elements
  // report their final positions.
  for (const each of underWay) each.cancel();
  // Read all positions before animating anything: a running animation would affect later
  // readings.
  const moves = [];
  const ways = new Map();
  for (const [id, { element, box }] of places) {
    if (elements.get(id) !== element) continue;
    const now = element.getBoundingClientRect();
    ways.set(element, { x: box.left - now.left, y: box.top - now.top });
  }
  for (const [element, way] of ways) {
    if (isStill(element)) continue;
    // An element already moves with its container, so animate only the remaining distance.
    let outer = element.parentElement;
    while (outer && !ways.has(outer)) outer = outer.parentElement;
    const along = ways.get(outer) ?? { x: 0, y: 0 };
    const [x, y] = [way.x - along.x, way.y - along.y];
    if (Math.abs(x) > 0.5 || Math.abs(y) > 0.5) moves.push([element, { translate: [`${x}px ${y}px`, "0 0"] }]);
  }
  for (const child of added) {
    const box = child.getBoundingClientRect();
    const frames = isOnScreen(box) && !isStill(child) ? transitionFrames(child, true, box) : null;
    if (frames) moves.push([child, frames]);
  }
  underWay = [];
  for (const [element, frames] of moves) {
    const animation = element.animate(frames, timing);
    if ("translate" in frames) underWay.push(animation);
  }
  const repeated = { ...timing, iterations: repetitions === 0 ? Infinity : repetitions ?? 1, direction: alternates ? "alternate" : "normal" };
  for (const [element, look] of looks) {
    if (!element.isConnected || isStill(element)) continue;
    for (const each of element.getAnimations()) if (each.id === "appearance") each.cancel();
    const frames = appearanceChanges(element, look);
    if (frames) element.animate(frames, { ...repeated, id: "appearance" });
  }
  // A copy of the previous text fades out over the new one, which fades in; numbers also roll.
  for (const { copy, element, kind } of changes) {
    if (isStill(element)) continue;
    const way = { up: -40, down: 40 }[kind] ?? 0;
    element.animate({ opacity: [0, 1], translate: [`0 ${-way}%`, "0 0"] }, timing);
    pictures.push({ copy, frames: { opacity: [1, 0], translate: ["0 0", `0 ${way}%`] } });
  }
  for (const { copy, frames, element, container } of pictures) {
    if (!frames || isStill(element ?? null) || isStill(container ?? null)) continue;
    document.body.append(copy);
    copy.animate(frames, { ...timing, fill: "both" }).finished.finally(() => copy.remove());
  }
}
