// Texts that are fitted to their boxes: `minimumScaleFactor` shrinks the font
// (data-minimum-scale), and `truncationMode` cuts the start or the middle (data-truncation), which
// CSS cannot.
//
// A cut text stays in the page as it is, and is transparent. A pseudo-element shows the cut one.

import { afterPatch } from "../core/patches.js";

/** Whether a text is cut off by its box. */
const overflows = (text) => text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1;

/** Sets the largest scale at which a text fits, by bisection, but not less than its minimum. */
function fit(text) {
  text.style.removeProperty("zoom");
  if (!overflows(text)) return;
  const smallest = Number(text.dataset.minimumScale);
  let [low, high] = [smallest, 1];
  for (let step = 0; step < 5; step += 1) {
    const middle = (low + high) / 2;
    text.style.zoom = middle;
    if (overflows(text)) high = middle;
    else low = middle;
  }
  text.style.zoom = low;
}

/** What was cut, by text: its words, width, font and mode, so that it is measured again only after a change. */
const known = new WeakMap();
const segmenter = new Intl.Segmenter();
const pen = document.createElement("canvas").getContext("2d");

/** Returns the largest count of up to `most` for which `fits` is true, by bisection. */
function largest(most, fits) {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the words of a text with an ellipsis for the part that does not fit in a width. */
function cut(text, mode, width, look) {
  const words = text.firstChild;
  // The starts of the characters, and the end.
  const starts = [...[...segmenter.segment(words.data)].map(({ index }) => index), words.data.length];
  const count = starts.length - 1;
  const range = document.createRange();
  const widthOf = (from, to) => {
    range.setStart(words, starts[from]);
    range.setEnd(words, starts[to]);
    return range.getBoundingClientRect().width;
  };
  text.style.whiteSpace = "nowrap";
  pen.font = look.font;
  // The box may be drawn in another size than the pen draws in.
  const scale = widthOf(0, count) / (pen.measureText(words.data).width || 1);
  const space = width - pen.measureText("…").width * scale;
  const leading = mode === "middle" ? largest(count, (many) => widthOf(0, many) <= space / 2) : 0;
  const rest = space - widthOf(0, leading);
  const trailing = largest(count - leading, (many) => widthOf(count - many, count) <= rest);
  text.style.removeProperty("white-space");
  return `${words.data.slice(0, starts[leading]).trimEnd()}…${words.data.slice(starts[count - trailing]).trimStart()}`;
}

/** Cuts the start or the middle of a text that does not fit. */
function truncate(text) {
  const [words, mode] = [text.firstChild, text.dataset.truncation];
  const look = getComputedStyle(text);
  const { width } = text.getBoundingClientRect();
  const state = [words?.textContent, mode, width, look.font, look.letterSpacing].join("\n");
  if (known.get(text) === state) return;
  known.set(text, state);
  text.removeAttribute("data-local-truncated");
  // The parts of a text with several styles cannot be shown by a pseudo-element.
  if (!(words instanceof Text) || text.childNodes.length > 1 || width === 0 || !overflows(text)) return;
  text.dataset.localTruncated = cut(text, mode, width, look);
}

function fitTexts() {
  document.querySelectorAll("[data-minimum-scale]").forEach(fit);
  for (const text of document.querySelectorAll("[data-local-truncated]:not([data-truncation])")) {
    text.removeAttribute("data-local-truncated");
    known.delete(text);
  }
  document.querySelectorAll("[data-truncation]").forEach(truncate);
}

afterPatch("content", fitTexts);
addEventListener("resize", fitTexts);
fitTexts();
