// Context menus: opens them, and handles the keyboard in them.

import { ignoreNextClick } from "./clicks.js";
import { send } from "./connection.js";

/** Returns the view with a menu at or around an element, or else one inside the element's row. */
const owner = (element) => element.closest?.("[data-menu]") ?? element.closest?.(".row")?.querySelector("[data-menu]");

document.addEventListener("contextmenu", (event) => {
  const view = owner(event.target);
  if (!view) return;
  event.preventDefault();
  send(view, "menu", { x: event.clientX, y: event.clientY });
});

// Some browsers report no "contextmenu" event for a long touch.
let touch = null;
/** The duration of a long touch in milliseconds, and how far it may move in CSS pixels. */
const [longTouch, mostMovement] = [500, 10];

document.addEventListener("touchstart", (event) => {
  clearTimeout(touch?.timer);
  touch = null;
  const view = owner(event.target);
  if (!view || event.touches.length !== 1) return;
  const { clientX: x, clientY: y } = event.touches[0];
  touch = { x, y };
  touch.timer = setTimeout(() => {
    send(view, "menu", { x, y });
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

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.(".context-menu");
  if (!menu) return;
  const items = [...menu.querySelectorAll("button:not(:disabled)")];
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
