// Selection of rows in a list, by the pointer and the keyboard.

import { send } from "../core/connection.js";
import { onKey } from "../core/keyboard.js";
import { isMac } from "../core/platform.js";
import { focusEdge, focusItem, itemAt, neighbor } from "../focus/stops.js";

const interactive = "button, a, input, select, textarea, [contenteditable], [role=switch], [role=slider],"
  + " .delete, .handle, .swipe-actions";

const choiceFor = (event) =>
  event.shiftKey ? "range" : (isMac ? event.metaKey : event.ctrlKey) ? "toggle" : "only";

/** Selects a row: reports it, and shows the new selection at once. The server confirms it. */
function choose(row, choice) {
  const list = row.closest(".list");
  const several = list.closest("[aria-multiselectable=true]") !== null;
  if (!send(row, "select", { choice: several || choice === "toggle" ? choice : "only" })) return;
  if (choice === "only" || !several) {
    for (const other of list.querySelectorAll('.row[aria-selected="true"]')) if (other !== row) other.setAttribute("aria-selected", "false");
  }
  const isOn = choice === "toggle" ? row.getAttribute("aria-selected") !== "true" : true;
  row.setAttribute("aria-selected", String(isOn));
}

document.addEventListener("click", (event) => {
  const row = event.target.closest(".row[aria-selected]");
  if (!row || event.target.closest(interactive) || event.defaultPrevented) return;
  // While a list is edited, each click adds a row to the selection or removes it.
  const isEditing = row.closest(".list").classList.contains("editing");
  choose(row, isEditing ? "toggle" : choiceFor(event));
});

/** Runs the primary action of a row, which the server may apply to all selected rows. */
const perform = (row) => send(row, "primary");

document.addEventListener("dblclick", (event) => {
  const row = event.target.closest(".row[data-primary]");
  if (row && !event.target.closest(interactive)) perform(row);
});

document.addEventListener("click", (event) => {
  const row = event.target.closest(".row[data-primary]");
  if (!row || event.pointerType !== "touch" || event.target.closest(interactive)) return;
  if (!row.closest(".list").classList.contains("editing")) perform(row);
});

/** Returns the row around an item, by which an outline is expanded and collapsed. */
const outlineRow = (item) => (item.hasAttribute("aria-level") ? item : null);

/** Expands or collapses a row of an outline, or moves to the row around it. Returns whether it did. */
function turn(row, isExpanding) {
  const isExpanded = row.getAttribute("aria-expanded");
  if (isExpanded === String(!isExpanding)) {
    row.querySelector("button[aria-hidden=true]")?.click();
    return true;
  }
  if (isExpanding) return false;
  const level = Number(row.getAttribute("aria-level"));
  for (let other = neighbor(row, -1); other; other = neighbor(other, -1)) {
    if (Number(other.getAttribute("aria-level")) >= level) continue;
    move(other, "only");
    return true;
  }
  return false;
}

/** Moves the focus to an item, and selects it if it is a row that can be selected. */
function move(item, choice) {
  focusItem(item);
  if (item.hasAttribute("aria-selected") && choice) choose(item, choice);
}

onKey("actions", (event) => {
  const item = itemAt(event.target);
  if (!item || event.altKey) return;
  const isRightToLeft = getComputedStyle(item).direction === "rtl";
  const { key } = event;
  const choice = (isMac ? event.metaKey : event.ctrlKey) ? null : event.shiftKey ? "range" : "only";
  const row = outlineRow(item);
  if (key === "ArrowDown" || key === "ArrowUp") {
    const next = neighbor(item, key === "ArrowDown" ? 1 : -1);
    if (!next) return;
    event.preventDefault();
    move(next, choice);
  } else if (key === "Home" || key === "End") {
    event.preventDefault();
    const edge = focusEdge(item.closest(".list"), key === "Home");
    if (edge?.hasAttribute("aria-selected") && choice) choose(edge, choice);
  } else if ((key === "ArrowLeft" || key === "ArrowRight") && row) {
    if (turn(row, (key === "ArrowRight") !== isRightToLeft)) event.preventDefault();
  } else if (key === "Enter" && item.dataset.primary !== undefined) {
    event.preventDefault();
    perform(item);
  } else if ((key === " " || key === "Enter") && item.hasAttribute("aria-selected")) {
    event.preventDefault();
    choose(item, key === " " && choiceFor(event) === "only" && item.closest("[aria-multiselectable]") ? "toggle" : choiceFor(event));
  } else if ((key === " " || key === "Enter") && item.matches(".row")) {
    const control = item.querySelector(".link") ?? item.querySelector(":scope[aria-expanded] button[aria-hidden=true]");
    if (!control) return;
    event.preventDefault();
    control.click();
  }
});
