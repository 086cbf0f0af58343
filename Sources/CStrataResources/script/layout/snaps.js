// `scrollTargetBehavior(.paging)`: when a scroll has ended, moves the scroll view to the nearest
// multiple of its own length. Scrolling that ends at views is done by the style sheet.

import { showsMotion } from "../motion/animations.js";

/** Returns the position of the nearest page; the end of the content counts as one. */
function nearest(position, length, end) {
  if (length <= 0 || Math.abs(Math.abs(position) - end) < 1) return position;
  return Math.round(position / length) * length;
}

document.addEventListener("scrollend", ({ target: scroll }) => {
  if (scroll.dataset?.paging === undefined) return;
  const style = getComputedStyle(scroll);
  const across = scroll.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const along = scroll.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  const left = nearest(scroll.scrollLeft, across, scroll.scrollWidth - scroll.clientWidth);
  const top = nearest(scroll.scrollTop, along, scroll.scrollHeight - scroll.clientHeight);
  if (Math.abs(left - scroll.scrollLeft) < 1 && Math.abs(top - scroll.scrollTop) < 1) return;
  scroll.scrollTo({ left, top, behavior: showsMotion() ? "smooth" : "instant" });
}, { capture: true, passive: true });
