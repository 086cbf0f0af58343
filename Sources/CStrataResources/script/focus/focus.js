// The focus: keeps it where it is when the page changes around it, reports it, and moves it when
// the app asks for that (`@FocusState`).
//
// An element with `data-focus` reports the focus wherever in it the focus is, and the window reports
// it everywhere else if any element has the attribute. If the attribute is not empty, the app can
// move the focus there.
//
// Both sides can move the focus at the same time. The user's move is reported in a numbered
// message, and each patch acknowledges the last message that the server had processed. A patch that
// does not acknowledge the last report was made before the server knew of the user's move, so its
// requests about the focus are ignored. A later patch has the server's answer to the report.
//
// Requests are answered: with the move, or with a refusal if the element cannot have the focus.
// Moves while a patch is applied are reported once at its end, because the app may ask for another
// one than the browser has chosen. They are not the user's, so they make no request obsolete.

import { onOpen, send } from "../core/connection.js";
import { elements } from "../core/elements.js";
import { onKey } from "../core/keyboard.js";
import { afterPatch, aroundPatch, isPatching, onAttributes, onInsertion, onRedraw, onRestoration } from "../core/patches.js";

/** The number of the last message about a move of the user. */
let lastMessage = 0;
onOpen(() => (lastMessage = 0));

/** The element that has reported the focus; null if it is nowhere. */
let reported = null;
/** Whether the focus moves at the request of the app. */
let isCarryingOut = false;
/** Whether a move of the focus is not the user's. */
const isQuiet = () => isPatching() || isCarryingOut;
/** Whether the patch has replaced the page after a reconnection. */
let wasDisconnected = false;

/** Returns the element that reports the focus of another one; null if none does. */
function reporterOf(element) {
  if (!element || element === document.body || !document.body.contains(element)) return null;
  return element.closest("[data-focus]") ?? (document.querySelector("[data-focus]") ? elements.get(0) : null);
}

const bars = ".bar, .bottom-bar";
/** The app's menus, and the menus and dialogs of the page itself. */
const menus = ".command-bar, .page-menu, .page-dialog, .rotors";

/**
 * Whether an element is in a menu, or in a bar that the focus has moved to from outside. They act on
 * what had the focus before, so for the app it stays there.
 */
function isInMenus(element) {
  if (!element?.closest || element.closest("[data-focus]")) return false;
  return Boolean(element.closest(menus) || (element.closest(bars) && reported && !reported.closest(bars)));
}

/** Whether the Tab key is being pressed, which moves the focus. */
let isTabbing = false;
onKey("first", ({ key }) => (isTabbing = key === "Tab"));
for (const name of ["keyup", "pointerdown"]) document.addEventListener(name, () => (isTabbing = false), true);

/** Records in an element that the app can move the focus to whether it has the focus. */
const mark = (element, isFocused) => {
  if (element.dataset.focus) element.dataset.focus = isFocused;
};

/** Reports the element that has the focus now, if it is another one than before. */
function report(active, origin) {
  if (isInMenus(active)) return;
  const element = reporterOf(active);
  if (element === reported) return;
  const former = reported;
  reported = element;
  const messages = [];
  if (former?.isConnected) {
    mark(former, false);
    messages.push(send(former, "focus", { isFocused: false, origin, movesOn: element ? true : undefined }));
  }
  if (element) {
    mark(element, true);
    messages.push(send(element, "focus", { isFocused: true, origin, isByTab: (isTabbing && !origin) || undefined }));
  }
  const number = messages.findLast((each) => each !== false);
  if (number && !isQuiet()) lastMessage = number;
}

/** Reports that the focus has left the element that had it for the app. */
function leave(origin) {
  mark(reported, false);
  send(reported, "focus", { isFocused: false, origin });
  reported = null;
}

document.addEventListener("focusin", ({ target }) => {
  if (!isQuiet()) report(target);
});
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  // The next element reports that it has the focus. If the whole window lost the focus, the control
  // gets it back with the window.
  if (isQuiet() || relatedTarget || (!document.hasFocus() && target.isConnected)) return;
  report(null);
});

// The buttons above the keyboard are shown while a field has the focus, or one of them. Between the
// two nothing has it, but a button that is hidden then can neither get the focus nor be clicked.
document.addEventListener("focusout", ({ relatedTarget }) => {
  const buttons = relatedTarget?.closest?.(".keyboard");
  if (buttons) buttons.dataset.localEntered = "";
});
document.addEventListener("focusin", () => {
  for (const buttons of document.querySelectorAll("[data-local-entered]")) delete buttons.dataset.localEntered;
});

// After a reconnection, the focus is where it was. It is reported again, as a move of the user, who
// may have moved it without a connection.
onRedraw(() => {
  const focused = document.activeElement?.dataset.id;
  return () => {
    if (focused !== undefined) elements.get(Number(focused))?.focus({ preventScroll: true });
    reported = document.querySelector("[data-focus]") ? elements.get(0) : null;
    wasDisconnected = true;
  };
});

// The page is that of another window, in which nothing has the focus.
onRestoration(() => (reported = null));

/** The elements whose focus the current patch sets or takes away. */
const wishes = new Map();

onInsertion((child) => {
  for (const each of [child, ...child.querySelectorAll("[data-focus=true]")]) if (each.dataset.focus === "true") wishes.set(each, true);
});
onAttributes((element, attributes) => {
  const wish = attributes["data-focus"];
  if (wish && element.dataset.focus !== wish) wishes.set(element, wish === "true");
});

const controls = "[tabindex='0'], :is(input, textarea, select, button):not(:disabled, [tabindex='-1']), a[href]:not([tabindex='-1'])";

/** Moves the focus to an element or into it. Returns whether it is there then. */
function focus(element, options) {
  if (!element.contains(document.activeElement)) element.focus(options);
  // The rows of a list can have the focus, or the controls in them.
  if (!element.contains(document.activeElement)) element.querySelector(controls)?.focus(options);
  return element.contains(document.activeElement);
}

/**
 * Moves the focus as the patch asks, unless the user has moved it since the acknowledged message.
 * Then reports where it is.
 */
function moveFocus({ acknowledged }) {
  const moves = [...wishes];
  wishes.clear();
  let origin;
  isCarryingOut = true;
  try {
    if (lastMessage <= acknowledged) origin = carryOut(moves.filter(([element]) => element.isConnected));
    report(document.activeElement, wasDisconnected ? undefined : origin ?? "page");
  } finally {
    isCarryingOut = false;
  }
  wasDisconnected = false;
}
afterPatch("focus", moveFocus);

/** Carries out requests about the focus. Returns the cause of the moves; undefined without one. */
function carryOut(moves) {
  let origin;
  for (const [element, isFocused] of moves) {
    if (isFocused) continue;
    if (element.contains(document.activeElement)) {
      document.activeElement.blur();
      origin = "app";
    } else if (reported && element.contains(reported) && isInMenus(document.activeElement)) {
      leave("app");
    }
  }
  const wanted = moves.filter(([, isFocused]) => isFocused).map(([element]) => element);
  const last = wanted.pop();
  for (const element of wanted) refuse(element);
  if (!last) return origin;
  if (focus(last)) return "app";
  refuse(last);
  return origin;
}

/** Reports that an element does not have the focus that the app has requested. */
function refuse(element) {
  mark(element, false);
  send(element, "focus", { isFocused: false, origin: "refusal" });
}

/** Returns where the focus is before a patch; null if it is nowhere. */
function placeOfFocus() {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const opener = focused?.closest("dialog")?.openedFrom ?? focused;
  const row = opener?.closest(".row");
  const list = row?.closest(".list");
  // The rows of another page are no neighbors (pagefocus.js moves the focus between pages).
  const rows = row ? [...(row.closest(".page") ?? document).querySelectorAll(".row[data-id]")] : [];
  return { focused, row, list, rows };
}

/**
 * Restores the focus that a patch has taken away: to the same element, to its row or, if that was
 * removed, to the next row that is left, or else to the previous one, or else to the list. The focus in a dialog
 * returns to the element from which the dialog was opened, or so if its row was removed, too. If the
 * patch has moved the focus to another element, such as the first item of a menu, it stays there.
 */
function restoreFocus({ focused, row, list, rows }) {
  if (document.activeElement !== document.body) return;
  if (focused.isConnected) return focused.focus({ preventScroll: true });
  if (!row || (row.isConnected && focus(row, { preventScroll: true }))) return;
  const position = rows.indexOf(row);
  const next = rows.slice(position + 1).find((each) => each.isConnected) ?? rows.slice(0, position).findLast((each) => each.isConnected);
  if (next) return focus(next, { preventScroll: true });
  // The list was scrolled to other rows. With the focus, it still reacts to the keys that scroll.
  if (!list?.isConnected) return;
  list.tabIndex = -1;
  list.focus({ preventScroll: true });
}
aroundPatch("page", placeOfFocus, restoreFocus);
