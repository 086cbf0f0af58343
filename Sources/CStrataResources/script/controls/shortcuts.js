// The keyboard shortcuts of buttons, which the server writes into aria-keyshortcuts.

import { isMac } from "../core/platform.js";

/** The shortcuts that press a button: not those by which its item is copied, or pasted into it. */
export function shortcuts({ dataset, attributes }) {
  const clipboard = [dataset.drag !== undefined && "Control+C", dataset.drop !== undefined && "Control+V"];
  return attributes["aria-keyshortcuts"].value.split(" ").filter((each) => !clipboard.includes(each));
}

/** The modifier keys of aria-keyshortcuts in the order in which menus write them, and their names. */
const MODIFIERS = isMac
  ? { Control: "⌃", Alt: "⌥", Shift: "⇧", Meta: "⌘" }
  : { Meta: "Ctrl+", Control: "Ctrl+", Alt: "Alt+", Shift: "Shift+" };

/** The shortcut of a button, as menus of this platform write it: "⇧⌘U", or "Ctrl+Shift+U". */
export function shortcutText(button) {
  const parts = shortcuts(button)[0]?.split("+") ?? [];
  const key = parts.pop() ?? "";
  const held = Object.keys(MODIFIERS).filter((each) => parts.includes(each));
  // A shortcut may have both the command key and Control, which are one key on most keyboards.
  return [...new Set(held.map((each) => MODIFIERS[each]))].join("") + (key === "Plus" ? "+" : key);
}
