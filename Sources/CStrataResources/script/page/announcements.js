// Messages that screen readers speak: those of the app (`AccessibilityNotification.Announcement`),
// and short ones of the page.

import { afterPatch, onOperation } from "../core/patches.js";
import { scope } from "./outline.js";

const region = document.createElement("div");
region.className = "announcements";
region.setAttribute("role", "status");
document.body.append(region);

/** The time in milliseconds for which a message stays, so that a screen reader speaks it. */
const duration = 10_000;

/** Has screen readers speak a message. */
export function announce(message) {
  // What is outside a modal dialog is not spoken. The last children of an alert are its buttons.
  if (region.parentElement !== scope()) scope().prepend(region);
  const text = document.createElement("p");
  // A region that was just moved is not observed yet.
  setTimeout(() => (text.textContent = message), 100);
  region.append(text);
  setTimeout(() => text.remove(), duration);
}

onOperation("announce", announce);

// The region may have been in a dialog that was removed or closed.
afterPatch("content", () => {
  const dialog = region.closest("dialog");
  if (!region.isConnected || (dialog && !dialog.open)) document.body.append(region);
});
