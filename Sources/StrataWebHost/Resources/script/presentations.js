// Sheets, popovers, dialogs and context menus: their position, closing them, and the height of
// sheets.

import { elements, idOf } from "./elements.js";
import { send } from "./connection.js";

/** Returns the elements that are presented over the window, the topmost last. */
const shown = () => [...document.querySelectorAll(".window > :is(dialog[open], [popover])")];

/** The minimum distance from the edges of the window, in CSS pixels. */
const margin = 8;

/** Positions popovers beside their view, and context menus at the pointer. */
export function placePresentations() {
  for (const element of document.querySelectorAll(".window > [data-anchor]")) place(element);
}

function place(element) {
  const { x, y, edge, anchor } = element.dataset;
  const box = element.getBoundingClientRect();
  const from = elements.get(Number(anchor))?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
  let [left, top] = [Number(x), Number(y)];
  if (x === undefined) {
    const isBeside = edge === "leading" || edge === "trailing";
    left = isBeside ? (edge === "trailing" ? from.right + 10 : from.left - box.width - 10) : from.left + (from.width - box.width) / 2;
    const isAbove = edge === "top" && from.bottom + 10 + box.height > innerHeight && from.top > box.height;
    top = isBeside ? from.top + (from.height - box.height) / 2 : isAbove ? from.top - box.height - 10 : from.bottom + 10;
  }
  left = Math.max(margin, Math.min(left, innerWidth - box.width - margin));
  top = Math.max(margin, Math.min(top, innerHeight - box.height - margin));
  element.style.setProperty("left", `${left}px`);
  element.style.setProperty("top", `${top}px`);
}

document.addEventListener("strata:presented", ({ target }) => {
  place(target);
  if (!target.matches("[popover]")) return;
  target.returnTo = document.activeElement;
  for (const button of target.querySelectorAll("button")) button.setAttribute("role", "menuitem");
  target.querySelector("button:not(:disabled)")?.focus();
});
addEventListener("resize", placePresentations);

// The Escape key only reports. The server closes the presentation, so that its state and the page
// agree.
document.addEventListener("keydown", (event) => {
  const top = shown().at(-1);
  if (event.key !== "Escape" || !top || event.isComposing) return;
  event.preventDefault();
  if (!top.querySelector("button[aria-keyshortcuts~='Escape']:not(:disabled)")) send(top, "dismiss");
}, true);

// Other ways of the browser to close a dialog, such as a gesture.
document.addEventListener("cancel", (event) => {
  event.preventDefault();
  send(event.target, "dismiss");
}, true);
document.addEventListener("close", ({ target }) => {
  if (target.matches("dialog") && !target.open && target.isConnected && elements.get(idOf(target)) === target) target.showModal();
}, true);

// A press outside dismisses a presentation with `data-light`.
document.addEventListener("pointerdown", (event) => {
  const top = shown().at(-1);
  if (!top?.hasAttribute("data-light")) return;
  const box = top.getBoundingClientRect();
  const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (isInside || (top.matches("dialog") && event.target !== top)) return;
  event.preventDefault();
  addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
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
document.addEventListener("keydown", (event) => {
  const sheet = event.target.closest?.(".grabber")?.closest(".sheet");
  if (!sheet || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  const { detent, detents } = sheet.dataset;
  const next = Number(detent) + (event.key === "ArrowUp" ? 1 : -1);
  if (next >= 0 && next < Number(detents)) send(sheet, "detent", { detent: next });
});
