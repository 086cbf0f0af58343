// Swiping a row: reveals its actions, and presses the first one after a long swipe.

import { send } from "../core/connection.js";

/** The swipe that may begin or is in progress; `by` is its distance toward the leading actions. */
let swipe = null;
/**
 * The distances, in CSS pixels, from which a movement is a swipe, reveals the buttons, and presses
 * the first button at once.
 */
const [swipeStarts, swipeReveals, swipePresses] = [12, 48, 220];

const hasActions = (row) => row.matches(".deletable") || row.querySelector(":scope > .swipe-actions") !== null;

document.addEventListener("touchstart", (event) => {
  const row = event.target.closest(".row");
  for (const other of document.querySelectorAll(".row:is(.revealed, .revealed-leading)")) {
    if (other !== row) other.classList.remove("revealed", "revealed-leading");
  }
  swipe = row && hasActions(row) && event.touches.length === 1
    ? { row, x: event.touches[0].clientX, y: event.touches[0].clientY, by: 0, isRightToLeft: getComputedStyle(row).direction === "rtl" }
    : null;
}, { passive: true });

document.addEventListener("touchmove", (event) => {
  if (!swipe) return;
  const way = swipe.isRightToLeft ? -1 : 1;
  const x = (event.touches[0].clientX - swipe.x) * way;
  const y = event.touches[0].clientY - swipe.y;
  if (swipe.by === 0 && (Math.abs(x) < swipeStarts || Math.abs(x) < Math.abs(y))) return;
  const leads = swipe.row.querySelector(":scope > .swipe-actions.leading") !== null;
  swipe.by = leads ? x : Math.min(x, 0);
  swipe.row.style.setProperty("--swipe", `${swipe.by * way}px`);
  swipe.row.classList.toggle("swiped-leading", swipe.by > 0);
}, { passive: true });

/**
 * Presses the first button at an edge of a row. Returns false if a full swipe is not allowed there.
 */
function pressFirst(row, edge) {
  const actions = row.querySelector(`:scope > .swipe-actions.${edge}`);
  // While the list is edited, Delete hides the trailing actions.
  if (actions && getComputedStyle(actions).display !== "none") {
    if (actions.dataset.fullSwipe === undefined) return false;
    actions.querySelector("button")?.click();
    return true;
  }
  if (edge === "leading" || !row.matches(".deletable")) return false;
  send(row, "delete");
  return true;
}

const endSwipe = () => {
  if (!swipe) return;
  const { row, by } = swipe;
  swipe = null;
  row.style.removeProperty("--swipe");
  row.classList.remove("swiped-leading");
  if (Math.abs(by) > swipePresses && pressFirst(row, by < 0 ? "trailing" : "leading")) return;
  if (by === 0) return;
  row.classList.toggle("revealed", by < -swipeReveals);
  row.classList.toggle("revealed-leading", by > swipeReveals);
};
document.addEventListener("touchend", endSwipe);
document.addEventListener("touchcancel", endSwipe);

// Pressing a button hides the row's buttons again.
document.addEventListener("click", (event) => {
  if (event.target.closest(".swipe-actions")) event.target.closest(".row")?.classList.remove("revealed", "revealed-leading");
});
