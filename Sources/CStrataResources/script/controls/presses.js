// Presses: reports clicks on elements with an action, and whether a button is held down.

import { send } from "../core/connection.js";
import { onKey, onKeyUp } from "../core/keyboard.js";
import { sendBeginning, sendEnd } from "../core/unfinished.js";

document.addEventListener("click", (event) => {
  const control = event.target.closest("[data-action]");
  if (!control || control.disabled) return;
  // The app opens the address of the link.
  if (control.matches("a[href]")) event.preventDefault();
  const { action, run } = control.dataset;
  // Of a link in a text, the number of its part of the text.
  send(control.closest("[data-id]"), action, run === undefined ? {} : { run: Number(run) });
});

/** The button that is held down, if its style depends on that. */
let held = null;

function hold(button, isPressed) {
  if (isPressed === (held === button)) return;
  held = isPressed ? button : null;
  const released = { isPressed: false };
  if (isPressed) sendBeginning(button, "pressing", { isPressed }, released);
  else sendEnd(button, "pressing", released);
}

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-presses]");
  if (button && !button.disabled && event.button === 0) hold(button, true);
});
for (const name of ["pointerup", "pointercancel", "dragstart", "blur"]) {
  addEventListener(name, () => { if (held) hold(held, false); });
}
document.addEventListener("pointerout", (event) => {
  if (held && !held.contains(event.relatedTarget)) hold(held, false);
});
onKey("actions", (event) => {
  // A link without an address that the browser knows.
  if (event.key === "Enter" && !event.repeat && event.target.matches?.("a[data-run]:not([href])")) event.target.click();
  const button = event.target.closest?.("[data-presses]");
  if (button && !event.repeat && (event.key === " " || event.key === "Enter")) hold(button, true);
});
onKeyUp(() => { if (held) hold(held, false); });
