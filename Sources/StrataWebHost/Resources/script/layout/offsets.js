// Scroll positions that the browser would lose when a patch replaces elements.

import { onRedraw } from "../core/patches.js";
import { measure } from "./gaps.js";

const scrolling = () => [...document.querySelectorAll(".list[data-id], .scroll[data-id]")];

onRedraw(() => {
  const offsets = scrolling().map(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
  return () => {
    measure();
    scrolling().forEach((element, index) => ([element.scrollTop, element.scrollLeft] = offsets[index] ?? [0, 0]));
  };
});
