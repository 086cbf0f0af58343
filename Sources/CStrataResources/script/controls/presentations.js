// Sheets, popovers, dialogs and context menus: their position, closing them, and the height of
// sheets.

import { send } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { isKeyTaken, onKey } from "../core/keyboard.js";
import { afterPatch } from "../core/patches.js";
import { isMac } from "../core/platform.js";
import { ignoreNextClick } from "../page/clicks.js";

/** Returns the elements that are presented over the window, the topmost last. */
const shown = () => document.querySelector(".page-dialog[open]") ? []
  : [...document.querySelectorAll(".window > dialog[open]")];

/** The minimum distance from the edges of the window, in CSS pixels. */
const margin = 8;
/** The distance of a popover from its view, and of its arrow from its corners, in CSS pixels. */
const [gap, corner] = [10, 20];

/** Positions popovers beside their view, and context menus at the pointer. */
function placePresentations() {
  for (const element of document.querySelectorAll(".window > [data-anchor]")) place(element);
}
afterPatch("positions", placePresentations);

function place(element) {
  const { x, y, edge, anchor } = element.dataset;
  const box = element.getBoundingClientRect();
  const from = elements.get(Number(anchor))?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
  let [left, top] = [Number(x), Number(y)];
  const side = x === undefined ? sideOf(element, edge, box, from) : null;
  if (side === "left" || side === "right") {
    left = side === "right" ? from.right + gap : from.left - box.width - gap;
    top = from.top + (from.height - box.height) / 2;
  } else if (side) {
    left = from.left + (from.width - box.width) / 2;
    top = side === "top" ? from.top - box.height - gap : from.bottom + gap;
  }
  left = Math.max(margin, Math.min(left, innerWidth - box.width - margin));
  top = Math.max(margin, Math.min(top, innerHeight - box.height - margin));
  element.style.setProperty("left", `${left}px`);
  element.style.setProperty("top", `${top}px`);
  if (element.matches(".popover")) pointAt(element, side, from, { left, top });
}

/** Returns the side of its view at which a popover is placed. */
function sideOf(element, edge, box, from) {
  const space = { top: from.top, bottom: innerHeight - from.bottom, left: from.left, right: innerWidth - from.right };
  const needed = { top: box.height, bottom: box.height, left: box.width, right: box.width };
  const opposites = { top: "bottom", bottom: "top", left: "right", right: "left" };
  const isRightToLeft = getComputedStyle(element).direction === "rtl";
  const sides = { top: "top", bottom: "bottom", leading: isRightToLeft ? "right" : "left", trailing: isRightToLeft ? "left" : "right" };
  const wanted = sides[edge] ?? "bottom";
  const fits = (side) => space[side] >= needed[side] + gap + margin;
  return !fits(wanted) && fits(opposites[wanted]) ? opposites[wanted] : wanted;
}

/**
 * Sets the point of a popover's arrow: the middle of its view's side, as far as that is beside the
 * popover. sheets.css draws the arrow behind the popover.
 */
function pointAt(element, side, from, { left, top }) {
  const { width, height } = element.getBoundingClientRect();
  const within = (point, start, length) => Math.max(start + corner, Math.min(point, start + length - corner));
  const isBeside = side === "left" || side === "right";
  const point = isBeside
    ? { x: side === "right" ? left : left + width, y: within(from.top + from.height / 2, top, height) }
    : { x: within(from.left + from.width / 2, left, width), y: side === "bottom" ? top : top + height };
  element.dataset.localSide = side;
  element.style.setProperty("--arrow-x", `${point.x}px`);
  element.style.setProperty("--arrow-y", `${point.y}px`);
}

document.addEventListener("strata:presented", ({ target }) => {
  place(target);
  if (!target.matches(".context-menu")) return;
  for (const button of target.querySelectorAll("button")) if (!button.closest(".menu-items")) button.setAttribute("role", "menuitem");
  target.querySelector("button:not(:disabled)")?.focus();
});
addEventListener("resize", placePresentations);

// The Escape key only reports. The server closes the presentation, so that its state and the page
// agree.
onKey("menus", (event) => {
  const top = shown().at(-1);
  if (event.key !== "Escape" || !top) return;
  event.preventDefault();
  const buttons = [...top.querySelectorAll("button[aria-keyshortcuts~='Escape']:not(:disabled)")];
  if (buttons.every((button) => button.closest("[inert]"))) send(top, "dismiss");
});

// Other ways of the browser to close a dialog, such as a gesture.
document.addEventListener("cancel", (event) => {
  // The chooser of a file input sends this event, too.
  if (!event.target.matches("dialog[data-id]")) return;
  event.preventDefault();
  if (!isKeyTaken()) send(event.target, "dismiss");
}, true);
document.addEventListener("close", ({ target }) => {
  if (!target.matches("dialog") || target.open || !target.isConnected || left.has(target)) return;
  if (elements.get(idOf(target)) === target) target.showModal();
}, true);

/** The context menus that a secondary click beside them has closed, before the server removes them. */
const left = new WeakSet();

// A press outside dismisses a presentation with `data-light`.
document.addEventListener("pointerdown", (event) => {
  const top = shown().at(-1);
  if (!top?.hasAttribute("data-light")) return;
  const box = top.getBoundingClientRect();
  const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (isInside || event.target !== top) return;
  event.preventDefault();
  // Before the "contextmenu" event of a secondary click, which may open the next menu. It does not
  // reach a view below a modal dialog.
  if (event.button === 2 || (isMac && event.ctrlKey)) {
    if (top.matches(".context-menu")) {
      left.add(top);
      top.close();
    }
    return send(top, "dismiss");
  }
  ignoreNextClick({ isPressed: true });
  setTimeout(() => send(top, "dismiss"), 0);
}, true);

// The handle of a sheet: dragging it, or an arrow key, chooses another detent.
let drag = null;
/** The distance in CSS pixels by which a handle is dragged to reach the next detent. */
const step = 60;

function resize(sheet, by) {
  const { detent, detents } = sheet.dataset;
  const next = Number(detent) + by;
  if (next < 0) return "light" in sheet.dataset && send(sheet, "dismiss");
  if (next < Number(detents) && by !== 0) send(sheet, "detent", { detent: next });
}

document.addEventListener("pointerdown", (event) => {
  const handle = event.target.closest?.(".grabber");
  if (!handle) return;
  handle.setPointerCapture(event.pointerId);
  drag = { sheet: handle.closest(".sheet"), y: event.clientY, by: 0 };
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  drag.by = event.clientY - drag.y;
  drag.sheet.style.setProperty("--drag", `${drag.by}px`);
});
const endDrag = () => {
  if (!drag) return;
  const { sheet, by } = drag;
  drag = null;
  sheet.style.removeProperty("--drag");
  if (Math.abs(by) > step) resize(sheet, by < 0 ? 1 : -1);
};
document.addEventListener("pointerup", endDrag);
document.addEventListener("pointercancel", endDrag);
onKey("parts", (event) => {
  const sheet = event.target.closest?.(".grabber")?.closest(".sheet");
  if (!sheet || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  const { detent, detents } = sheet.dataset;
  const next = Number(detent) + (event.key === "ArrowUp" ? 1 : -1);
  if (next >= 0 && next < Number(detents)) send(sheet, "detent", { detent: next });
});
