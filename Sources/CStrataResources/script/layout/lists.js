// Lists, lazy stacks and lazy grids: reports the visible rows, because only the rows near them have
// elements. The rows of a lazy stack or grid are its views.
//
// The server sends the rows near those that are visible, and a gap for each run of other rows, which
// gaps.js sizes.
//
// When a list scrolls, `visibleRows` finds the rows in its box. A position in a gap is converted to
// a row by the average height, which need not be exact: the report makes the server send the rows
// there, and their real heights then replace the estimate. ListArrangement.swift describes the
// server's part.

import { onConnect, send } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { afterPatch } from "../core/patches.js";
import { containers, gapsOf, measure, walk } from "./gaps.js";

/** The visible rows last reported for each list, by its ID. */
const reported = new Map();
/**
 * The number of rows by which a list can scroll without a report. The server makes more than that
 * many rows beyond each end of the visible ones.
 */
const slack = 8;

/** Returns the part of the window in which a container can be seen: its own box if it scrolls. */
function viewOf(container) {
  if (!container.dataset.lazy) return container.getBoundingClientRect();
  const view = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
  for (let outer = container.parentElement; outer; outer = outer.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(outer);
    if (overflowX === "visible" && overflowY === "visible") continue;
    const box = outer.getBoundingClientRect();
    view.top = Math.max(view.top, box.top);
    view.left = Math.max(view.left, box.left);
    view.bottom = Math.min(view.bottom, box.bottom);
    view.right = Math.min(view.right, box.right);
  }
  return view;
}

/** Returns a function for the start and the end of a box along the axis of a container. */
function extent(container) {
  if (container.dataset.lazy !== "x") return ({ top, bottom }) => [top, bottom];
  return getComputedStyle(container).direction === "rtl" ? ({ left, right }) => [-right, -left] : ({ left, right }) => [left, right];
}

/**
 * Returns the index of the first visible row of a container and the index after the last; null if
 * none is visible. A gap counts as the rows that it replaces.
 */
function visibleRows(container) {
  const along = extent(container);
  const [viewStart, viewEnd] = along(viewOf(container));
  let first = null;
  let last = null;
  walk(container, (element, row, count) => {
    const box = element.querySelector(":scope > .gap-lines") ?? element;
    const [start, end] = along(box.getBoundingClientRect());
    if (count === 0 || end <= start || end <= viewStart || start >= viewEnd) return;
    const length = (end - start) / count;
    first ??= row + Math.min(Math.max(Math.floor((viewStart - start) / length), 0), count - 1);
    last = row + Math.min(Math.max(Math.ceil((viewEnd - start) / length), 1), count);
  });
  return first === null ? null : [first, last];
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
function reportRows() {
  if (release) return;
  for (const container of containers()) {
    // A lazy stack that has all of its views needs no report.
    if (container.dataset.lazy && gapsOf(container).length === 0) continue;
    const rows = visibleRows(container);
    if (!rows) continue;
    const last = reported.get(idOf(container));
    // A line of a grid has several views.
    const unimportant = container.matches(".lazy-grid") ? Math.max(slack, (rows[1] - rows[0]) / 4) : slack;
    if (last && Math.abs(last[0] - rows[0]) < unimportant && Math.abs(last[1] - rows[1]) < unimportant) continue;
    reported.set(idOf(container), rows);
    send(container, "show", { rows });
  }
}

afterPatch("reports", () => {
  for (const id of reported.keys()) if (!elements.has(id)) reported.delete(id);
  reportRows();
});

onConnect(() => {
  reported.clear();
  measure();
  reportRows();
});

/** The timer that ends a pause of the reports; null while rows are reported. */
let release = null;

/**
 * Reports no rows while the page scrolls by itself: the server would remove the rows to which it
 * scrolls.
 */
export function holdReports() {
  clearTimeout(release);
  release = setTimeout(releaseReports, 200);
}

function releaseReports() {
  if (!release) return;
  clearTimeout(release);
  release = null;
  reportRows();
}

let isScrollNoted = false;
const noteScroll = () => {
  if (release) holdReports();
  if (isScrollNoted) return;
  isScrollNoted = true;
  requestAnimationFrame(() => {
    isScrollNoted = false;
    reportRows();
  });
};
document.addEventListener("scroll", noteScroll, { capture: true, passive: true });
document.addEventListener("scrollend", releaseReports, { capture: true, passive: true });
addEventListener("resize", () => {
  // The number of columns of a grid may be another one.
  measure();
  noteScroll();
});
