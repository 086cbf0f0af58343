// Refreshing: pulling a list down at its top, or pressing its button, loads its content again.
//
// A list of rows that can be selected is a listbox or a tree, which may not contain a button. So its
// button is the next sibling in the document, and moves to the top of the list while it is visible.

import { send } from "../core/connection.js";
import { isHidden } from "../core/elements.js";
import { afterRendering } from "../core/patches.js";
import { word } from "../core/words.js";

/** The buttons behind lists, by their lists. */
const buttons = new Map();

/** Shows the button behind a list at the top of it. */
function show(list) {
  const button = buttons.get(list);
  if (!button) return;
  list.scrollIntoView({ block: "nearest" });
  // An element around the list may be the origin of fixed positions.
  button.style.left = button.style.top = "0";
  const [origin, box] = [button.getBoundingClientRect(), list.getBoundingClientRect()];
  button.style.left = `${box.left + box.width / 2 - (origin.left + origin.width / 2)}px`;
  button.style.top = `${Math.max(8, box.top + 8) - origin.top}px`;
}

function makeButton(list) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "refresh outside";
  button.textContent = word("Refresh");
  button.addEventListener("click", () => send(list, "refresh"));
  button.addEventListener("focus", () => show(list));
  return button;
}

/** Puts a button behind each list that needs one, and removes those of other lists. */
function placeButtons() {
  const needed = new Set([...document.querySelectorAll(".list[data-refresh]:not([role=list])")].filter((list) => !isHidden(list)));
  for (const [list, button] of buttons) {
    if (needed.has(list)) continue;
    button.remove();
    buttons.delete(list);
  }
  for (const list of needed) {
    if (!buttons.has(list)) buttons.set(list, makeButton(list));
    // Patches insert and move elements after the list.
    const button = buttons.get(list);
    if (list.nextElementSibling !== button) list.after(button);
  }
}

afterRendering("content", placeButtons);

/** The distance in CSS pixels after which a pull refreshes. */
const enough = 80;
let pull = null;

document.addEventListener("touchstart", (event) => {
  const list = event.target.closest(".list[data-refresh]");
  pull = list && list.scrollTop <= 0 && event.touches.length === 1 ? { list, y: event.touches[0].clientY, by: 0 } : null;
}, { passive: true });

document.addEventListener("touchmove", (event) => {
  if (!pull) return;
  pull.by = event.touches[0].clientY - pull.y;
  pull.list.classList.toggle("pulled", pull.by > enough);
  if (pull.by > enough) show(pull.list);
}, { passive: true });

const end = () => {
  if (!pull) return;
  pull.list.classList.remove("pulled");
  if (pull.by > enough) send(pull.list, "refresh");
  pull = null;
};
document.addEventListener("touchend", end);
document.addEventListener("touchcancel", end);
