// Short messages of the page to the user.

import { announce } from "./announcements.js";

/** Shows a message for some milliseconds. As a popover, it is in front of sheets, too. */
export function say(text, time = 2000) {
  const message = document.createElement("div");
  message.className = "notice";
  message.popover = "manual";
  message.textContent = text;
  document.body.append(message);
  message.showPopover();
  announce(text);
  setTimeout(() => message.remove(), time);
}
