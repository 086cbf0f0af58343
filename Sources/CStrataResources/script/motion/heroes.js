// Animates matched views (matches.js), and pages that zoom from a view.
//
// All of it is a part of the animation of a patch (animations.js). Before the patch, `lookAtMatches`
// records where matched views are on the screen. The patch is applied, and the animation of all
// other elements starts. Then `animateMatches` compares:
//
// - A new source of a group begins with the frame of the former one, and moves to its own. If the
//   former one was removed, it is in a fading copy, where it moves the same way. So the one
//   crossfades to the other.
// - A follower is placed where its source is in the first frame of the animation. If the follower
//   was elsewhere before, because it has followed another source or none, it moves from there; the
//   distance from its source decreases with the animation. From then on it is placed in each frame,
//   so it also follows a source that is animated itself.
//
// A size is animated by width and height, with margins that make up for them, so that the layout of
// other elements does not change during the animation.
//
// If a patch arrives during an animation, `lookAtMatches` records frames as they are on the screen.

import { hasFollowers, placeFollowers, records, setPlacedInEachFrame, sourceKeys, sourceOf } from "./matches.js";

/**
 * Whether an animation may move a matched view; false for the endless ones of the style sheet, and
 * for the effects of symbols, which have no views inside.
 */
const isRunning = (animation) =>
  ["running", "paused"].includes(animation.playState)
  && !animation.id.startsWith("symbol-effect")
  && !(animation instanceof CSSAnimation && animation.effect.getComputedTiming().endTime === Infinity);

/** The running animations of matched views. The next patch with an animation cancels them. */
let underWay = [];

/** Records the frames of matched views before a patch. */
export function lookAtMatches() {
  const moving = new Set(underWay.filter(isRunning).map(({ effect }) => effect.target));
  const views = new Map();
  for (const each of records.values()) {
    views.set(each.element, { ...each, box: each.view.getBoundingClientRect(), isMoving: moving.has(each.view) });
  }
  const groups = new Map();
  for (const key of sourceKeys()) {
    const source = sourceOf(key);
    if (source) groups.set(key, views.get(source.element));
  }
  return { views, groups, goals: new Map() };
}

/** Ends the running animations after a patch, and records the final frames of sources. */
export function prepareMatches({ groups, goals }) {
  for (const each of underWay) each.cancel();
  underWay = [];
  for (const key of groups.keys()) {
    const source = sourceOf(key);
    if (source) goals.set(key, source.element.getBoundingClientRect());
  }
}

const isStill = (element) => element.closest("[data-still]") !== null;

/** The names of the parts of a frame along an axis. */
const horizontal = ["left", "width", "x", "takesWidth"];
const vertical = ["top", "height", "y", "takesHeight"];

/**
 * Returns the start and the length along an axis that a view has if it is matched with another
 * frame: the length of that frame, or else its own, at the same place by the anchors.
 */
function matched({ box, ...own }, other, [start, length, anchor], resizes, moves) {
  const size = resizes ? other.box[length] : box[length];
  const origin = moves ? other.box[start] + other[anchor] * other.box[length] - own[anchor] * size : box[start] + own[anchor] * (box[length] - size);
  return { origin, size };
}

/**
 * Returns keyframes in which a view has other sizes, while it takes the same space. An axis is null
 * if the length along it does not change.
 */
function sizeFrames(across, along) {
  const frames = {};
  const lengths = ({ from, to }) => [`${from}px`, `${to}px`];
  const margins = ({ from, to, space }) => [`${space - from}px`, `${space - to}px`];
  if (across) Object.assign(frames, { width: lengths(across), marginRight: margins(across), flexGrow: [0, 0], flexShrink: [0, 0], flexBasis: ["auto", "auto"] });
  if (along) Object.assign(frames, { height: lengths(along), marginBottom: margins(along), alignSelf: ["flex-start", "flex-start"] });
  return frames;
}

/**
 * Animates a view from one frame to another, and returns the animations. Both are along the two
 * axes. `box` is the frame that the view has without the animation, and `spaces` are the lengths
 * that it takes in the layout; null along an axis on which its size does not change.
 */
function run(view, box, from, to, spaces, timing) {
  const [dx, dy] = [from[0].origin - box.left, from[1].origin - box.top];
  const [ex, ey] = [to[0].origin - box.left, to[1].origin - box.top];
  const differ = (a, b) => Math.abs(a - b) > 0.5;
  const animations = [];
  if (differ(dx, 0) || differ(dy, 0) || differ(ex, 0) || differ(ey, 0)) {
    animations.push(view.animate({ translate: [`${dx}px ${dy}px`, `${ex}px ${ey}px`], composite: "add" }, timing));
  }
  const [across, along] = spaces.map((space, axis) =>
    space !== null && differ(from[axis].size, to[axis].size) ? { from: from[axis].size, to: to[axis].size, space } : null);
  if (across || along) animations.push(view.animate(sizeFrames(across, along), timing));
  return animations;
}

/** Returns the frame of a box along the two axes. */
const frame = ({ left, top, width, height }) => [{ origin: left, size: width }, { origin: top, size: height }];

/** Returns the animation of a view from the frame that it had before the patch. */
function viewChange(each, known) {
  if (isStill(each.view)) return null;
  const box = each.view.getBoundingClientRect();
  const resizes = (axis) => each[axis[3]] || known[axis[3]];
  const from = [horizontal, vertical].map((axis) => matched({ ...each, box }, known, axis, resizes(axis), true));
  const spaces = [horizontal, vertical].map((axis) => (resizes(axis) ? (each[axis[1]] === null ? box[axis[1]] : 0) : null));
  return [each.view, box, from, frame(box), spaces];
}

/** Returns the animation of a new source from the frame of the former one. */
function heroChange(each, former, goal) {
  if (isStill(each.view)) return null;
  const now = each.element.getBoundingClientRect();
  // The containers of the view may begin their own animation elsewhere, or with another size.
  const box = { left: now.left, top: now.top, width: goal.width, height: goal.height };
  const from = [horizontal, vertical].map((axis) => matched({ ...each, box: goal }, former, axis, each[axis[3]], each.takesPosition));
  // Without a position of the former source, the view stays at its own, which may be moving.
  if (!each.takesPosition) [from[0].origin, from[1].origin] = [from[0].origin + box.left - goal.left, from[1].origin + box.top - goal.top];
  return [each.view, box, from, frame(box), [each.takesWidth ? goal.width : null, each.takesHeight ? goal.height : null]];
}

/** Returns the matched views in an element and the element itself, in order. */
const matchedIn = (element) => [...(element.matches(".matched") ? [element] : []), ...element.querySelectorAll(".matched")];

/** Returns the boxes of matched views in the copies of what was removed, by the removed boxes. */
function matchedCopies(pictures) {
  const copies = new Map();
  for (const { element, copy } of pictures) {
    if (!element || !copy.isConnected) continue;
    const inside = matchedIn(copy);
    matchedIn(element).forEach((each, index) => copies.has(each) || copies.set(each, inside[index]));
  }
  return copies;
}

/** Returns the animation of a removed source, in its copy `place`, to the new one. */
function leaveChange(former, source, goal, place) {
  const view = place?.firstElementChild;
  if (!view) return null;
  const box = place.getBoundingClientRect();
  const to = [horizontal, vertical].map((axis) => matched(former, { ...source, box: goal }, axis, former[axis[3]], source.takesPosition));
  return [view, box, frame(former.box), to, [former.takesWidth ? box.width : null, former.takesHeight ? box.height : null]];
}

/**
 * Animates matched views, after the animation of all other elements has started.
 *
 * @param added The new elements.
 * @param pictures The copies of removed elements.
 * @param timingOf Returns the timing of an element's animation.
 */
export function animateMatches({ views, groups, goals }, added, pictures, timingOf) {
  showBelowZoom(added);
  if (views.size === 0 && records.size === 0) return;
  placeFollowers();
  // Read all frames before animating anything.
  const changes = [];
  for (const each of records.values()) {
    const known = views.get(each.element);
    // The layout moves a source that stays one.
    const isChanged = known && (known.isMoving || !known.isSource || !each.isSource);
    if (isChanged) changes.push([each.view, viewChange(each, known)]);
    const isHero = !known && each.isSource && groups.has(each.key) && sourceOf(each.key) === each;
    if (isHero) changes.push([each.view, heroChange(each, groups.get(each.key), goals.get(each.key))]);
  }
  const copies = matchedCopies(pictures);
  for (const [key, former] of groups) {
    if (former.element.isConnected || !goals.has(key)) continue;
    const source = sourceOf(key);
    changes.push([source.view, leaveChange(former, source, goals.get(key), copies.get(former.element))]);
  }
  for (const [element, change] of changes) {
    const timing = timingOf(element)?.once;
    if (!timing || !change) continue;
    // The copy of a removed view keeps its last frame until it is deleted.
    if (change[0] !== element) run(...change, { ...timing, fill: "both", id: "match" });
    else underWay.push(...run(...change, { ...timing, fill: "backwards", id: "match" }));
  }
  track();
}

// While anything is animated

let isTracking = false;

/** Places the followers in each frame until all animations have ended. */
function track() {
  if (isTracking || !hasFollowers()) return;
  isTracking = true;
  setPlacedInEachFrame(true);
  const step = () => {
    // The browser computes the styles before it lists the animations, and a placement changes styles.
    isTracking = hasFollowers() && document.getAnimations().some(isRunning);
    placeFollowers();
    setPlacedInEachFrame(isTracking);
    if (isTracking) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

for (const name of ["animationstart", "transitionrun"]) document.addEventListener(name, track, { capture: true });

// Pages that zoom from a view

/**
 * Returns the keyframes of a page with a box that grows from the view with `data-zoom-source`. The
 * part of the page that has the proportions of the view has its size at first.
 */
export function zoomFrames(key, box) {
  const from = document.querySelector(`[data-id][data-zoom-source="${key}"]`)?.getBoundingClientRect();
  if (!from || from.width === 0 || box.width === 0) return { opacity: [0, 1] };
  const scale = from.width / box.width;
  return {
    transformOrigin: ["0 0", "0 0"],
    scale: [String(scale), "1"],
    translate: [`${from.left - box.left}px ${from.top - box.top}px`, "0 0"],
    clipPath: [`inset(0px 0px ${box.height - from.height / scale}px 0px round 12px)`, "inset(0px 0px 0px 0px round 0px)"],
    opacity: [0, 1],
  };
}

/** Shows the page below a page that zooms until it covers that one. */
function showBelowZoom(added) {
  for (const page of added) {
    if (!page.dataset.transition?.startsWith("zoom")) continue;
    page.dataset.localZooming = "";
    Promise.allSettled(page.getAnimations().map(({ finished }) => finished)).then(() => delete page.dataset.localZooming);
  }
}
