// Matched views (`matchedGeometryEffect`): draws followers with the frame of their source.
//
// The server puts a box around each matched view, with the key of its group (see
// MatchedGeometry.swift). The box of a follower keeps the frame of the view in the layout. The view
// inside gets a width, a height and a translation, by which it takes no more space: the margins of
// the view are minus its size.
//
// Followers are placed after each patch, and in the next frame after anything that may move or
// resize a source: a scroll, another size, the end of an animation. While something is animated,
// they are placed in each frame (heroes.js). A placement first reads and writes the sizes, then
// reads the positions of all boxes, and writes the translations last, so that the browser computes
// the layout twice at most. The boxes do not depend on the views inside, so no placement causes
// another one.

import { elements, idOf } from "../core/elements.js";
import { afterRendering } from "../core/patches.js";

/** The matched views by their box: the records that `record` returns. */
export const records = new Map();
/** The records of the sources, by key. */
const sources = new Map();
/** The records of the followers. */
let followers = [];
/** The elements whose sizes are observed. */
const observed = new WeakSet();
/** Whether a placement is planned. */
let isPlanned = false;
/** Whether heroes.js places the followers in each frame. */
let isPlacedInEachFrame = false;

/** The boxes of matched views that are in the page; copies of removed ones have no key. */
const boxes = document.getElementsByClassName("matched");

/** Returns the record of a matched view. `x` and `y` are its anchor. */
function record(element) {
  const { source, follows } = element.dataset;
  const [key, properties = "frame", x = "0.5", y = "0.5"] = (source ?? follows).split(" ");
  const hasSize = properties === "frame" || properties === "size";
  return {
    element, key, x: Number(x), y: Number(y), isSource: source !== undefined,
    view: element.firstElementChild,
    takesPosition: properties === "frame" || properties === "position",
    // Views that do not grow ignore the size that is proposed to them.
    takesWidth: hasSize && element.classList.contains("grows-x"),
    takesHeight: hasSize && element.classList.contains("grows-y"),
    /** The record of the nearest follower around. */
    outer: null,
    /** The translation and size that were written last; null for none. */
    offset: null, width: null, height: null,
  };
}

/** Whether an element has a layout: false for one that is not displayed. */
const isLaidOut = ({ element }) => element.getClientRects().length > 0;

/**
 * Returns the record of the source of a group; undefined if it has none. Of several, the first one
 * that is visible counts.
 */
export function sourceOf(key) {
  const candidates = sources.get(key);
  if (!candidates) return undefined;
  if (candidates.length === 1) return isLaidOut(candidates[0]) ? candidates[0] : undefined;
  return candidates.find(({ element }) => element.checkVisibility({ visibilityProperty: true })) ?? candidates.find(isLaidOut);
}

/** The keys of groups with a source. */
export const sourceKeys = () => sources.keys();

/** Whether any view follows another one. */
export const hasFollowers = () => followers.length > 0;

/** Whether matches.js and heroes.js move an element: a matched view, or one inside a follower. */
export function isMatched(element) {
  if (boxes.length === 0) return false;
  return element.parentElement?.matches(".matched") || (followers.length > 0 && element.parentElement?.closest("[data-follows]") != null);
}

/** The properties of an element that `placeFollowers` writes. */
export function placedProperties(element) {
  const each = records.get(element.parentElement);
  if (!each || each.isSource) return [];
  return ["translate", ...(each.takesWidth ? ["width"] : []), ...(each.takesHeight ? ["height"] : [])];
}

/** Removes the size and the translation of a view that follows no source. */
function release(each) {
  if (each.offset === null && each.width === null && each.height === null) return;
  unplace(each.view);
  each.offset = each.width = each.height = null;
}

/** Removes what `placeFollowers` has written into an element. */
function unplace({ style }) {
  for (const name of ["translate", "flex", "width", "margin-right", "align-self", "height", "margin-bottom"]) style.removeProperty(name);
}

function writeSize({ view: { style }, takesWidth, takesHeight }, { width, height }) {
  // The box is a horizontal flex container, whose main axis is that of the width.
  if (takesWidth) Object.assign(style, { flex: "none", width: `${width}px`, marginRight: `${-width}px` });
  if (takesHeight) Object.assign(style, { alignSelf: "flex-start", height: `${height}px`, marginBottom: `${-height}px` });
}

/** Gives each follower the size of its source. Returns whether any has another one now. */
function resizeFollowers() {
  const sizes = new Map();
  const size = (key) => {
    if (!sizes.has(key)) sizes.set(key, sourceOf(key)?.element.getBoundingClientRect());
    return sizes.get(key);
  };
  let isResized = false;
  // Read the sizes of all sources before writing any.
  for (const { key } of followers) size(key);
  for (const each of followers) {
    const source = size(each.key);
    if (!source) {
      release(each);
      continue;
    }
    const width = each.takesWidth ? source.width : null;
    const height = each.takesHeight ? source.height : null;
    if (width === each.width && height === each.height) continue;
    [each.width, each.height] = [width, height];
    writeSize(each, source);
    isResized = true;
  }
  return isResized;
}

/** The distance of what is not moved. */
const nowhere = { x: 0, y: 0 };

/** The distance in CSS pixels below which a translation stays as it is. */
const precision = 0.01;

/** Gives each follower the position of its source. */
function moveFollowers() {
  const points = new Map();
  for (const { key } of followers) {
    if (points.has(key)) continue;
    const source = sourceOf(key);
    points.set(key, source && { source, box: source.element.getBoundingClientRect() });
  }
  const wanted = new Map();
  for (const each of followers) if (points.get(each.key)) wanted.set(each, { box: each.element.getBoundingClientRect(), state: "new" });

  /** Returns the distance by which this placement moves what is inside a follower. */
  const shift = (each) => {
    const place = each && wanted.get(each);
    if (!place) return nowhere;
    resolve(each, place);
    // Followers that are inside each other's sources are placed from where they are.
    return place.state === "done" ? place.shift : nowhere;
  };
  const resolve = (each, place) => {
    if (place.state !== "new") return;
    place.state = "busy";
    const { source, box } = points.get(each.key);
    const along = shift(each.outer);
    const slot = place.box;
    const [width, height] = [each.width ?? slot.width, each.height ?? slot.height];
    let [x, y] = [each.x * (slot.width - width), each.y * (slot.height - height)];
    if (each.takesPosition) {
      const way = shift(source.outer);
      x = box.left + way.x + source.x * box.width - each.x * width - slot.left - along.x;
      y = box.top + way.y + source.y * box.height - each.y * height - slot.top - along.y;
    }
    const former = each.offset ?? nowhere;
    place.offset = { x, y };
    place.shift = { x: along.x + x - former.x, y: along.y + y - former.y };
    place.state = "done";
  };
  for (const [each, place] of wanted) resolve(each, place);
  for (const [each, { offset }] of wanted) {
    const { offset: former } = each;
    if (former && Math.abs(former.x - offset.x) < precision && Math.abs(former.y - offset.y) < precision) continue;
    each.offset = offset;
    each.view.style.translate = `${offset.x}px ${offset.y}px`;
  }
}

/** Draws each follower with the position and size of its source. */
export function placeFollowers() {
  if (followers.length === 0) return;
  // A source inside a follower may have another size after the follower got another one.
  if (resizeFollowers()) resizeFollowers();
  moveFollowers();
}

/**
 * Sets whether the followers are placed in each frame. If they are, a scroll or another size needs no
 * placement of its own, which would compute the layout of the frame once more.
 */
export function setPlacedInEachFrame(isPlaced) {
  isPlacedInEachFrame = isPlaced;
}

/** Places the followers in the next frame. */
function planPlacement() {
  if (isPlanned || isPlacedInEachFrame || followers.length === 0) return;
  isPlanned = true;
  requestAnimationFrame(() => {
    isPlanned = false;
    placeFollowers();
  });
}

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) if (!target.isConnected) (observer.unobserve(target), observed.delete(target));
  planPlacement();
});

/** Observes the sizes of an element and of those around it, which move it when they change. */
function observe(element) {
  for (let each = element; each && !observed.has(each); each = each.parentElement) {
    observed.add(each);
    observer.observe(each);
  }
}

/** Finds the matched views of the page, and places the followers. */
function observeMatches() {
  if (boxes.length === 0 && records.size === 0) return;
  const former = new Map(records);
  records.clear();
  sources.clear();
  followers = [];
  for (const element of boxes) {
    if (elements.get(idOf(element)) !== element || !element.firstElementChild) continue;
    const each = record(element);
    records.set(element, each);
    const last = former.get(element);
    if (!each.isSource) followers.push(each);
    else if (sources.has(each.key)) sources.get(each.key).push(each);
    else sources.set(each.key, [each]);
    if (last?.view !== each.view) continue;
    // A patch may have replaced all declarations of the view, also those of the last placement.
    if (last.offset === null || each.view.style.translate === "") continue;
    const isAlike = !each.isSource && each.takesWidth === last.takesWidth && each.takesHeight === last.takesHeight;
    if (isAlike) [each.offset, each.width, each.height] = [last.offset, last.width, last.height];
    else unplace(each.view);
  }
  if (followers.length === 0) return;
  for (const each of records.values()) {
    const outer = each.element.parentElement.closest("[data-follows]");
    each.outer = (outer && records.get(outer)) ?? null;
    observe(each.element);
  }
  placeFollowers();
}

afterRendering("positions", observeMatches);

document.addEventListener("scroll", planPlacement, { capture: true, passive: true });
addEventListener("resize", planPlacement);
// Pictures and fonts that arrive, and sections that open, move what is behind them.
for (const name of ["load", "toggle", "animationend", "transitionend"]) document.addEventListener(name, planPlacement, { capture: true });
document.fonts.ready.then(planPlacement);
