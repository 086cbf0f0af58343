// `onKeyPress`: reports keys to the elements that handle them while they, or elements inside them,
// have the focus.

import { send } from "./connection.js";

/** The characters that KeyEquivalent has for keys that type no character. */
const characters = {
  ArrowUp: "\uF700", ArrowDown: "\uF701", ArrowLeft: "\uF702", ArrowRight: "\uF703", Delete: "\uF728", Home: "\uF729",
  End: "\uF72B", PageUp: "\uF72C", PageDown: "\uF72D", Clear: "\uF739", Enter: "\r", Escape: "\u001B", Backspace: "\b", Tab: "\t",
};

const codes = (text) => [...text].map((each) => each.codePointAt(0).toString(16)).join("-");

/** Returns the modifier keys as the bits of EventModifiers. */
export const modifiers = (event) =>
  (event.getModifierState("CapsLock") ? 1 : 0) | (event.shiftKey ? 2 : 0) | (event.ctrlKey ? 4 : 0) | (event.altKey ? 8 : 0)
  | (event.metaKey ? 16 : 0) | (event.location === 3 ? 32 : 0);

function handle(event, phase) {
  if (event.isComposing || !event.key || event.defaultPrevented) return;
  const typed = [...event.key].length === 1 ? event.key : "";
  const key = characters[event.key] ?? typed.toLowerCase();
  const isTyping = event.target.matches?.("input, textarea, [contenteditable]");
  if (!key || (isTyping && typed)) return;
  const code = codes(key);
  for (let each = event.target.closest?.("[data-keys]"); each; each = each.parentElement?.closest("[data-keys]")) {
    const { keys, keyPhases } = each.dataset;
    if (!(Number(keyPhases) & phase) || (keys !== "*" && !keys.split(" ").includes(code))) continue;
    // The server's answer comes too late to decide whether the browser acts on the key, so a key
    // that is listed always counts as handled.
    if (keys !== "*") event.preventDefault();
    return send(each, "key", { key, characters: typed, modifiers: modifiers(event), phase });
  }
}

document.addEventListener("keydown", (event) => handle(event, event.repeat ? 2 : 1));
document.addEventListener("keyup", (event) => handle(event, 4));
