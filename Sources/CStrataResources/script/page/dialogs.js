// Dialogs of the page itself, which stand outside the window's elements.

import { onKeyIn } from "../core/keyboard.js";

/** Returns an element with attributes and children. */
export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Returns a button of the page itself. */
export function button(title, identifier, action) {
  const made = make("button", { type: "button", class: "button", "data-identifier": identifier }, title);
  made.addEventListener("click", action);
  return made;
}

/**
 * Returns a dialog of the page itself, which is removed when it closes. Keys in it belong to no
 * element of the window.
 */
export function makeDialog(title, identifier, ...children) {
  const dialog = make("dialog", { class: "page-dialog alert", "aria-label": title, "data-identifier": identifier }, ...children);
  onKeyIn(dialog, (event) => event.stopPropagation());
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The entry of the page's menu that has opened the dialog is in a closed menu.
    if (document.activeElement === document.body) document.querySelector(".page-menu summary")?.focus();
  });
  dialog.addEventListener("pointerdown", (event) => {
    // The dialog itself is the target of a press beside it.
    const box = dialog.getBoundingClientRect();
    const isInside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (event.target === dialog && !isInside) dialog.close();
  });
  return dialog;
}

/** Shows a dialog in place of another one of the page. */
export function present(dialog) {
  for (const open of document.querySelectorAll(".page-dialog[open]")) open.close();
  document.body.append(dialog);
  dialog.showModal();
}
