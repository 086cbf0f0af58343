// Sizes: reports those of elements with `data-sized`, and chooses the alternative that fits in
// elements with `data-fits`. Of elements with `data-sized="located"`, reports the location in the
// window, too.

import { onConnect } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { afterRendering } from "../core/patches.js";
import { reporter } from "./reports.js";

/** The sizes and locations last reported, by element. */
const reported = new WeakMap();
/** The elements that are observed. */
const observed = new WeakSet();
/** The elements whose size or location may be another one than the reported one. */
const changed = new Set();
/** Whether reports of locations are planned. */
let isPlanned = false;

const isShown = (element) => elements.get(idOf(element)) === element;
const isBefore = (a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
const differ = (a, b) => Object.keys(a).some((key) => !(Math.abs(a[key] - b[key]) < 0.05));

/** Returns the size of an element, and its location if that is reported. */
function frameOf(element) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const box = element.getBoundingClientRect();
  // Under a transform, only the rounded layout size is right; otherwise the box is exact.
  const exact = Math.abs(box.width - width) < 1 && Math.abs(box.height - height) < 1;
  const size = exact ? { width: box.width, height: box.height } : { width, height };
  return element.dataset.sized === "located" ? { ...size, x: box.left, y: box.top } : size;
}

/** Reports the frames that have changed: those of coordinate spaces before those of views in them. */
const report = reporter(() => {
  const reports = [];
  for (const element of [...changed].filter(isShown).sort((a, b) => (isBefore(a, b) ? -1 : 1))) {
    const frame = frameOf(element);
    const last = reported.get(element);
    if (last && !differ(frame, last)) continue;
    reported.set(element, frame);
    reports.push({ element: idOf(element), event: "resize", ...frame });
  }
  changed.clear();
  return reports;
});

function reportLocations() {
  isPlanned = false;
  for (const element of document.querySelectorAll("[data-sized='located']")) changed.add(element);
  report();
}

/** Reports the locations that have changed, in the next frame. */
function planLocations() {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(reportLocations);
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
    if (!isShown(target)) observer.unobserve(target);
    else if (target.dataset.fits !== undefined) choose(target);
    else changed.add(target);
  }
  if (changed.size > 0) report();
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
    changed.add(element);
  }
  report();
});
