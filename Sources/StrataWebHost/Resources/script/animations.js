// Animates what a patch moves, inserts and removes.

import { elements } from "./elements.js";

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether the user has not asked for less motion. */
export const showsMotion = () => !stillness.matches;

/** Whether a box is on the screen, or at most `around` pixels above or below it. */
const isOnScreen = (box, around = 0) => box.height > 0 && box.bottom > -around && box.top < innerHeight + around;

/**
 * Returns the boxes of elements on or near the screen, and images of visible elements that the
 * patch removes.
 */
export function look(patch) {
  const places = new Map();
  for (const [id, element] of elements) {
    const box = element.getBoundingClientRect();
    if (isOnScreen(box, innerHeight)) places.set(id, { element, box });
  }
  const pictures = [];
  for (const [name, id] of patch.operations) {
    if (name === "remove" && places.has(id) && isOnScreen(places.get(id).box)) pictures.push(picture(places.get(id)));
  }
  return { places, pictures };
}

/**
 * Returns an inert copy of an element at its position, without ID, role or any attribute by which
 * scripts, tests or assistive technology could find it.
 */
function picture({ element, box }) {
  const copy = element.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) if (!["class", "style"].includes(name)) each.removeAttribute(name);
  }
  copy.classList.add("leaving");
  copy.inert = true;
  copy.ariaHidden = "true";
  Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
  return copy;
}

/** The running moves, which are canceled when the next ones start. */
let underWay = [];

/**
 * Animates moved elements from their previous positions, fades in new elements and fades out
 * removed ones.
 */
export function animate({ places, pictures }, added, animation) {
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
    // An element already moves with its container; only the rest is its own.
    let outer = element.parentElement;
    while (outer && !ways.has(outer)) outer = outer.parentElement;
    const along = ways.get(outer) ?? { x: 0, y: 0 };
    const [x, y] = [way.x - along.x, way.y - along.y];
    if (Math.abs(x) > 0.5 || Math.abs(y) > 0.5) moves.push([element, { translate: [`${x}px ${y}px`, "0 0"] }]);
  }
  for (const child of added) if (isOnScreen(child.getBoundingClientRect())) moves.push([child, { opacity: [0, 1] }]);
  underWay = [];
  for (const [element, frames] of moves) {
    const animation = element.animate(frames, timing);
    if ("translate" in frames) underWay.push(animation);
  }
  for (const each of pictures) {
    document.body.append(each);
    each.animate({ opacity: [1, 0] }, { ...timing, fill: "both" }).finished.finally(() => each.remove());
  }
}
