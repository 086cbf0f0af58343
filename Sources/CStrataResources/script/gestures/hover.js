// Hovering: reports when the pointer enters and leaves elements and, if they ask for it, its
// location.

import { send } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { onRedraw } from "../core/patches.js";
import { sendBeginning, sendEnd } from "../core/unfinished.js";

const place = (element, event) => {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top, originX: box.left, originY: box.top };
};

/** The elements that contain the pointer. */
let inside = [];

// They have been drawn again.
onRedraw(() => () => (inside = inside.map((each) => elements.get(idOf(each))).filter(Boolean)));

function enter(element, event) {
  const at = place(element, event);
  sendBeginning(element, "hover", { isInside: true, ...at }, { isInside: false, ...at });
}

function leave(element, event) {
  if (element.isConnected) sendEnd(element, "hover", { isInside: false, ...place(element, event) });
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const now = [];
  for (let each = event.target.closest?.("[data-hover]"); each; each = each.parentElement?.closest("[data-hover]")) now.push(each);
  for (const each of inside) if (!now.includes(each)) leave(each, event);
  for (const each of now) if (!inside.includes(each)) enter(each, event);
  inside = now;
});

document.documentElement.addEventListener("pointerleave", (event) => {
  for (const each of inside) leave(each, event);
  inside = [];
});

let frame = null;
/** The last movement of the pointer. */
let last = null;
document.addEventListener("pointermove", (event) => {
  last = event;
  const moving = inside.filter((each) => each.dataset.hover === "moves");
  if (moving.length === 0 || frame) return;
  // At most one report in a frame.
  frame = requestAnimationFrame(() => {
    frame = null;
    for (const each of moving) if (inside.includes(each) && each.isConnected) send(each, "hover", { isInside: true, ...place(each, last) });
  });
});
