// Selection of rows in a list, by the pointer and the keyboard.

import { send } from "./connection.js";
import { isMac } from "./platform.js";

const interactive = "button, a, input, select, textarea, [contenteditable], [role=switch], [role=slider],"
  + " .delete, .handle, .swipe-actions";

const choiceFor = (event) =>
  event.shiftKey ? "range" : (isMac ? event.metaKey : event.ctrlKey) ? "toggle" : "only";

/** Selects a row: shows the new selection at once, and reports it. */
function choose(row, choice) {
  const list = row.closest(".list");
  const several = list.closest("[aria-multiselectable=true]") !== null;
  if (choice === "only" || !several) {
    for (const other of list.querySelectorAll('.row[aria-selected="true"]')) if (other !== row) other.setAttribute("aria-selected", "false");
  }
  const isOn = choice === "toggle" ? row.getAttribute("aria-selected") !== "true" : true;
  row.setAttribute("aria-selected", String(isOn));
  send(row, "select", { choice: several || choice === "toggle" ? choice : "only" });
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

/** Returns the row after or before another one in its list. */
export function neighbor(row, step) {
  const rows = [...row.closest(".list").querySelectorAll(".row")];
  return rows[rows.indexOf(row) + step];
}

document.addEventListener("keydown", (event) => {
  const row = event.target.closest?.(".row");
  if (!row || event.target !== row || event.altKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Enter" && row.dataset.primary !== undefined) {
    event.preventDefault();
    perform(row);
  } else if (step) {
    const next = neighbor(row, step);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: "nearest" });
    if (next.hasAttribute("aria-selected") && !(isMac ? event.metaKey : event.ctrlKey)) choose(next, event.shiftKey ? "range" : "only");
  } else if ((event.key === " " || event.key === "Enter") && row.hasAttribute("aria-selected")) {
    event.preventDefault();
    choose(row, event.key === " " && choiceFor(event) === "only" && row.closest("[aria-multiselectable]") ? "toggle" : choiceFor(event));
  }
});
