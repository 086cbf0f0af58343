// The height of fields of several lines in browsers that do not size a field to its text
// ("field-sizing" in fields.css).

import { afterRendering } from "../core/patches.js";

/** What the height of each field was computed from. */
const fitted = new WeakMap();

/** Returns what the height of a field depends on. */
const basis = (field) => `${field.clientWidth} ${getComputedStyle(field).font} ${field.value}`;

/** Returns what is scrolled around elements and in them, with its position. */
function scrolled(elements) {
  const found = new Map();
  for (const element of elements) {
    for (let each = element; each && !found.has(each); each = each.parentElement) found.set(each, each.scrollTop);
  }
  return [...found].filter(([, top]) => top !== 0);
}

/**
 * Gives fields the height of their text, up to that of fields.css. A patch removes the height with
 * the other declarations if it sets the attributes of a field.
 */
function fit(fields) {
  const bases = new Map(fields.map((field) => [field, basis(field)]));
  const changed = fields.filter((field) => !field.style.height || fitted.get(field) !== bases.get(field));
  if (changed.length === 0) return;
  // While the fields have no height, what scrolls may be too short to stay where it is.
  const positions = scrolled(changed);
  // Do not alternate reading and writing: the browser would compute the layout for each field.
  for (const field of changed) field.style.height = "0";
  const heights = changed.map((field) => field.scrollHeight + field.offsetHeight - field.clientHeight);
  changed.forEach((field, index) => (field.style.height = `${heights[index]}px`));
  for (const [element, top] of positions) element.scrollTop = top;
  for (const field of changed) fitted.set(field, bases.get(field));
}

const fitAll = () => fit([...document.querySelectorAll(".field.lines")]);

if (!CSS.supports("field-sizing", "content")) {
  afterRendering("content", fitAll);
  document.addEventListener("input", ({ target }) => target.matches(".field.lines") && fit([target]));
  addEventListener("resize", fitAll);
}
