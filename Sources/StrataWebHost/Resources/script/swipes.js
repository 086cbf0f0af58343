// Swiping a row to delete it.

import { send } from "./connection.js";

let swipe = null;
/**
 * Distances in CSS pixels: to distinguish a swipe from a tap, to reveal the button, to delete at
 * once.
 */
const [swipeStarts, swipeReveals, swipeDeletes] = [12, 48, 220];

document.addEventListener("touchstart", (event) => {
  const row = event.target.closest(".row.deletable");
  for (const other of document.querySelectorAll(".row.revealed")) if (other !== row) other.classList.remove("revealed");
  swipe = row && event.touches.length === 1 ? { row, x: event.touches[0].clientX, y: event.touches[0].clientY, by: 0 } : null;
}, { passive: true });

document.addEventListener("touchmove", (event) => {
  if (!swipe) return;
  const x = event.touches[0].clientX - swipe.x;
  const y = event.touches[0].clientY - swipe.y;
  if (swipe.by === 0 && (Math.abs(x) < swipeStarts || Math.abs(x) < Math.abs(y))) return;
  swipe.by = Math.min(x, 0);
  swipe.row.style.setProperty("--swipe", `${swipe.by}px`);
}, { passive: true });

const endSwipe = () => {
  if (!swipe) return;
  const { row, by } = swipe;
  swipe = null;
  row.style.removeProperty("--swipe");
  if (by < -swipeDeletes) return send(row, "delete");
  if (by !== 0) row.classList.toggle("revealed", by < -swipeReveals);
};
document.addEventListener("touchend", endSwipe);
document.addEventListener("touchcancel", endSwipe);
