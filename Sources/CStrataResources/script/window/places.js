// Where the user was in the page: scroll positions, the focus, and text that the server has not
// saved. They are in the tab's sessionStorage by the paths of their elements (StablePath.swift),
// which are the same after a reload and in another process of the server.
// Text is kept until its field's message is safe (typed.js), and typed again after the redraw.
//
// A page that the user has not seen before starts at the selected rows of its sidebars.

import { onConnect } from "../core/connection.js";
import { afterPatch } from "../core/patches.js";
import { stored, store } from "../core/scene.js";
import { alignRow, firstRow } from "../layout/lists.js";
import { textOf, type } from "../fields/input.js";
import { hash, observeTyped, unsavedTexts } from "../fields/typed.js";

const { person = null } = document.documentElement.dataset;
/** The most characters of a field that are kept, and the most fields. */
const [longestText, mostFields] = [65536, 64];
/** The time for which positions are restored while content arrives, in milliseconds. */
const patience = 10000;

// Keeping

const pathed = (selector = "") => [...document.querySelectorAll(`[data-path]${selector}`)];
const scrolled = () => pathed().filter((element) => element.scrollTop || element.scrollLeft);

function keep() {
  clearTimeout(timer);
  timer = null;
  // Until the scene is restored, the page shows nothing that is worth keeping.
  if (pending?.isWaiting) return;
  const texts = unsavedTexts()
    .filter(({ field, text }) => field.dataset.path && field.type !== "password" && text.length <= longestText && textOf(field) === text)
    .map(({ field, text, versions }) => [field.dataset.path, text, versions]).slice(-mostFields);
  const focused = document.activeElement?.closest?.("[data-path]");
  const focus = focused === document.activeElement && focused ? [focused.dataset.path, ...selection(focused)] : null;
  const scrolls = scrolled().map((element) => [element.dataset.path, element.scrollTop, element.scrollLeft, ...firstRow(element)]);
  const isEmpty = !texts.length && !focus && !scrolls.length;
  store("places", isEmpty ? null : JSON.stringify({ search: location.search, person, texts, focus, scrolls }));
}

/** Returns the selected range of a field; nothing for other elements. */
const selection = (element) => {
  try {
    return element.selectionStart === undefined || element.selectionStart === null ? [] : [element.selectionStart, element.selectionEnd];
  } catch {
    return [];
  }
};

let timer = null;
function planKeeping() {
  timer ??= setTimeout(keep, 200);
}
observeTyped(planKeeping);
document.addEventListener("scroll", planKeeping, { capture: true, passive: true });
document.addEventListener("focusin", planKeeping);
document.addEventListener("focusout", planKeeping);
document.addEventListener("selectionchange", planKeeping);
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", keep);

// Restoring

/** What remains to be restored; null if nothing does. */
let pending = null;
try {
  pending = JSON.parse(stored("places") ?? "null");
} catch {
  pending = null;
}
if (pending && (pending.person ?? null) !== person) {
  pending = null;
  store("places", null);
}
if (pending && pending.search !== location.search) pending = null;
if (pending) pending.isWaiting = true;

const find = (path) => document.querySelector(`[data-path="${CSS.escape(path)}"]`);

/** Whether the user has seen the page in this tab: there are places to restore, or they were at the start. */
const wasSeen = pending !== null || ["reload", "back_forward"].includes(performance.getEntriesByType("navigation")[0]?.type);

/**
 * Scrolls the lists in the columns of split views to their selected rows, unless the user has seen
 * the page: the page of a link has a selection that the user did not make in the list.
 *
 * A selected row that has no element yet is not found. A page has the first rows of a list.
 */
export function showSelectedRows() {
  if (wasSeen) return;
  for (const list of document.querySelectorAll(".column:is(.sidebar, .content) .list:not([data-scroll-anchor])")) {
    const row = list.querySelector('.row[aria-selected="true"]') ?? list.querySelector(".link[aria-current]")?.closest(".row");
    row?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }
}

/** Restores the user's places after the page was connected. */
function restorePlaces() {
  if (!pending?.isWaiting) return;
  const { texts, focus } = pending;
  pending.isWaiting = false;
  for (const [path, text, versions] of texts ?? []) {
    const field = find(path);
    if (!field?.matches(".field") || field.disabled) continue;
    // A script of an earlier version may have kept something else.
    if (Array.isArray(versions) && versions.includes(hash(textOf(field)))) type(field, text);
  }
  // A dialog that is opened moves the focus to its first field.
  const focused = focus && !pending.wasUsed ? find(focus[0]) : null;
  if (focused) {
    focused.focus({ preventScroll: true });
    if (focus.length > 1) focused.setSelectionRange?.(focus[1], focus[2]);
  }
  pending.until = performance.now() + patience;
  restoreScrolls();
}

/** Restores scroll positions as far as the content is there. Rows of lists arrive later. */
function restoreScrolls() {
  if (!pending || pending.isWaiting) return;
  pending.scrolls = (pending.scrolls ?? []).filter(([path, top, left, ...row]) => {
    const element = find(path);
    if (!element) return true;
    element.scrollLeft = left;
    if (row.length) return !alignRow(element, ...row);
    element.scrollTop = top;
    return Math.abs(element.scrollTop - top) > 1;
  });
  if (!pending.scrolls.length || performance.now() > pending.until) pending = null;
}

onConnect((isRestored) => {
  if (isRestored) showSelectedRows();
  restorePlaces();
});
afterPatch("scrolling", restoreScrolls);

// The user's own scrolling ends it.
for (const name of ["wheel", "touchstart", "pointerdown", "keydown"]) {
  addEventListener(name, () => {
    if (pending?.isWaiting) pending.wasUsed = true;
    else pending = null;
  }, { capture: true, passive: true });
}
