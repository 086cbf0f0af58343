// The keyboard: shortcuts of buttons, Delete in rows, and Return in fields.

import { send } from "../core/connection.js";
import { onKey, texts } from "../core/keyboard.js";
import { isMac } from "../core/platform.js";
import { shortcuts } from "../controls/shortcuts.js";
import { scope } from "../page/outline.js";

/** Whether a keyboard may have a character only with Shift: neither a letter nor the space is one. */
const mayNeedShift = (typed) => typed.length === 1 && typed !== " " && typed.toUpperCase() === typed.toLowerCase();

/** The keys that type these characters on the keyboard of the United States. */
const punctuation = {
  "[": "BracketLeft", "]": "BracketRight", "/": "Slash", ",": "Comma", ".": "Period", "-": "Minus", "=": "Equal", ";": "Semicolon",
  "'": "Quote", "`": "Backquote", "\\": "Backslash",
};

/** Returns the physical key of a character; undefined if keyboards differ in it. */
const codeOf = (key) => (/^[A-Z]$/.test(key) ? `Key${key}` : /^[0-9]$/.test(key) ? `Digit${key}` : punctuation[key]);

/**
 * Whether a key event matches a shortcut of aria-keyshortcuts. Meta stands for Control on
 * keyboards without a command key.
 *
 * @param rule "exact" if Shift is one of the shortcut's keys even if the character needs it;
 *   "character" if it need not be; "key" to compare the physical key instead of the character.
 */
function matches(event, shortcut, rule) {
  const parts = shortcut.split("+");
  const key = parts.pop();
  const held = new Set(parts.map((part) => (part === "Meta" && !isMac ? "Control" : part)));
  const typed = { Space: " ", Plus: "+" }[key] ?? key;
  // Shift changes the character of a digit, but not that of a letter, whose place depends on the
  // keyboard. On a Mac Option changes the character of most keys.
  const isChanged = event.altKey || (event.shiftKey && !/^[A-Z]$/.test(key));
  const isKey = rule === "key" && isChanged && event.code === codeOf(key);
  const pressed = isKey || event.key.toUpperCase() === typed.toUpperCase();
  const hasShift = event.shiftKey === held.has("Shift") || (rule === "character" && event.shiftKey && mayNeedShift(typed));
  return pressed && hasShift && event.altKey === held.has("Alt") && event.ctrlKey === held.has("Control") && event.metaKey === held.has("Meta");
}

/** Returns the button whose shortcut matches a key event; undefined for none. */
function buttonFor(event) {
  // A page that another one covers is inert, which does not keep a script from clicking.
  const buttons = [...scope().querySelectorAll("button[aria-keyshortcuts]")]
    .filter((button) => !button.disabled && !button.closest("[inert]"));
  const find = (rule) => buttons.find((button) => shortcuts(button).some((each) => matches(event, each, rule)));
  return find("exact") ?? find("character") ?? find("key");
}

/**
 * Whether an element uses a key itself: in a text a letter, or a key that edits it, such as Backspace,
 * an arrow, and Return where the text has several lines; in a slider or a choice an arrow; in a link,
 * a menu, a view with a gesture or a row with an action Return. Such a key is no shortcut while the
 * element has the focus.
 */
function usesKey({ target, key, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey) return false;
  if (key === "Enter" && (target.closest?.(followed) || target.matches?.(performing))) return true;
  if (!target.matches?.(texts)) return Boolean(target.matches?.(choices)) && /^(Arrow|Home|End|Page)/.test(key);
  if (key === "Enter") return !target.matches("input");
  return key !== "Escape" && !/^F\d+$/.test(key);
}

/**
 * Deletes a row. Unless the list is edited, trailing actions take the place of Delete, and the key
 * stands for the one of them that deletes, if there is one.
 */
function deleteRow(row) {
  if (row.closest(".list.editing") || !row.querySelector(":scope > .swipe-actions.trailing")) return send(row, "delete");
  row.querySelector(":scope > .swipe-actions .button.destructive:not(:disabled)")?.click();
}

const choices = "input[type=range], input[type=radio], select";

/** The elements in which Return follows a link or chooses an entry of a menu. */
const followed = "a[href], [role=link], [role^=menuitem], .command-menu";

/**
 * The elements in which Return stands for a tap, for the primary action of a row or for its link
 * (selection.js). What is inside them, such as a field, has keys of its own.
 */
const performing = "[data-gestures][tabindex]:not(button, input), .row[data-primary], .row:has(.link)";

onKey("shortcuts", (event) => {
  const row = event.target.closest?.(".row.deletable");
  if (row === event.target && (event.key === "Delete" || event.key === "Backspace")) {
    event.preventDefault();
    return deleteRow(row);
  }
  if (event.key === "Enter" && event.target.matches?.("input.field")) send(event.target, "submit");
  if (usesKey(event)) return;
  const button = buttonFor(event);
  if (!button) return;
  event.preventDefault();
  // Return must not also choose or expand the row that has the focus.
  event.stopPropagation();
  button.click();
});
