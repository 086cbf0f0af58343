// The keys Home and End in lists and lazy stacks. The browser scrolls in steps, during which the
// server's rows replace gaps of other heights, so that it stops before the end. When it has
// stopped, this module goes the rest of the way.

import { onKey } from "../core/keyboard.js";
import { containers } from "./gaps.js";

/** The scrolling element, and whether its end is wanted; null after any other action of the user. */
let wanted = null;

const isText = (element) => element.matches("input, select, textarea, [contenteditable]");

onKey("rest", (event) => {
  wanted = null;
  if (event.defaultPrevented || !["Home", "End"].includes(event.key) || isText(event.target)) return;
  const scroller = event.target.closest(".list, .scroll.along-y");
  if (!scroller || ![...containers()].some((container) => scroller.contains(container))) return;
  const isEnd = event.key === "End";
  // No scroll follows a key that changes nothing, and the end of a later one is not this key's.
  const rest = isEnd ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : scroller.scrollTop;
  if (rest > 1) wanted = { scroller, isEnd };
});

for (const name of ["wheel", "pointerdown", "touchstart"]) addEventListener(name, () => (wanted = null), { capture: true, passive: true });

document.addEventListener("scrollend", ({ target }) => {
  if (target !== wanted?.scroller) return;
  const { scroller, isEnd } = wanted;
  wanted = null;
  scroller.scrollTop = isEnd ? scroller.scrollHeight : 0;
}, { capture: true });
