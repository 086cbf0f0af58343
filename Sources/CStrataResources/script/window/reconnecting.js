// The notice that the connection is lost. As a popover, it is in front of sheets, too.
//
// While it is shown, connection.css draws controls as unavailable. What the user does with them is
// not sent, not even later, and the notice says so.

import { onConnect, onLoss, onRefusal } from "../core/connection.js";
import { word } from "../core/words.js";
import { showsMotion } from "../motion/animations.js";
import { announce } from "../page/announcements.js";

const notice = document.createElement("div");
notice.className = "lost-notice";
notice.popover = "manual";

onLoss(() => {
  // A screen reader would read it again after each attempt.
  if (notice.isConnected) return;
  notice.textContent = word("Reconnecting …");
  document.body.append(notice);
  notice.showPopover();
  announce(notice.textContent);
});

onConnect(() => notice.remove());

/**
 * Events that are no actions of the user, are sent again after a reconnection, or say themselves
 * that the app cannot be reached.
 */
const silent = new Set(["continueActivity", "drag", "edit", "endScene", "findActivities", "focus", "handoffLink", "hover", "input", "key",
  "leave", "load", "part", "position", "pressing", "reports", "rotorEntry", "rotors", "show", "surroundings"]);

onRefusal((event, { phase }) => {
  // A gesture and a drag over a view have several phases, of which the last one acts.
  const isUnfinished = phase !== undefined && phase !== "ended" && phase !== "dropped";
  if (silent.has(event) || isUnfinished || !notice.isConnected) return;
  notice.textContent = word("Nothing was done, because the app cannot be reached. Reconnecting …");
  announce(notice.textContent);
  if (showsMotion()) notice.animate({ scale: [1, 1.06, 1] }, 250);
});
