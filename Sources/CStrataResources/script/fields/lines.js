// The height of fields of several lines in browsers that do not size a field to its text
// ("field-sizing" in fields.css).

import { afterRendering } from "../core/patches.js";

/** Gives a field the height of its text, up to that of fields.css. */
function fit(field) {
  field.style.height = "0";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

function fitAll() {
  for (const field of document.querySelectorAll(".field.lines")) fit(field);
}

if (!CSS.supports("field-sizing", "content")) {
  afterRendering("content", fitAll);
  document.addEventListener("input", ({ target }) => target.matches(".field.lines") && fit(target));
  addEventListener("resize", fitAll);
}
