// `onKeyPress`: reports keys to the elements that handle them while they, or elements inside them,
// have the focus.

import { send } from "../core/connection.js";
import { modifiers, onKey, onKeyUp, usesArrows } from "../core/keyboard.js";

/** The characters that KeyEquivalent has for keys that type no character. */
const characters = {
  ArrowUp: "\uF700", ArrowDown: "\uF701", ArrowLeft: "\uF702", ArrowRight: "\uF703", Delete: "\uF728", Home: "\uF729",
  End: "\uF72B", PageUp: "\uF72C", PageDown: "\uF72D", Clear: "\uF739", Enter: "\r", Escape: "\u001B", Backspace: "\b", Tab: "\t",
};

const codes = (text) => [...text].map((each) => each.codePointAt(0).toString(16)).join("-");

/**
 * Whether a key can be that of a command, such as an arrow or Delete: the element with the focus has
 * no use for it.
 */
function canCommand(event, isTyping) {
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !event.key.startsWith("Arrow") || !event.target.matches?.(usesArrows);
}

function handle(event, phase) {
  if (event.defaultPrevented) return;
  const typed = [...event.key].length === 1 ? event.key : "";
  const key = characters[event.key] ?? typed.toLowerCase();
  const isTyping = event.target.matches?.("input, textarea, [contenteditable]");
  if (!key || (isTyping && typed)) return;
  const code = codes(key);
  for (let each = event.target.closest?.("[data-keys]"); each; each = each.parentElement?.closest("[data-keys]")) {
    const { keys, keyPhases, commandKeys = "" } = each.dataset;
    const isCommand = canCommand(event, isTyping) && commandKeys.split(" ").includes(code);
    if (!(Number(keyPhases) & phase) || (keys !== "*" && !isCommand && !keys.split(" ").includes(code))) continue;
    // The server's answer comes too late to decide whether the browser acts on the key, so a key
    // that is listed always counts as handled.
    if (keys !== "*" || isCommand) event.preventDefault();
    return send(each, "key", { key, characters: typed, modifiers: modifiers(event), phase });
  }
}

onKey("app", (event) => handle(event, event.repeat ? 2 : 1));
onKeyUp((event) => handle(event, 4));
