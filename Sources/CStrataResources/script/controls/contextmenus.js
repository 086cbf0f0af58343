// Context menus: opens them, and handles the keyboard in them.

import { send } from "../core/connection.js";
import { onKey } from "../core/keyboard.js";
import { ignoreNextClick } from "../page/clicks.js";
import { makeToken } from "../transfer/drags.js";

/** Returns the view with a menu at or around an element, or else one inside the element's row. */
const owner = (element) => element.closest?.("[data-menu]") ?? element.closest?.(".row")?.querySelector("[data-menu]");

/**
 * Returns the draggable view at or around an element, or inside its row, that a new window may show.
 * A field and a link keep the browser's menu.
 */
const openable = (element) => (element.closest?.("input, textarea, select, a[href], [contenteditable]")
  ? null
  : element.closest?.("[data-drag-window]") ?? element.closest?.(".row")?.querySelector("[data-drag-window]"));

/**
 * Opens the menu for an element. If a new window may show the element's item, the menu offers that,
 * too; without a menu of the app, the server shows one only for it. Returns whether there may be a
 * menu.
 */
function openMenu(element, point) {
  const view = owner(element);
  const item = openable(element);
  const place = item ? { ...point, token: makeToken() } : point;
  if (item) send(item, "drag", { phase: "menu", token: place.token, menu: view ? null : place });
  if (view) send(view, "menu", place);
  return Boolean(view ?? item);
}

document.addEventListener("contextmenu", (event) => {
  if (openMenu(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault();
});

// Some browsers report no "contextmenu" event for a long touch.
let touch = null;
/** The duration of a long touch in milliseconds, and how far it may move in CSS pixels. */
const [longTouch, mostMovement] = [500, 10];

document.addEventListener("touchstart", (event) => {
  clearTimeout(touch?.timer);
  touch = null;
  const { target } = event;
  if (!(owner(target) ?? openable(target)) || event.touches.length !== 1) return;
  const { clientX: x, clientY: y } = event.touches[0];
  touch = { x, y };
  touch.timer = setTimeout(() => {
    openMenu(target, { x, y });
    ignoreNextClick({ isPressed: true });
    touch = null;
  }, longTouch);
}, { passive: true });
document.addEventListener("touchmove", (event) => {
  if (!touch) return;
  const { clientX, clientY } = event.touches[0];
  if (Math.hypot(clientX - touch.x, clientY - touch.y) <= mostMovement) return;
  clearTimeout(touch.timer);
  touch = null;
}, { passive: true });
for (const name of ["touchend", "touchcancel"]) {
  document.addEventListener(name, () => {
    clearTimeout(touch?.timer);
    touch = null;
  });
}

onKey("parts", (event) => {
  const menu = event.target.closest?.(".context-menu");
  // The keys of a submenu are those of menus.js, but Tab leaves both.
  if (!menu || (event.target.closest(".menu-items") && event.key !== "Tab")) return;
  const items = [...menu.querySelectorAll(".menu-list button:not(:disabled)")].filter((each) => !each.closest(".menu-items"));
  const position = items.indexOf(event.target);
  const next = { ArrowDown: (position + 1) % items.length, ArrowUp: (position - 1 + items.length) % items.length,
    Home: 0, End: items.length - 1 }[event.key];
  if (event.key === "Tab") {
    event.preventDefault();
    send(menu, "dismiss");
  } else if (next !== undefined) {
    event.preventDefault();
    items[next]?.focus();
  }
});
