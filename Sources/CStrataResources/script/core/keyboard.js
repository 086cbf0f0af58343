// The keys that the user presses, in the order in which parts of the page may use them.
//
// Modules register a handler with `onKey`, in one of the stages below. A handler that has used a key
// for good calls `stopPropagation`; no later one gets it then. One that has used it, and lets others
// see it, calls `preventDefault`.
//
// A key that an input method takes is no key of the page: Return accepts a candidate, and Escape
// discards it. Browsers mark it by `isComposing`, except for Safari, which ends the composition
// before it reports the key that did so. There only the key code 229 shows it. So all handlers of
// keys are registered here, and none gets such a key.

/** The elements in which the user edits a text, with an undo of the browser. */
export const texts =
  "textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=button], [type=file])";

/** The stages before elements get the key, and those after it. */
const before = ["first", "menus"];
// Parts of controls have a use for arrow keys, then the app has (`onKeyPress`), then shortcuts and
// rows. What is left moves the focus.
const after = ["parts", "app", "shortcuts", "actions", "rest"];

const handlers = new Map([...before, ...after].map((stage) => [stage, []]));
const releases = [];

/** Registers a handler of pressed keys in a stage. */
export const onKey = (stage, handler) => void handlers.get(stage).push(handler);

/** Registers a handler of released keys. */
export const onKeyUp = (handler) => void releases.push(handler);

/** Handles the keys that are pressed in an element of the page itself. */
export const onKeyIn = (element, handler) => element.addEventListener("keydown", (event) => isUsable(event) && handler(event));

/** The keys that an input method has taken and that are still held down, by their codes. */
const taken = new Set();
let isTaken = false;

/** Whether the key that is being pressed is one that an input method has taken. */
export const isKeyTaken = () => isTaken;

/** Whether a key is one of the page. Browsers report keys without a name when they fill in a form. */
const isUsable = (event) => Boolean(event.key) && !event.isComposing && event.keyCode !== 229;

function dispatch(event, stages) {
  for (const stage of stages) {
    for (const handler of handlers.get(stage)) {
      if (event.cancelBubble) return;
      handler(event);
    }
  }
}

addEventListener("keydown", (event) => {
  isTaken = !isUsable(event);
  if (isTaken) return void taken.add(event.code);
  taken.delete(event.code);
  dispatch(event, before);
}, true);
addEventListener("keyup", () => (isTaken = false), true);

document.addEventListener("keydown", (event) => {
  if (isUsable(event)) dispatch(event, after);
});

document.addEventListener("keyup", (event) => {
  if (!taken.delete(event.code) && isUsable(event)) for (const handler of releases) handler(event);
});

/** Returns the modifier keys as the bits of EventModifiers. */
export const modifiers = (event) =>
  (event.getModifierState?.("CapsLock") ? 1 : 0) | (event.shiftKey ? 2 : 0) | (event.ctrlKey ? 4 : 0) | (event.altKey ? 8 : 0)
  | (event.metaKey ? 16 : 0) | (event.location === 3 ? 32 : 0);

/** The elements that have a use of their own for the arrow keys. */
export const usesArrows = "select, .row, .row > .link, [role=radio], [role=tab], [role=slider], [role^=menuitem]";
