// The focus, which stays where it is when the page changes around it, and moves as the app says.

import { send } from "./connection.js";

/** The number of the last message about the focus. */
let lastMessage = 0;
export const noteFocus = (number) => (lastMessage = number);

const report = (event, isFocused) => {
  const element = event.target.closest?.("[data-focus]");
  if (!element) return;
  element.dataset.focus = isFocused;
  send(element, "focus", { isFocused });
};
document.addEventListener("focusin", (event) => report(event, true));
document.addEventListener("focusout", (event) => {
  // The window lost the focus, and the control will have it again.
  if (document.hasFocus() || !event.target.isConnected) report(event, false);
});

/** The elements that the server wants to have the focus, or not to have it, since the last patch. */
const wishes = new Map();
export const wishFocus = (element, isFocused) => wishes.set(element, isFocused);

/** Moves the focus as the patch says, unless the user has moved it since. */
export function moveFocus(acknowledged) {
  const moves = [...wishes];
  wishes.clear();
  if (lastMessage > acknowledged) return;
  for (const [element, isFocused] of moves) {
    if (!element.isConnected) continue;
    if (isFocused) element.focus();
    else if (document.activeElement === element) element.blur();
  }
}

/**
 * Runs a change of the document and then restores the focus: to the same element or, if its row
 * was removed, to the row that followed.
 */
export function keepingFocus(change) {
  const focused = document.activeElement;
  const row = focused?.closest(".row");
  const rows = row ? [...document.querySelectorAll(".row[data-id]")] : [];
  change();
  if (!focused || focused === document.body || document.activeElement === focused) return;
  if (focused.isConnected) return focused.focus({ preventScroll: true });
  if (!row || document.activeElement !== document.body) return;
  const position = rows.indexOf(row);
  const next = rows.slice(position + 1).find((each) => each.isConnected) ?? rows.slice(0, position).findLast((each) => each.isConnected);
  next?.focus({ preventScroll: true });
}
