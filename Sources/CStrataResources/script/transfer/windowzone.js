// The zone at the trailing edge of the page, on which the user drops an item to see it in a new
// window. It is shown while such an item is dragged.

import { word } from "../core/words.js";
import { scope } from "../page/outline.js";

let zone = null;

/**
 * Shows the zone.
 *
 * @param open Called when the item is dropped there.
 */
export function showWindowZone(open) {
  if (zone) return;
  zone = document.createElement("div");
  zone.className = "window-zone";
  zone.popover = "manual";
  zone.textContent = word("Open in New Window");
  // The context menu of the item has the same for the keyboard.
  zone.ariaHidden = "true";
  for (const name of ["dragenter", "dragover"]) {
    zone.addEventListener(name, (event) => {
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      zone?.classList.add("is-over");
    });
  }
  zone.addEventListener("dragleave", () => zone?.classList.remove("is-over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    hideWindowZone();
    open();
  });
  // In a modal dialog, nothing else can be used.
  scope().prepend(zone);
  zone.showPopover();
}

/** Removes the zone. */
export function hideWindowZone() {
  zone?.remove();
  zone = null;
}
