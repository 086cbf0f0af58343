// `scrollPosition(id:)`: reports the view of a target layout that is at the anchor of a scroll view,
// at most once a frame and only when it is another one, and scrolls to a view.
//
// While a scroll view scrolls by itself, it passes other views, which are not reported.

import { send } from "../core/connection.js";
import { idOf } from "../core/elements.js";

/** The ID of the element that was last reported for each scroll view, or to which it has scrolled. */
const reported = new WeakMap();
/** The scroll views that scroll by themselves. */
const moving = new Set();

/** Returns the views of a target layout in a scroll view. */
const targetsOf = (scroll) => [...scroll.querySelectorAll(".targets > [data-id], .targets > .section > [data-id]")].filter((each) =>
  !each.matches(".gap, .section") && each.parentElement.closest(".scroll") === scroll);

const isRightToLeft = (element) => getComputedStyle(element).direction === "rtl";

/** Returns the view at the anchor of a scroll view, or the nearest one; null if there is none. */
function targetAt(scroll) {
  const [x, y] = scroll.dataset.position.split(" ").map(Number);
  const view = scroll.getBoundingClientRect();
  // A pixel inside, because the end of one view and the start of the next are at the same place.
  const inside = (length, part) => Math.min(Math.max(length * part, 1), length - 1);
  const left = view.left + inside(scroll.clientWidth, isRightToLeft(scroll) ? 1 - x : x);
  const top = view.top + inside(scroll.clientHeight, y);
  let nearest = null;
  let least = Infinity;
  for (const each of targetsOf(scroll)) {
    const box = each.getBoundingClientRect();
    const across = scroll.matches(".along-x") ? Math.max(box.left - left, left - box.right, 0) : 0;
    const along = scroll.matches(".along-y") ? Math.max(box.top - top, top - box.bottom, 0) : 0;
    if (across + along < least) [nearest, least] = [each, across + along];
  }
  return nearest;
}

function report(scroll) {
  if (moving.has(scroll) || !scroll.isConnected) return;
  const target = targetAt(scroll);
  if (!target || reported.get(scroll) === idOf(target)) return;
  reported.set(scroll, idOf(target));
  send(scroll, "position", { target: idOf(target) });
}

/** Returns the smallest distance by which an element is moved into the visible part of a view, along an axis. */
function leastWay(first, length, start, space) {
  const [before, after] = [first - start, first + length - start - space];
  // It is visible, or fills the view.
  if (before * after <= 0) return 0;
  return Math.abs(before) < Math.abs(after) ? before : after;
}

/**
 * Scrolls a scroll view, and none around it, so that an anchor is at the same point of an element
 * inside. Without an anchor, scrolls as little as possible.
 */
export function scrollToTarget(scroll, element, anchor, behavior) {
  const [box, view] = [element.getBoundingClientRect(), scroll.getBoundingClientRect()];
  const isReversed = isRightToLeft(scroll);
  let way = { x: leastWay(box.left, box.width, view.left, scroll.clientWidth), y: leastWay(box.top, box.height, view.top, scroll.clientHeight) };
  if (anchor.length) {
    const [x, y] = [isReversed ? 1 - anchor[0] : anchor[0], anchor[1]];
    way = {
      x: box.left + box.width * x - view.left - scroll.clientWidth * x,
      y: box.top + box.height * y - view.top - scroll.clientHeight * y,
    };
  }
  const across = scroll.scrollWidth - scroll.clientWidth;
  const along = scroll.scrollHeight - scroll.clientHeight;
  const limited = (position, least, most) => Math.min(Math.max(position, least), most);
  const left = limited(scroll.scrollLeft + way.x, isReversed ? -across : 0, isReversed ? 0 : across);
  const top = limited(scroll.scrollTop + way.y, 0, along);
  reported.set(scroll, idOf(element));
  if (Math.abs(left - scroll.scrollLeft) < 1 && Math.abs(top - scroll.scrollTop) < 1) return;
  moving.add(scroll);
  scroll.scrollTo({ left, top, behavior });
}

const noted = new Set();

document.addEventListener("scroll", ({ target: scroll }) => {
  if (scroll.dataset?.position === undefined || noted.has(scroll)) return;
  noted.add(scroll);
  requestAnimationFrame(() => {
    noted.delete(scroll);
    report(scroll);
  });
}, { capture: true, passive: true });

document.addEventListener("scrollend", ({ target: scroll }) => {
  if (!moving.delete(scroll)) return;
  // The view may not be at the anchor, if it is near the end. The next report is of another one.
  const target = targetAt(scroll);
  if (target) reported.set(scroll, idOf(target));
}, { capture: true, passive: true });

for (const name of ["wheel", "pointerdown", "touchstart", "keydown"]) addEventListener(name, () => moving.clear(), { capture: true, passive: true });
