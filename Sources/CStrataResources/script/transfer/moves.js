// Moves rows of a list, by dragging and by the keyboard.

import { send } from "../core/connection.js";
import { idOf } from "../core/elements.js";
import { onKey } from "../core/keyboard.js";
import { neighbor } from "../focus/stops.js";

let dragged = null;
/** Whether a row is being moved in its list. */
export const isMovingRow = () => dragged !== null;

const targetOf = (event) => {
  const row = event.target.closest?.(".row.movable");
  return dragged && row && row !== dragged && row.closest(".list") === dragged.closest(".list") ? row : null;
};
const isAfter = (event, row) => {
  const box = row.getBoundingClientRect();
  return event.clientY > box.top + box.height / 2;
};
const unmark = () => {
  for (const row of document.querySelectorAll(".drop-before, .drop-behind")) row.classList.remove("drop-before", "drop-behind");
};

document.addEventListener("dragstart", (event) => {
  const row = event.target.closest?.(".row.movable");
  if (!row || event.target !== row) return;
  dragged = row;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", "");
  row.classList.add("dragged");
});

document.addEventListener("dragover", (event) => {
  const row = targetOf(event);
  unmark();
  if (!row) return;
  event.preventDefault();
  row.classList.add(isAfter(event, row) ? "drop-behind" : "drop-before");
});

document.addEventListener("drop", (event) => {
  const row = targetOf(event);
  if (!row) return;
  event.preventDefault();
  send(dragged, "move", { row: idOf(row), isAfter: isAfter(event, row) });
});

document.addEventListener("dragend", () => {
  dragged?.classList.remove("dragged");
  dragged = null;
  unmark();
});

// Alt with an arrow key moves the row that has the focus.
onKey("parts", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = event.target.closest?.(".row.movable");
  if (!step || !event.altKey || event.target !== row) return;
  const other = neighbor(row, step);
  if (!other?.matches(".movable")) return;
  event.preventDefault();
  send(row, "move", { row: idOf(other), isAfter: step > 0 });
});
