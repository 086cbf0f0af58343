// Lists: reports the visible rows, because only the rows near them have elements.
//
// The server sends the rows near those that are visible, and a gap for each run of other rows. A
// gap is as high as its rows would be: `measure` sets the average heights of rows and headers, by
// which lists.css computes it. So the scroll bar fits the whole list, and the user can scroll to
// any place.
//
// When a list scrolls, `visibleRows` finds the rows in its box. A position in a gap is converted to
// a row by the average height, which need not be exact: the report makes the server send the rows
// there, and their real heights then replace the estimate. ListArrangement.swift describes the
// server's part.

import { send } from "./connection.js";
import { idOf } from "./elements.js";

/** The visible rows last reported for each list, by its ID. */
const reported = new Map();
/**
 * The number of rows by which a list can scroll without a report. The server makes more than that
 * many rows beyond each end of the visible ones.
 */
const slack = 8;

/**
 * Returns the index of the first visible row of a list and the index after the last; null if none
 * is visible. A gap counts as the rows that it replaces.
 */
function visibleRows(list) {
  const view = list.getBoundingClientRect();
  let first = null;
  let last = null;
  const look = (element, row, count) => {
    const box = element.getBoundingClientRect();
    if (count > 0 && box.height > 0 && box.bottom > view.top && box.top < view.bottom) {
      const height = box.height / count;
      const from = row + Math.min(Math.max(Math.floor((view.top - box.top) / height), 0), count - 1);
      const to = row + Math.min(Math.max(Math.ceil((view.bottom - box.top) / height), 1), count);
      first ??= from;
      last = to;
    }
  };
  walk(list, look);
  return first === null ? null : [first, last];
}

/** Calls `look` with each row and each gap of a list, and the index of the first row of each. */
function walk(list, look) {
  let row = 0;
  const visit = (children) => {
    for (const child of children) {
      if (child.dataset.firstRow !== undefined) row = Number(child.dataset.firstRow);
      if (child.matches(".section")) visit(child.children);
      else if (child.matches(".gap, .row")) {
        const count = child.matches(".gap") ? Number(child.dataset.rows) : 1;
        look(child, row, count);
        row += count;
      }
    }
  };
  visit(list.children);
}

/**
 * Returns the index of the first row at the top of a list, and its distance from there in CSS
 * pixels; nothing for other elements.
 */
export function firstRow(list) {
  if (!list.matches(".list")) return [];
  const { top } = list.getBoundingClientRect();
  let found = [];
  walk(list, (element, row, count) => {
    const box = element.getBoundingClientRect();
    if (found.length || !count || !box.height || box.bottom <= top) return;
    const height = box.height / count;
    const before = Math.max(Math.floor((top - box.top) / height), 0);
    found = [row + before, box.top + before * height - top];
  });
  return found;
}

/**
 * Scrolls a list so that a row is at a distance from its top. Returns false if the row does not
 * exist yet: the list then shows the gap in its place, and the server sends the row.
 */
export function alignRow(list, index, distance) {
  const { top } = list.getBoundingClientRect();
  let exists = false;
  let target = null;
  walk(list, (element, row, count) => {
    if (index < row || index >= row + count) return;
    exists = element.matches(".row");
    const box = element.getBoundingClientRect();
    target = box.top + (index - row) * (box.height / count);
  });
  if (target === null) return false;
  list.scrollTop += target - top - distance;
  return exists;
}

/** Reports the visible rows of each list that has scrolled far enough. */
export function reportRows() {
  for (const list of document.querySelectorAll(".list[data-id]")) {
    const rows = visibleRows(list);
    if (!rows) continue;
    const last = reported.get(idOf(list));
    if (last && Math.abs(last[0] - rows[0]) < slack && Math.abs(last[1] - rows[1]) < slack) continue;
    reported.set(idOf(list), rows);
    send(list, "show", { rows });
  }
}

/** Reports the visible rows of each list after a connection was made. */
export function resendRows() {
  reported.clear();
  measure();
  reportRows();
}

/** Sizes the gaps by the average height of the rows and headers that exist. */
export function measure() {
  const average = (list, selector) => {
    const boxes = [...list.querySelectorAll(selector)].slice(0, 40).map((each) => each.getBoundingClientRect().height);
    return boxes.length ? boxes.reduce((a, b) => a + b) / boxes.length : 0;
  };
  for (const list of document.querySelectorAll(".list[data-id]")) {
    for (const [name, selector] of [["--row-height", ".row"], ["--header-height", ".header"]]) {
      const height = average(list, selector);
      const known = parseFloat(list.style.getPropertyValue(name)) || 0;
      if (height > 0 && Math.abs(height - known) > 0.5) list.style.setProperty(name, `${height}px`);
    }
  }
}

let isScrollNoted = false;
const noteScroll = () => {
  if (isScrollNoted) return;
  isScrollNoted = true;
  requestAnimationFrame(() => {
    isScrollNoted = false;
    reportRows();
  });
};
document.addEventListener("scroll", noteScroll, { capture: true, passive: true });
addEventListener("resize", noteScroll);
