// `defaultScrollAnchor`: a scroll view shows a point of its content at first, and stays there when
// its size or that of its content changes, until the user scrolls away.

import { afterRendering } from "../core/patches.js";

/** Whether each observed scroll view is at its anchor. */
const anchored = new WeakMap();
/** The content of scroll views that is observed. */
const observed = new WeakSet();

/** Returns the scroll position at which a scroll view shows its anchor. */
function target(scroll) {
  const [x, y] = scroll.dataset.scrollAnchor.split(" ").map(Number);
  const isRightToLeft = getComputedStyle(scroll).direction === "rtl";
  const across = scroll.scrollWidth - scroll.clientWidth;
  return { left: isRightToLeft ? across * (x - 1) : across * x, top: (scroll.scrollHeight - scroll.clientHeight) * y };
}

function align(scroll) {
  if (anchored.get(scroll)) scroll.scrollTo({ ...target(scroll), behavior: "instant" });
}

const observer = new ResizeObserver((entries) => {
  for (const scroll of new Set(entries.map(({ target }) => target.closest("[data-scroll-anchor]")))) if (scroll) align(scroll);
});

/** Aligns new scroll views with an anchor, and observes their sizes. */
function observe() {
  for (const scroll of document.querySelectorAll("[data-scroll-anchor]")) {
    if (!anchored.has(scroll)) anchored.set(scroll, true);
    for (const each of [scroll, ...scroll.children]) {
      if (observed.has(each)) continue;
      observed.add(each);
      observer.observe(each);
    }
    align(scroll);
  }
}

afterRendering("positions", observe);

document.addEventListener("scroll", ({ target: scroll }) => {
  if (!anchored.has(scroll) || scroll.dataset.scrollAnchor === undefined) return;
  const { left, top } = target(scroll);
  anchored.set(scroll, Math.abs(scroll.scrollLeft - left) < 2 && Math.abs(scroll.scrollTop - top) < 2);
}, { capture: true, passive: true });
