// ⌘Z and ⇧⌘Z, or Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y: steps of the window's undo manager. In a text
// field, the browser itself undoes and redoes what was typed there.

import { send } from "../core/connection.js";
import { elements } from "../core/elements.js";
import { onKey, texts } from "../core/keyboard.js";
import { isMac } from "../core/platform.js";

/** Returns whether a key is redo; null for a key that is neither redo nor undo. */
function redoes(event) {
  const held = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (!held || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === "z") return event.shiftKey;
  return key === "y" && !isMac && !event.shiftKey ? true : null;
}

// After the app's own keys and shortcuts.
onKey("actions", (event) => {
  if (event.defaultPrevented || event.target.closest?.(texts)) return;
  const isRedo = redoes(event);
  if (isRedo === null) return;
  event.preventDefault();
  send(elements.get(0), "undo", { isRedo });
});
