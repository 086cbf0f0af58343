// Pull to refresh: pulling a list down at its top loads its content again.

import { send } from "./connection.js";

/** The distance in CSS pixels after which a pull refreshes. */
const enough = 80;
let pull = null;

document.addEventListener("touchstart", (event) => {
  const list = event.target.closest(".list[data-refresh]");
  pull = list && list.scrollTop <= 0 && event.touches.length === 1 ? { list, y: event.touches[0].clientY, by: 0 } : null;
}, { passive: true });

document.addEventListener("touchmove", (event) => {
  if (!pull) return;
  pull.by = event.touches[0].clientY - pull.y;
  pull.list.classList.toggle("pulled", pull.by > enough);
}, { passive: true });

const end = () => {
  if (!pull) return;
  pull.list.classList.remove("pulled");
  if (pull.by > enough) send(pull.list, "refresh");
  pull = null;
};
document.addEventListener("touchend", end);
document.addEventListener("touchcancel", end);
