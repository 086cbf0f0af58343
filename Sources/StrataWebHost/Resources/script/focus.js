// The focus: keeps it where it is when the page changes around it, reports it, and moves it when
// the app asks for that (`@FocusState`).
//
// Both sides can move the focus at the same time. The user's move is reported in a numbered
// message, and each patch acknowledges the last message that the server had processed. A patch that
// does not acknowledge the last report was made before the server knew of the user's move, so its
// requests about the focus are ignored. A later patch has the server's answer to the report.

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
  // If the whole window lost the focus, the control gets it back with the window.
  if (document.hasFocus() || !event.target.isConnected) report(event, false);
});

/** The elements whose focus the current patch sets or takes away. */
const wishes = new Map();
export const wishFocus = (element, isFocused) => wishes.set(element, isFocused);

/**
 * Moves the focus as the patch asks, unless the user has moved it since the acknowledged message.
 */
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
 * Runs a change of the document and then restores the focus: to the same element or, if its row was
 * removed, to the next row that is left, or else to the previous one, or else to the list. If the
 * change has moved the focus to another element, such as the first item of a menu, it stays there.
 */
export function keepingFocus(change) {
  const focused = document.activeElement;
  const row = focused?.closest(".row");
  const list = row?.closest(".list");
  const rows = row ? [...document.querySelectorAll(".row[data-id]")] : [];
  change();
  if (!focused || focused === document.body || document.activeElement !== document.body) return;
  if (focused.isConnected) return focused.focus({ preventScroll: true });
  if (!row) return;
  const position = rows.indexOf(row);
  const next = rows.slice(position + 1).find((each) => each.isConnected) ?? rows.slice(0, position).findLast((each) => each.isConnected);
  if (next) return next.focus({ preventScroll: true });
  // The list was scrolled to other rows. With the focus, it still reacts to the keys that scroll.
  if (!list?.isConnected) return;
  list.tabIndex = -1;
  list.focus({ preventScroll: true });
}
