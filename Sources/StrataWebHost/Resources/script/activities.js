// The page's own menu: a link that continues the window's activity on another device (handoff.js),
// and the search for activities (activitysearch.js). It stands outside the window's elements, at
// the end of the app's commands or, in an app without them, as a handle at the edge of the page. It
// exists only while the server offers one of its entries.

import { showLink } from "./handoff.js";
import { showSearch } from "./activitysearch.js";
import { isMac } from "./platform.js";

let menu = null;
let canSearch = false;

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
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => {
    dialog.remove();
    // The entry that has opened the dialog is in a closed menu.
    if (document.activeElement === document.body) menu?.querySelector("summary").focus();
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

/** Sets the entries of the menu. Without one, there is no menu. */
export function offer(continues, searches) {
  canSearch = searches;
  const open = menu?.querySelector("details");
  const focused = document.activeElement?.dataset.identifier;
  if (!continues && !searches) {
    menu?.remove();
    return void (menu = null);
  }
  menu ??= document.body.appendChild(make("nav", { class: "page-menu", "aria-label": "Window" }));
  const summary = make("summary", { "aria-label": "Window menu", "data-identifier": "page.menu" }, "⋯");
  const entries = make("details", { class: "command-menu" }, summary);
  if (continues) entries.append(button("Continue on Another Device", "page.handoff", showLink));
  if (searches) {
    const entry = button("Search Activities", "page.search", showSearch);
    entry.append(make("kbd", {}, isMac ? "⌘K" : "Ctrl+K"));
    entries.append(entry);
  }
  if (open) {
    entries.open = open.open;
    open.replaceWith(entries);
    if (focused?.startsWith("page.")) entries.querySelector(`[data-identifier="${focused}"]`)?.focus();
  } else {
    menu.prepend(entries);
  }
}

// After the listeners of the document, so that a shortcut of the app has precedence.
addEventListener("keydown", (event) => {
  if (!canSearch || event.defaultPrevented || event.isComposing || event.key?.toLowerCase() !== "k") return;
  if (event.altKey || event.shiftKey || event.metaKey !== isMac || event.ctrlKey === isMac) return;
  event.preventDefault();
  showSearch();
});
