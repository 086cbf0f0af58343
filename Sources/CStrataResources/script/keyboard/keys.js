// The keyboard: shortcuts of buttons, Delete in rows, and Return in fields.

import { send } from "../core/connection.js";
import { onKey, texts } from "../core/keyboard.js";
import { isMac } from "../core/platform.js";
import { shortcuts } from "../controls/shortcuts.js";
import { scope } from "../page/outline.js";

/** Whether a keyboard may have a character only with Shift: neither a letter nor the space is one. */
const mayNeedShift = (typed) => typed.length === 1 && typed !== " " && typed.toUpperCase() === typed.toLowerCase();

/**
 * Whether a key event matches a shortcut of aria-keyshortcuts. Meta stands for Control on
 * keyboards without a command key.
 *
 * @param isExact Whether Shift is one of the shortcut's keys, even if the character needs it.
 */
function matches(event, shortcut, isExact) {
  const parts = shortcut.split("+");
  const key = parts.pop();
  const held = new Set(parts.map((part) => (part === "Meta" && !isMac ? "Control" : part)));
  // Compare the character typed. On a Mac, Option changes it, so compare the physical key then.
  const typed = { Space: " ", Plus: "+" }[key] ?? key;
  const pressed = event.key.toUpperCase() === typed.toUpperCase() || (event.altKey && event.code === `Key${key}`);
  const hasShift = event.shiftKey === held.has("Shift") || (!isExact && event.shiftKey && mayNeedShift(typed));
  return pressed && hasShift && event.altKey === held.has("Alt") && event.ctrlKey === held.has("Control") && event.metaKey === held.has("Meta");
}

/** Returns the button whose shortcut matches a key event; undefined for none. */
function buttonFor(event) {
  // A page that another one covers is inert, which does not keep a script from clicking.
  const buttons = [...scope().querySelectorAll("button[aria-keyshortcuts]")]
    .filter((button) => !button.disabled && !button.closest("[inert]"));
  const find = (isExact) => buttons.find((button) => shortcuts(button).some((each) => matches(event, each, isExact)));
  return find(true) ?? find(false);
}

/**
 * Whether an element uses a key itself: in a text a letter, or a key that edits it, such as Backspace,
 * an arrow, and Return where the text has several lines; in a slider or a choice an arrow; in a link,
 * a menu or a view with a gesture Return. Such a key is no shortcut while the element has the focus.
 */
function usesKey({ target, key, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey) return false;
  if (key === "Enter" && target.closest?.(followed)) return true;
  if (!target.matches?.(texts)) return Boolean(target.matches?.(choices)) && /^(Arrow|Home|End|Page)/.test(key);
  if (key === "Enter") return !target.matches("input");
  return key !== "Escape" && !/^F\d+$/.test(key);
}

const choices = "input[type=range], input[type=radio], select";

/** The elements in which Return follows a link, chooses an entry of a menu or stands for a tap. */
const followed = "a[href], [role=link], [role^=menuitem], .command-menu, [data-gestures][tabindex]:not(button, input)";

onKey("shortcuts", (event) => {
  const row = event.target.closest?.(".row.deletable");
  if (row === event.target && (event.key === "Delete" || event.key === "Backspace")) {
    event.preventDefault();
    return send(row, "delete");
  }
  if (event.key === "Enter" && event.target.matches?.("input.field")) send(event.target, "submit");
  if (usesKey(event)) return;
  const button = buttonFor(event);
  if (!button) return;
  event.preventDefault();
  button.click();
});
