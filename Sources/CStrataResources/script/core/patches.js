// Applies the server's patches (see Patch.swift) to the page, in order.
//
// This module knows the elements of a page, and nothing of the controls. What a control needs
// around a patch, its own module registers here:
//
// - an operation of its own (`onOperation`), such as an announcement,
// - what it does when elements are inserted, changed, removed (`onInsertion`, …) or all replaced
//   after a reconnection (`onRedraw`),
// - a step after the operations (`afterPatch`), in one of the phases below. A step that compares
//   the page with what it was has a function that runs before the operations (`aroundPatch`).
//
// The order of the phases is the order in which they need each other: for example, positions can be
// compared only when everything has its final size. In a phase, the steps of a module run after
// those of the modules that it imports, and do not depend on any others.

import { adopt, elements, forget, fromHTML, parse, place } from "./elements.js";

/** The phases after the operations of a patch, in their order. */
const phases = [
  // The focus is where it was, or beside it. Moves of the focus up to here are not the user's.
  "page",
  // Controls, the title and the URL show the values that the server has written.
  "values",
  // The focus moves if the app asks for it.
  "focus",
  // The script's own parts of the page follow its content.
  "content",
  // Everything gets its size: gaps and alternatives.
  "layout",
  // What depends on the place of other elements gets its own.
  "positions",
  // Animations of the way to here start.
  "motion",
  // The page scrolls to where the user was.
  "scrolling",
  // It moves on to where the app asks for.
  "requests",
  // The server learns the result, such as the visible rows.
  "reports",
];

/** The steps of each phase: a function that runs before the operations, if any, and one after them. */
const steps = new Map(phases.map((phase) => [phase, []]));

/**
 * Registers a step with a function that runs before the operations.
 *
 * @param before Called with the patch. Returns a value for `after`; null if the patch needs no
 *   step.
 * @param after Called with that value, the patch, and the elements that it has inserted or
 *   revealed.
 */
export const aroundPatch = (phase, before, after) => void steps.get(phase).push({ before, after });

/** Registers a step after the operations. It is called with the patch. */
export const afterPatch = (phase, step) => void steps.get(phase).push({ after: (_, patch) => step(patch) });

/** Registers a step for the first page, too. */
export const afterRendering = (phase, step) => void steps.get(phase).push({ after: (_, patch) => step(patch), isForFirstPage: true });

const [insertions, changes, removals, redraws, restorations] = [[], [], [], [], []];

/** Registers a function that is called with each inserted element. */
export const onInsertion = (action) => void insertions.push(action);

/**
 * Registers a function that is called with an element, and with its attributes before they are set.
 * If it returns true, the element counts as inserted, because it was not visible before.
 */
export const onAttributes = (action) => void changes.push(action);

/**
 * Registers a function that is called with each element before it is removed. If it returns a
 * function, that one is called after the removal.
 */
export const onRemoval = (action) => void removals.push(action);

/**
 * Registers a function that is called before the window is drawn again after a reconnection, with
 * the same IDs. It returns the function that is called afterward.
 */
export const onRedraw = (action) => void redraws.push(action);

/** Registers a function that is called when the window of a restored scene has replaced the page. */
export const onRestoration = (action) => void restorations.push(action);

/** The attributes that the browser or the script sets, with the elements on which patches keep them. */
const kept = [["open", "*"]];

/** Has patches keep an attribute that a module sets itself on the elements of a selector. */
export const keepAttribute = (name, selector) => void kept.push([name, selector]);

/** Whether an attribute is not the server's. All modules may set those that begin with `data-local`. */
const isKept = (element, name) => name.startsWith("data-local") || kept.some(([each, selector]) => each === name && element.matches(selector));

const ownValues = [];

/** Has the module of a control show the values of the elements of a selector itself. */
export const showsValues = (selector) => void ownValues.push(selector);

/** The parts of which the user or the browser changes the state, and not the attributes. */
const stateful = "input, textarea, select, option, details";

/**
 * Whether the renderer's parts of an element equal others. Those stay that are equal: a button
 * would lose the focus.
 */
function areEqual(parts, others) {
  if (parts.length !== others.length || !parts.every((part, index) => part.isEqualNode(others[index]))) return false;
  return !parts.some((part) => part.matches?.(stateful) || part.querySelector?.(stateful));
}

/** Returns a function that moves the focus from where it is in parts to the same place in others. */
function keepFocus(parts) {
  const focused = document.activeElement;
  const index = parts.findIndex((part) => part.contains(focused));
  if (index < 0) return () => {};
  const inner = [...(parts[index].querySelectorAll?.("*") ?? [])].indexOf(focused);
  return (others) => {
    const other = inner < 0 ? others[index] : others[index]?.querySelectorAll?.("*")[inner];
    if (other?.localName === focused.localName) other.focus({ preventScroll: true });
  };
}

const operations = {
  remove(id) {
    const element = elements.get(id);
    const afterwards = removals.map((action) => action(element));
    // Closing restores the focus to the element that had it before the dialog.
    if (element.matches("dialog[open]")) element.close();
    forget(element);
    element.remove();
    for (const action of afterwards) action?.();
  },
  /** Returns the new element. */
  insert(parent, after, html) {
    const child = fromHTML(html);
    place(child, elements.get(parent), after);
    adopt(child);
    for (const action of insertions) action(child);
    return child;
  },
  move(id, parent, after) {
    place(elements.get(id), elements.get(parent), after);
  },
  attributes(id, attributes, acknowledged) {
    const element = elements.get(id);
    const isRevealed = changes.map((action) => action(element, attributes)).includes(true);
    for (const { name } of [...element.attributes]) {
      if (!(name in attributes) && !isKept(element, name)) element.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(attributes)) {
      // The content security policy forbids the attribute, but not the properties.
      if (name === "style") element.style.cssText = value;
      else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    // A value that the user entered after the acknowledged message is newer than the server's.
    if ("value" in attributes && !(element.lastInput > acknowledged) && element.value !== attributes.value
      && !ownValues.some((selector) => element.matches(selector))) {
      element.value = attributes.value;
    }
    return isRevealed ? element : undefined;
  },
  inside(id, html) {
    const element = elements.get(id);
    const parts = [...element.childNodes].filter((node) => node.dataset?.id === undefined);
    const fresh = parse(html);
    if (areEqual(parts, fresh.childNodes)) return;
    const refocus = keepFocus(parts);
    for (const node of parts) node.remove();
    element.prepend(fresh);
    refocus(element.childNodes);
  },
  redraw(html) {
    const afterwards = redraws.map((action) => action());
    replace(elements.get(0), html);
    for (const action of afterwards) action();
  },
  /** Replaces the page, whose elements have other IDs than those of the restored scene. */
  restore(html) {
    replace(document.querySelector("[data-id='0']"), html);
    for (const action of restorations) action();
  },
};

function replace(root, html) {
  elements.clear();
  const fresh = fromHTML(html);
  root.replaceWith(fresh);
  adopt(fresh);
}

/** Registers an operation of patches. It is called with the operands. */
export const onOperation = (name, action) => void (operations[name] = (...operands) => void action(...operands));

let isApplying = false;

/** Whether the operations of a patch are being applied. Moves of the focus meanwhile are not the user's. */
export const isPatching = () => isApplying;

/** @param restores Whether the patch is the answer to the name of a scene. */
export function apply(patch, restores = false) {
  const added = [];
  const prepared = new Map();
  // The server has processed an edit of a text, and nothing has changed.
  const ran = patch.operations.length || restores ? phases : ["values"];
  for (const step of ran.flatMap((phase) => steps.get(phase))) prepared.set(step, step.before?.(patch));
  const run = (phase) => {
    for (const step of steps.get(phase)) {
      if (prepared.get(step) !== null) step.after(prepared.get(step), patch, added);
    }
  };
  isApplying = true;
  try {
    for (const [name, ...operands] of patch.operations) {
      const child = operations[restores && name === "redraw" ? "restore" : name](...operands, patch.acknowledged);
      if (child) added.push(child);
    }
    if (ran[0] === "page") run("page");
  } finally {
    isApplying = false;
  }
  for (const phase of ran) if (phase !== "page") run(phase);
}

/** Prepares the page as the server has rendered it. */
export function start() {
  adopt(document.body);
  const patch = { operations: [], acknowledged: 0 };
  for (const step of [...steps.values()].flat()) if (step.isForFirstPage) step.after(undefined, patch);
}
