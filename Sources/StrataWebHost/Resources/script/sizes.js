// Sizes: reports those of elements with `data-sized`, and chooses the alternative that fits in
// elements with `data-fits`.

import { send } from "./connection.js";
import { elements, idOf } from "./elements.js";

/** The sizes last reported, by element. */
const reported = new WeakMap();
/** The elements that are observed. */
const observed = new WeakSet();

function report(element) {
  const { offsetWidth: width, offsetHeight: height } = element;
  const box = element.getBoundingClientRect();
  // Under a transform, only the rounded layout size is right; otherwise the box is exact.
  const exact = Math.abs(box.width - width) < 1 && Math.abs(box.height - height) < 1;
  const size = exact ? { width: box.width, height: box.height } : { width, height };
  const last = reported.get(element);
  if (last && Math.abs(last.width - size.width) < 0.05 && Math.abs(last.height - size.height) < 0.05) return;
  if (send(element, "resize", size)) reported.set(element, size);
}

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
export function observeSizes() {
  for (const element of document.querySelectorAll("[data-sized], [data-fits]")) {
    if (element.dataset.fits !== undefined) choose(element);
    if (observed.has(element)) continue;
    observed.add(element);
    observer.observe(element);
  }
}

/** Reports every size after a connection was made. */
export function resendSizes() {
  for (const element of document.querySelectorAll("[data-sized]")) {
    reported.delete(element);
    report(element);
  }
}
