// Scrolls to elements at the server's request (`ScrollViewProxy`).

import { afterPatch } from "../core/patches.js";
import { showsMotion } from "../motion/animations.js";
import { holdReports } from "./lists.js";
import { scrollToTarget } from "./positions.js";

/** The revision of the latest request that was carried out. */
let latest = 0;

/** Returns the nearest element around another that scrolls along an axis; null if there is none. */
function scroller(element, overflow, size) {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (["auto", "scroll"].includes(getComputedStyle(outer)[overflow]) && outer[`scroll${size}`] > outer[`client${size}`]) return outer;
  }
  return null;
}

/**
 * Scrolls so that a point of an element is at the same point of the scrolling elements around it,
 * as a `UnitPoint` anchor demands.
 */
function align(element, [x, y], behavior) {
  const box = element.getBoundingClientRect();
  const across = scroller(element, "overflowX", "Width");
  const along = scroller(element, "overflowY", "Height");
  if (along) {
    const view = along.getBoundingClientRect();
    along.scrollBy({ top: box.top + box.height * y - view.top - along.clientHeight * y, behavior });
  }
  if (across) {
    const view = across.getBoundingClientRect();
    across.scrollBy({ left: box.left + box.width * x - view.left - across.clientWidth * x, behavior });
  }
}

/** Carries out the requests of a patch in their order, which need not be that of their elements. */
function scrollToRequested() {
  const requests = [...document.querySelectorAll("[data-scroll]")].map((element) => ({ element, parts: element.dataset.scroll.split(" ") }))
    .filter(({ parts: [revision] }) => Number(revision) > latest)
    .sort((a, b) => Number(a.parts[0]) - Number(b.parts[0]));
  for (const { element, parts: [revision, wanted, ...anchor] } of requests) {
    latest = Number(revision);
    const behavior = showsMotion() ? wanted : "instant";
    if (behavior === "smooth") holdReports();
    const scroll = element.parentElement.closest(".scroll, .list");
    if (scroll?.dataset.position) scrollToTarget(scroll, element, anchor.map(Number), behavior);
    else if (anchor.length) align(element, anchor.map(Number), behavior);
    else element.scrollIntoView({ block: "nearest", inline: "nearest", behavior });
  }
}

afterPatch("requests", scrollToRequested);
