// Gaps: empty space for the rows of lists, and the views of lazy stacks and grids, that have no
// elements because they are far from the visible ones.
//
// A gap is as long as its rows would be, by the average length of those that exist. So the scroll
// bar fits the whole list, and the user can scroll to any place.
//
// In a grid, a gap stands for whole lines of cells, and for the cells at the start of the line in
// which the first cell after the gap is. It is two parts, of which the second spans these cells.
// Only the browser knows the number of columns.
//
// No element can be longer than some 33 million pixels, fewer than a million rows need. If all rows
// together would be longer than `longest`, the gaps are shorter than their rows, by a factor that
// keeps the whole length the same. The rows that exist have their real lengths. So the scroll bar
// still leads to every row: a position in a gap stands for a row in proportion.

import { elements } from "../core/elements.js";
import { aroundPatch, keepAttribute, onAttributes, onOperation } from "../core/patches.js";

/** The length of the rows of a list together, in pixels, from which its gaps are shortened. */
const longest = 12_000_000;
/** The number of rows whose length is measured. */
const mostMeasured = 120;
/** The average lengths of lines and headers of lazy stacks and grids. */
const averages = new WeakMap();

/** Returns the lists, and the lazy stacks and grids. */
export const containers = () => document.querySelectorAll(".list[data-id], [data-lazy]");

/** Returns the gaps of a container. */
export const gapsOf = (container) => container.querySelectorAll(":scope > .gap, :scope > .section > .gap");

/** Returns the number of headers that a gap stands for. A rule of the page or a property has it. */
const headersOf = (gap) => Number(getComputedStyle(gap).getPropertyValue("--headers"));

/** Whether a child of a lazy stack or grid is one of its views. */
const isView = (child) => child.dataset.id !== undefined && !child.matches(".section, .gap, .section-header, .section-footer, dialog, [popover]");

/**
 * Calls a function with each row of a container and with each gap, its first row, and the number
 * of its rows.
 */
export function walk(container, visit) {
  const isRow = container.dataset.lazy ? isView : (child) => child.matches(".row");
  let row = 0;
  const walkIn = (children) => {
    for (const child of children) {
      if (child.dataset.firstRow !== undefined) row = Number(child.dataset.firstRow);
      if (child.matches(".section")) walkIn(child.children);
      else if (child.matches(".gap") || isRow(child)) {
        const count = child.matches(".gap") ? Number(child.dataset.rows) : 1;
        visit(child, row, count);
        row += count;
      }
    }
  };
  walkIn(container.children);
}

/** Returns the factor by which gaps are shortened that would have a length beside existing rows. */
const scale = (length, existing) => (length + existing > longest ? Math.max(longest - existing, 1) / length : 1);

const average = (lengths) => (lengths.length ? lengths.reduce((a, b) => a + b) / lengths.length : 0);

function setProperty(element, name, value) {
  if (element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}

/** Sets the average heights of the rows and headers of a list, by which lists.css sizes the gaps. */
function measureList(list) {
  const heights = (selector, most) => [...list.querySelectorAll(selector)].slice(0, most).map((each) => each.getBoundingClientRect().height);
  const known = {};
  for (const [name, selector] of [["--row-height", ".row"], ["--header-height", ".header"]]) {
    const height = average(heights(selector, 40));
    known[name] = parseFloat(list.style.getPropertyValue(name)) || 0;
    if (height > 0 && Math.abs(height - known[name]) > 0.5) {
      list.style.setProperty(name, `${height}px`);
      known[name] = height;
    }
  }
  let length = 0;
  for (const gap of gapsOf(list)) {
    length += Number(gap.dataset.rows) * known["--row-height"] + headersOf(gap) * known["--header-height"];
  }
  if (length > longest) setProperty(list, "--gap-scale", String(scale(length, heights(".row, .header").reduce((a, b) => a + b, 0))));
  else if (list.style.getPropertyValue("--gap-scale")) list.style.removeProperty("--gap-scale");
}

/** Returns the lengths of the first lines of a lazy stack or grid, and what each gap stands for. */
function linesAndGaps(container, columns, length) {
  const lines = [];
  const gaps = [];
  let measured = 0;
  const walkIn = (children) => {
    // The number of views since the last one that is certainly at the start of a line.
    let cell = 0;
    let line = 0;
    for (const [index, child] of children.entries()) {
      if (child.matches(".gap")) {
        const rows = Number(child.dataset.rows);
        const headers = headersOf(child);
        const end = cell + rows;
        const next = children[index + 1];
        const isLast = headers > 0 || !next || !isView(next);
        const isInLine = Math.floor(cell / columns) === Math.floor(end / columns);
        const full = Math.max((isLast ? Math.ceil(end / columns) : Math.floor(end / columns)) - Math.ceil(cell / columns), 0);
        gaps.push({ gap: child, full, headers, cells: isLast ? 0 : isInLine ? rows : end % columns });
        cell = isLast ? 0 : end;
        line = 0;
      } else if (isView(child)) {
        if (measured < mostMeasured) line = Math.max(line, length(child));
        measured += 1;
        cell += 1;
        if (line > 0 && (cell % columns === 0 || !children[index + 1] || !isView(children[index + 1]))) {
          lines.push(line);
          line = 0;
        }
      } else if (child.matches(".section, .section-header, .section-footer")) {
        if (child.matches(".section")) walkIn([...child.children]);
        cell = 0;
        line = 0;
      }
    }
  };
  walkIn([...container.children]);
  return { lines, gaps };
}

/** Sets the lengths of the gaps of a lazy stack or grid. */
function measureLazy(container) {
  if (gapsOf(container).length === 0) return;
  const isAcross = container.dataset.lazy === "x";
  const isGrid = container.matches(".lazy-grid");
  const style = getComputedStyle(container);
  const between = parseFloat(isAcross ? style.columnGap : style.rowGap) || 0;
  const tracks = isAcross ? style.gridTemplateRows : style.gridTemplateColumns;
  const columns = isGrid ? Math.max(tracks.split(" ").length, 1) : 1;
  const length = (element) => element.getBoundingClientRect()[isAcross ? "width" : "height"];
  const { lines, gaps } = linesAndGaps(container, columns, length);
  const headers = [...container.querySelectorAll(":scope > .section > .section-header")].map(length);
  const known = averages.get(container) ?? { line: 0, header: 0 };
  averages.set(container, known);
  // A small difference is not worth a change of the scroll bar.
  const keep = (known, lengths) => (lengths.length === 0 || Math.abs(average(lengths) - known) < known * 0.05 ? known : average(lengths));
  known.line = keep(known.line, lines);
  known.header = keep(known.header, headers);
  if (known.line === 0) return;

  const lengths = gaps.map(({ full, headers }) => full * (known.line + between) + headers * (known.header + between));
  const factor = scale(lengths.reduce((a, b) => a + b), lines.length * (known.line + between));
  gaps.forEach(({ gap, cells }, index) => {
    const length = `${Math.max(lengths[index] * factor - between, 0)}px`;
    if (!isGrid) return setProperty(gap, "--length", length);
    if (gap.children.length === 0) {
      for (const name of ["gap-lines", "gap-cells"]) gap.append(Object.assign(document.createElement("span"), { className: name }));
    }
    const [lines, rest] = gap.children;
    lines.hidden = lengths[index] === 0;
    rest.hidden = cells === 0;
    setProperty(lines, "--length", length);
    setProperty(rest, "--cells", String(Math.max(cells, 1)));
  });
}

/** Sizes all gaps. */
export function measure() {
  for (const container of containers()) {
    if (container.dataset.lazy) measureLazy(container);
    else measureList(container);
  }
}

/**
 * Notes which lists and scroll views are at their end, in a gap. Returns a function that scrolls
 * them to the end again, after the rows of the gap have arrived, whose lengths may be others.
 */
function keepEnds() {
  const atEnd = [];
  for (const container of containers()) {
    const gap = [...gapsOf(container)].at(-1);
    if (!gap || container.dataset.lazy === "x") continue;
    const scroller = container.closest(".list, .scroll.along-y");
    if (!scroller || scroller.scrollTop === 0 || scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 2) continue;
    const box = (gap.querySelector(":scope > .gap-lines") ?? gap).getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    if (box.height > 0 && box.top < view.bottom && box.bottom > view.top) atEnd.push(scroller);
  }
  return () => {
    for (const scroller of atEnd) scroller.scrollTop = scroller.scrollHeight;
  };
}

aroundPatch("layout", keepEnds, (goToEnds) => {
  measure();
  goToEnds();
});

/** The properties that `measureList` sets. */
const measured = ["--row-height", "--header-height", "--gap-scale"];

// They stay, but not what the server has declared before.
keepAttribute("style", ".list");
onAttributes((list, attributes) => {
  if ("style" in attributes || !list.matches(".list")) return;
  for (const name of [...list.style]) if (!measured.includes(name)) list.style.removeProperty(name);
});

onOperation("gap", (id, firstRow, rows, headers) => {
  const gap = elements.get(id);
  const { dataset, style } = gap;
  dataset.firstRow = firstRow;
  dataset.rows = rows;
  gap.toggleAttribute("data-odd", (firstRow + rows) % 2 === 1);
  style.setProperty("--rows", rows);
  style.setProperty("--headers", headers);
});
