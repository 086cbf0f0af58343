// The notice that the connection is lost. As a popover, it is in front of sheets, too.

import { onConnect, onLoss } from "../core/connection.js";
import { announce } from "../page/announcements.js";

const notice = document.createElement("div");
notice.className = "lost-notice";
notice.popover = "manual";
notice.textContent = "Reconnecting …";

onLoss(() => {
  // A screen reader would read it again after each attempt.
  if (notice.isConnected) return;
  document.body.append(notice);
  notice.showPopover();
  announce(notice.textContent);
});

onConnect(() => notice.remove());
