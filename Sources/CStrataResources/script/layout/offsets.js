// Scroll positions that the browser would lose when a patch moves or replaces elements.

import { aroundPatch, onRedraw } from "../core/patches.js";
import { measure } from "./gaps.js";

const scrolling = (selector) => [...document.querySelectorAll(selector)];

// A browser without `moveBefore` scrolls everything inside a moved element back to its start.
aroundPatch(
  "page",
  ({ operations }) => {
    if (document.body.moveBefore || !operations.some(([name]) => name === "move")) return null;
    return scrolling(".list, .scroll, textarea").filter((element) => element.scrollTop || element.scrollLeft)
      .map((element) => [element, element.scrollTop, element.scrollLeft]);
  },
  (offsets) => {
    for (const [element, top, left] of offsets) {
      if (element.scrollTop !== top) element.scrollTop = top;
      if (element.scrollLeft !== left) element.scrollLeft = left;
    }
  },
);

onRedraw(() => {
  const selector = ".list[data-id], .scroll[data-id]";
  const offsets = scrolling(selector).map(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
  return () => {
    measure();
    scrolling(selector).forEach((element, index) => ([element.scrollTop, element.scrollLeft] = offsets[index] ?? [0, 0]));
  };
});
