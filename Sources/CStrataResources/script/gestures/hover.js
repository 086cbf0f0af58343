// Hovering: reports when the pointer enters and leaves elements and, if they ask for it, its
// location.

import { send } from "../core/connection.js";

const place = (element, event) => {
  const box = element.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top, originX: box.left, originY: box.top };
};

/** The elements that contain the pointer. */
let inside = [];

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch") return;
  const now = [];
  for (let each = event.target.closest?.("[data-hover]"); each; each = each.parentElement?.closest("[data-hover]")) now.push(each);
  for (const each of inside) if (!now.includes(each) && each.isConnected) send(each, "hover", { isInside: false, ...place(each, event) });
  for (const each of now) if (!inside.includes(each)) send(each, "hover", { isInside: true, ...place(each, event) });
  inside = now;
});

document.documentElement.addEventListener("pointerleave", (event) => {
  for (const each of inside) if (each.isConnected) send(each, "hover", { isInside: false, ...place(each, event) });
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
