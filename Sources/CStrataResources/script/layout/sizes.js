// Sizes: reports those of elements with `data-sized`, and chooses the alternative that fits in
// elements with `data-fits`. Of elements with `data-sized="located"`, reports the location in the
// window, too.

import { onConnect, send } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { afterRendering } from "../core/patches.js";

/** The sizes and locations last reported, by element. */
const reported = new WeakMap();
/** The elements that are observed. */
const observed = new WeakSet();
/**
 * The pause in milliseconds after each report of a location. While something scrolls, this keeps
 * any number of elements from exceeding the server's limit of messages.
 */
const pause = 8;
/** The time before which no location is reported. */
let nextReports = 0;
/** Whether reports of locations are planned. */
let isPlanned = false;

const differ = (a, b) => Object.keys(a).some((key) => !(Math.abs(a[key] - b[key]) < 0.05));

/** Reports the size of an element, unless it is known. Returns whether it sent a message. */
function report(element) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const box = element.getBoundingClientRect();
  // Under a transform, only the rounded layout size is right; otherwise the box is exact.
  const exact = Math.abs(box.width - width) < 1 && Math.abs(box.height - height) < 1;
  const size = exact ? { width: box.width, height: box.height } : { width, height };
  if (element.dataset.sized === "located") Object.assign(size, { x: box.left, y: box.top });
  const last = reported.get(element);
  if (last && !differ(size, last)) return false;
  if (!send(element, "resize", size)) return false;
  reported.set(element, size);
  return true;
}

function reportLocations() {
  isPlanned = false;
  const sent = [...document.querySelectorAll("[data-sized='located']")].filter(report).length;
  nextReports = performance.now() + sent * pause;
}

/** Reports the locations that have changed, in the next frame or as soon as the limit allows. */
function planLocations() {
  if (isPlanned) return;
  isPlanned = true;
  const wait = nextReports - performance.now();
  if (wait > 16) setTimeout(reportLocations, wait);
  else requestAnimationFrame(reportLocations);
}

document.addEventListener("scroll", planLocations, { capture: true, passive: true });
addEventListener("resize", planLocations);

/** Shows the first alternative that is no larger than its container; the last if none is. */
function choose(container) {
  const axes = container.dataset.fits;
  const children = [...container.children];
  const box = container.getBoundingClientRect();
  const fits = (child) => {
    child.classList.add("unfit");
    const size = child.getBoundingClientRect();
    return (!axes.includes("x") || size.width <= box.width + 0.5) && (!axes.includes("y") || axes === "xy" || size.height <= box.height + 0.5);
  };
  const chosen = children.find(fits) ?? children.at(-1);
  for (const child of children) child.classList.toggle("unfit", child !== chosen);
}

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (elements.get(idOf(target)) !== target) observer.unobserve(target);
    else if (target.dataset.fits !== undefined) choose(target);
    else report(target);
  }
});

/** Observes new elements whose size matters, and chooses again between alternatives. */
function observeSizes() {
  for (const element of document.querySelectorAll("[data-sized], [data-fits]")) {
    if (element.dataset.fits !== undefined) choose(element);
    if (observed.has(element)) continue;
    observed.add(element);
    observer.observe(element);
  }
  // What has changed may have moved other elements.
  if (document.querySelector("[data-sized='located']")) planLocations();
}

afterRendering("layout", observeSizes);

onConnect(() => {
  for (const element of document.querySelectorAll("[data-sized]")) {
    reported.delete(element);
    report(element);
  }
});
