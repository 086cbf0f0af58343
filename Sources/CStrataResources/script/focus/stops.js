// The tab stop of each list: the Tab key leads to one of its rows, and the arrow keys to the others.
//
// An item of a list is a row that can have the focus (which the server marks with a tab index) or,
// in other rows, the link that fills the row. One item of a list has the tab index 0: the one that
// last had the focus, or else the first that is selected, or else the first. Other controls in rows
// are stops of their own. Rows come and go while the list scrolls, so the stop is chosen again after
// each patch.

import { isHidden } from "../core/elements.js";
import { afterPatch, afterRendering } from "../core/patches.js";

/** The item that last had the focus, by list. */
const last = new WeakMap();

/** Whether a row can have the focus itself. */
const isFocusable = (row) => row.hasAttribute("tabindex");

/** Returns the item of a row; null if its controls are stops of their own. */
export function itemOf(row) {
  return isFocusable(row) ? row : row.querySelector(":scope > .link:not(:disabled), :scope > .menu-owner > .link:not(:disabled), :scope > .menu-owner[tabindex]");
}

const rowsOf = (list) => [...list.querySelectorAll(".row")].filter((row) => row.closest(".list") === list);

/** Returns the items of a list to which the keyboard leads. The server gives hidden ones no stop. */
const itemsOf = (list) => rowsOf(list).map(itemOf).filter((item) => item !== null && !isHidden(item));

/** Returns the item of a list that an element is or that is around it; null for none. */
export function itemAt(element) {
  const row = element?.closest?.(".row");
  const item = row && itemOf(row);
  return item === element ? item : null;
}

const isSelected = (item) => item.getAttribute("aria-selected") === "true" || item.hasAttribute("aria-current");

const controls = "a[href], button, input, select, textarea, [tabindex='0']";

/** Chooses the tab stop of each list. */
function chooseStops() {
  for (const list of document.querySelectorAll(".list[data-id]")) {
    const items = itemsOf(list);
    const focused = items.find((item) => item === document.activeElement);
    const known = last.get(list);
    const stop = focused ?? items.find(isSelected) ?? (items.includes(known) ? known : items[0]);
    for (const item of items) {
      const index = item === stop ? 0 : -1;
      if (item.tabIndex !== index || !item.hasAttribute("tabindex")) item.tabIndex = index;
    }
    // A list without any control is a stop itself, so that the keyboard scrolls it.
    const isStop = items.length === 0 && !isHidden(list) && list.scrollHeight > list.clientHeight
      && [...list.querySelectorAll(controls)].every(isHidden);
    if (isStop || list.hasAttribute("tabindex")) list.tabIndex = isStop ? 0 : -1;
    // The link of a row that has the focus itself is followed by Return.
    for (const link of list.querySelectorAll(".row[tabindex] > .link, .row[tabindex] > .menu-owner > .link")) link.tabIndex = -1;
  }
}

afterRendering("content", chooseStops);

document.addEventListener("focusin", ({ target }) => {
  const item = itemAt(target);
  if (!item || isHidden(item)) return;
  const list = item.closest(".list");
  last.set(list, item);
  for (const other of itemsOf(list)) if (other !== item && other.tabIndex === 0) other.tabIndex = -1;
  item.tabIndex = 0;
});

/** Returns the item before or after another one in its list. */
export function neighbor(item, step) {
  const items = itemsOf(item.closest(".list"));
  return items[items.indexOf(item) + step];
}

/** Moves the focus to an item, and scrolls to it. */
export function focusItem(item) {
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: "nearest" });
}

/** The edge of a list to which the user goes whose rows do not exist yet; null for none. */
let awaited = null;

/**
 * Moves the focus to the first or last item of a list. If the rows there do not exist, scrolls to
 * them first.
 *
 * @returns The item; undefined if it does not exist yet.
 */
export function focusEdge(list, isFirst) {
  list.scrollTop = isFirst ? 0 : list.scrollHeight;
  const gaps = [...list.querySelectorAll(".gap")].filter((gap) => Number(gap.dataset.rows) > 0);
  const items = itemsOf(list);
  const item = isFirst ? items[0] : items.at(-1);
  const beyond = isFirst ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const isMissing = item && gaps.some((gap) => item.compareDocumentPosition(gap) & beyond);
  awaited = isMissing ? { list, isFirst } : null;
  if (isMissing || !item) return undefined;
  focusItem(item);
  return item;
}

// Moves the focus to the edge of a list that the user has gone to, once its rows exist.
afterPatch("requests", () => {
  if (!awaited) return;
  const { list, isFirst } = awaited;
  // The user may have moved the focus meanwhile.
  if (!list.isConnected || !list.contains(document.activeElement)) return (awaited = null);
  focusEdge(list, isFirst);
});
