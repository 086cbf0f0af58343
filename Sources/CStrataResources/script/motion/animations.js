// Animates what a patch moves, inserts, removes and changes.
//
// A patch changes the page at once; the animation then shows the way from the old page to the new
// one. Before the patch, `look` records the positions and the appearance of elements, and copies
// those that the patch removes. The patch is applied. Then `animate` compares the page with the
// record:
//
// - An element with other attributes changes from its old appearance to the new one.
// - An element that is at another position moves from the old one. The distance by which its
//   container moves is subtracted, because the element moves along with the container.
// - A new element runs its transition. The copy of a removed element runs the transition of the
//   removal in a fixed position over the page, and is then deleted (see transitions.js).
//
// The changes of appearance start first. A size that grows moves what is behind it through the
// layout, and a scaled or turned element has another bounding box. Therefore the positions are
// compared at the start of these changes. Otherwise, elements would move twice.
//
// A change without an animation ends the one that runs on the same property.
//
// The document therefore always has the final state: tests, assistive technology and the next patch
// never find a removed element. If a patch arrives during an animation, `look` records
// the positions as they are on the screen, so that the next movement begins there.

import { elements, idOf } from "../core/elements.js";
import { aroundPatch } from "../core/patches.js";
import { animateMatches, lookAtMatches, prepareMatches } from "./heroes.js";
import { isMatched, placedProperties } from "./matches.js";
import { isAnimated, timings } from "./timings.js";
import { insertionFrames, leave, picture } from "./transitions.js";

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether to animate: false if the user asks the system for less motion. */
export const showsMotion = () => !stillness.matches;

/** Whether a transaction of the app excludes an element from animations. */
const isStill = (element) => element !== null && element.closest("[data-still]") !== null;

/** Whether a box is on the screen, or at most `around` CSS pixels above or below it. */
const isOnScreen = (box, around = 0) => box.height > 0 && box.bottom > -around && box.top < innerHeight + around;

/**
 * Records the page before a patch: the boxes of elements on or near the screen, copies of visible
 * elements that the patch removes, copies of texts whose change has a content transition, and the
 * appearance of elements whose attributes or content change.
 */
function look(patch) {
  const places = new Map();
  for (const [id, element] of elements) {
    const box = element.getBoundingClientRect();
    if (isOnScreen(box, innerHeight)) places.set(id, { element, box });
  }
  const pictures = [];
  const looks = new Map();
  const changes = [];
  for (const [name, id] of patch.operations) {
    if (name === "inside" && places.has(id)) {
      const { element } = places.get(id);
      const kind = element.dataset.contentTransition;
      const opacity = Number(getComputedStyle(element).opacity);
      if (kind && kind !== "identity") changes.push({ ...picture(places.get(id)), kind, opacity, content: element.innerHTML });
    }
    if ((name === "attributes" || name === "inside") && places.has(id)) looks.set(places.get(id).element, appearance(places.get(id).element));
  }
  const matches = lookAtMatches();
  // A copy ends the transition of its element, so the copies are made when everything else is known.
  for (const [name, id] of patch.operations) {
    if (name === "remove" && places.has(id) && isOnScreen(places.get(id).box)) pictures.push(picture(places.get(id), true));
  }
  return { places, pictures, looks, changes, matches };
}

/** The properties of an element's appearance that are animated. */
const animated = ["opacity", "color", "backgroundColor", "borderRadius", "width", "height", "transform", "scale", "rotate", "translate",
  "filter", "boxShadow", "clipPath", "borderColor", "fontSize", "padding"];

function appearance(element) {
  const style = getComputedStyle(element);
  return Object.fromEntries(animated.map((name) => [name, style[name]]));
}

/**
 * Returns the keyframes of the properties of an element's appearance that differ from before; null
 * if there are none.
 */
function appearanceChanges(element, before) {
  // Leave alone elements that the style sheet animates, such as a spinner.
  if (element.getAnimations().some((each) => each instanceof CSSAnimation)) return null;
  const now = appearance(element);
  const placed = placedProperties(element);
  const changed = animated.filter((name) => before[name] !== now[name] && !placed.includes(name));
  const frames = Object.fromEntries(changed.map((name) => [name, [before[name], now[name]]]));
  return Object.keys(frames).length > 0 ? frames : null;
}

/** The running animation of each element's appearance, with its keyframes. */
const running = new Map();

const isUnderWay = ({ playState }) => playState === "running" || playState === "paused";

/** Animates the appearance of an element. */
function run(element, frames, timing) {
  running.set(element, { animation: element.animate(frames, { ...timing, id: "appearance" }), frames });
}

/**
 * Ends what is animated of elements' appearance and has another goal now, after a change without an
 * animation.
 */
function settle(changed) {
  const ended = [...new Set(changed)].map(end).filter((each) => each !== null);
  // Without the animations, the elements have their final appearance. The browser computes the
  // styles once if none starts again before all are read.
  const goals = ended.map(({ element }) => appearance(element));
  ended.forEach((each, index) => goOn(each, goals[index]));
}

/** Ends the animation of an element's appearance, and returns what it was; null if none is under way. */
function end(element) {
  const { animation, frames } = running.get(element) ?? {};
  if (!animation) return null;
  running.delete(element);
  if (!element.isConnected || !isUnderWay(animation)) return null;
  const { playState, startTime, currentTime } = animation;
  animation.cancel();
  return { element, animation, frames, playState, startTime, currentTime };
}

/** Has an ended animation go on where it was, with the properties whose goals are in `now`. */
function goOn({ element, animation, frames, playState, startTime, currentTime }, now) {
  const names = Object.keys(frames).filter((name) => frames[name][1] === now[name]);
  if (names.length === 0) return;
  const left = Object.fromEntries(names.map((name) => [name, frames[name]]));
  animation.effect.setKeyframes(left);
  if (playState === "running" && startTime !== null) {
    // An animation that is played would wait for the next frame, and stand still if each frame has a
    // patch.
    animation.startTime = startTime;
  } else {
    if (playState === "paused") animation.pause();
    else animation.play();
    animation.currentTime = currentTime;
  }
  running.set(element, { animation, frames: left });
}

/** Ends the animation of an element's text. */
function endContent(element) {
  for (const each of element.getAnimations()) if (each.id === "content") each.cancel();
}

/** Returns the elements whose content a patch may change with a content transition, with that content. */
function contentsBefore({ operations }) {
  const contents = new Map();
  for (const [name, id] of operations) {
    const element = name === "inside" ? elements.get(id) : undefined;
    if (element?.dataset.contentTransition) contents.set(element, element.innerHTML);
  }
  return contents;
}

/** Ends the animations whose goals a patch without an animation changes. */
function settleAll(patch, contents) {
  // A patch writes a text again when another property of its view changes.
  for (const [element, content] of contents) if (element.innerHTML !== content) endContent(element);
  const changed = [];
  for (const [name, id] of patch.operations) {
    const element = elements.get(id);
    if ((name === "inside" || name === "attributes") && element) changed.push(element);
  }
  settle(changed);
  for (const [element, { animation }] of running) {
    if (!element.isConnected || !isUnderWay(animation)) running.delete(element);
  }
}

/** Returns the direction in which a changed text rolls: that of its new value, if it has one. */
function direction(element, former) {
  const [kind, value] = (element.dataset.contentTransition ?? "").split(":");
  if (kind !== "value") return kind || former;
  return Number(value) < Number(former.split(":")[1]) ? "down" : "up";
}

/** The running animations that move elements. The next patch that animates an element cancels them. */
let underWay = [];

/**
 * Animates the difference between the page and what `look` recorded: moves elements from their
 * previous positions, runs the transitions of inserted and removed elements, and animates changes
 * of appearance and text.
 *
 * @param timingOf Returns the timing of an element's animation; see `timings`.
 */
function animate({ places, pictures: copies, looks, changes, matches }, added, timingOf) {
  // A view that has moved to another container was removed and inserted with the same ID.
  const pictures = copies.filter(({ element }) => !elements.has(idOf(element)));
  const wasVisible = (element) => element.dataset?.id !== undefined && places.has(idOf(element));
  // The visible positions have been recorded in `places`. Without the running moves, elements
  // report their final positions. A move that this patch does not animate again goes on.
  const goesOn = ({ effect, playState }) => playState === "running" && !timingOf(effect.target);
  const others = underWay.filter(goesOn);
  for (const each of underWay) if (!others.includes(each)) each.cancel();
  const isMoved = (element) => !isStill(element) && timingOf(element) !== null;
  const connected = [...looks].filter(([element]) => element.isConnected);
  const changed = connected.filter(([element]) => isMoved(element));
  const former = changed.flatMap(([element]) => element.getAnimations().filter(({ id }) => id === "appearance"));
  for (const each of former) each.cancel();
  settle(connected.map(([element]) => element).filter((element) => !isMoved(element)));
  prepareMatches(matches);
  // Read everything about the final page before animating anything, so that the browser computes
  // the styles and the layout once, and not for each element.
  const appearances = changed.map(([element, look]) => {
    return { element, timing: timingOf(element).repeated, frames: appearanceChanges(element, look) };
  });
  const insertions = [];
  for (const child of added) {
    if (wasVisible(child) || (child.firstElementChild && wasVisible(child.firstElementChild))) continue;
    const box = child.getBoundingClientRect();
    const frames = isOnScreen(box) && !isStill(child) ? insertionFrames(child, box) : null;
    if (frames) insertions.push([child, frames]);
  }
  for (const { element, timing, frames } of appearances) if (frames) run(element, frames, timing);
  // Read all positions before animating one of them: a movement would affect later readings.
  const moves = [];
  const ways = new Map();
  for (const [id, { box }] of places) {
    const element = elements.get(id);
    if (!element) continue;
    const now = element.getBoundingClientRect();
    ways.set(element, { x: box.left - now.left, y: box.top - now.top });
  }
  for (const [element, way] of ways) {
    // An element already moves with its container, so animate only the remaining distance.
    let outer = element.parentElement;
    while (outer && !ways.has(outer)) outer = outer.parentElement;
    const along = ways.get(outer) ?? { x: 0, y: 0 };
    const [x, y] = [way.x - along.x, way.y - along.y];
    if (Math.abs(x) <= 0.5 && Math.abs(y) <= 0.5) continue;
    if (!isStill(element) && !isMatched(element)) moves.push([element, { translate: [`${x}px ${y}px`, "0 0"] }]);
  }
  // The next patch may replace the movement of a transition, but not its other effects.
  for (const [child, { translate, ...effects }] of insertions) {
    if (translate) moves.push([child, { translate }]);
    if (Object.keys(effects).length > 0) moves.push([child, effects]);
  }
  underWay = others;
  for (const [element, frames] of moves) {
    const timing = timingOf(element)?.once;
    if (!timing) continue;
    const animation = element.animate(frames, { ...timing, id: "transition" });
    if ("translate" in frames) underWay.push(animation);
  }
  // A copy of the previous text fades out over the new one, which fades in; numbers also roll.
  for (const { copy, element, kind, opacity, content, container, scrolls } of changes) {
    if (element.innerHTML === content) continue;
    const timing = timingOf(element)?.once;
    if (isStill(element) || !timing) {
      endContent(element);
      continue;
    }
    const way = { up: -40, down: 40 }[direction(element, kind)] ?? 0;
    const scales = kind === "replace" ? { scale: [0.5, 1] } : {};
    // The copy begins as the text was, which may have been fading in itself.
    endContent(element);
    // An opacity that changes with the text has only started to.
    const goal = appearances.find((each) => each.element === element)?.frames?.opacity?.[1] ?? getComputedStyle(element).opacity;
    element.animate({ opacity: [0, Number(goal)], translate: [`0 ${-way}%`, "0 0"], ...scales }, { ...timing, id: "content" });
    if (scales.scale) scales.scale = [1, 0.5];
    pictures.push({ copy, element, container, scrolls, frames: { opacity: [opacity, 0], translate: ["0 0", `0 ${way}%`], ...scales } });
  }
  for (const each of pictures) {
    const { frames, element, container } = each;
    const timing = timingOf(element, container)?.once;
    if (!frames || !timing || isStill(element) || isStill(container ?? null)) continue;
    leave(each, timing);
  }
  animateMatches(matches, added, pictures, timingOf);
}

aroundPatch(
  "motion",
  (patch) => (showsMotion() && isAnimated(patch) ? look(patch) : null),
  (before, patch, added) => animate(before, added, timings(patch)),
);

aroundPatch(
  "motion",
  (patch) => (showsMotion() && isAnimated(patch) ? null : contentsBefore(patch)),
  (contents, patch) => settleAll(patch, contents),
);
