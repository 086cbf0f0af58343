// Moves to an element: scrolls to it, gives it the focus, and selects a part of its text.

import { elements } from "../core/elements.js";
import { afterPatch, keepAttribute, onOperation } from "../core/patches.js";
import { itemOf } from "./stops.js";

/** The element to which the current patch moves, with a range of its text; null for none. */
let wanted = null;

onOperation("reveal", (id, start, end) => void (wanted = { id, start, end }));

afterPatch("requests", () => {
  if (!wanted) return;
  const { id, start, end } = wanted;
  wanted = null;
  const element = elements.get(id);
  if (element) moveTo(element, start === null ? null : [start, end]);
});

keepAttribute("tabindex", "[data-local-revealed]");

const focusable = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]";

/** Returns the element that gets the focus for another: the item of a row, or the content of a row without one. */
function target(element) {
  if (!element.matches(".row")) return element;
  // A row with a tab index would be an item of its list.
  return itemOf(element) ?? element.querySelector(":scope > [data-id]") ?? element;
}

/** Scrolls to an element and gives it the focus. */
export function moveTo(element, range = null) {
  const to = target(element);
  if (!to.matches(focusable)) {
    to.tabIndex = -1;
    to.dataset.localRevealed = "";
    to.addEventListener("blur", () => {
      delete to.dataset.localRevealed;
      to.removeAttribute("tabindex");
    }, { once: true });
  }
  to.focus({ preventScroll: true, focusVisible: true });
  to.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  if (range) select(to, range);
}

/** Selects a range of the text of an element. */
function select(element, [start, end]) {
  if (element.matches("input, textarea")) {
    element.setSelectionRange(start, end);
    return;
  }
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let position = 0;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (start >= position && start <= position + text.length) range.setStart(text, start - position);
    if (end <= position + text.length) {
      range.setEnd(text, end - position);
      break;
    }
    position += text.length;
  }
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}
