// Presses of buttons, and the Escape key of dialogs.

import { send } from "./connection.js";

document.addEventListener("click", (event) => {
  const control = event.target.closest("[data-action]");
  if (!control || control.disabled) return;
  send(control.closest("[data-id]"), control.dataset.action);
});

// The Escape key. The server dismisses the dialog, so that its state and the page agree.
document.addEventListener("cancel", (event) => {
  event.preventDefault();
  send(event.target, "dismiss");
}, true);
