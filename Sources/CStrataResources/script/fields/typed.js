// The text that the user has typed into fields, until it is safe.
//
// That is when the scene was saved after the field's message. That the server has acknowledged the
// message is not enough: the server has the text in memory only as long as the window exists.
// places.js keeps what is not safe in the tab's sessionStorage, and types it again, if the field has
// a text that the user saw while typing. Any other text is newer, from another window or from the
// app, and stays.

import { afterPatch, onOperation } from "../core/patches.js";

/** The fields of the page. */
export const fields = () => [...document.querySelectorAll(".field[data-id]")];

/**
 * The texts that the user has typed, by field, with the number of the message; null if not sent. The
 * `versions` are the hashes of the texts that were edited since the last safe one.
 */
const typed = new WeakMap();
/** The most versions of a text that are kept. */
const mostVersions = 500;
let hasTyped = false;
let saved = -1;

let observer = () => {};

/** Registers the function that is called when what is not safe may have changed. */
export const observeTyped = (action) => void (observer = action);

/** Returns a 32-bit hash of a text. */
export function hash(text) {
  let result = text.length;
  for (let index = 0; index < text.length; index += 1) result = (Math.imul(result, 31) + text.charCodeAt(index)) | 0;
  return result;
}

const isSaved = ({ number }) => number !== null && number <= saved;

/** Records the text that the user has made of another one in a field. */
export function noteTyped(field, text, before, number) {
  hasTyped = true;
  const last = typed.get(field);
  const versions = last && !isSaved(last) ? last.versions : [];
  versions.push(hash(before));
  typed.set(field, { text, number, versions: versions.slice(-mostVersions) });
  observer();
}

afterPatch("values", () => {
  if (hasTyped) observer();
});

// The last message whose effects the server has saved.
onOperation("saved", (number) => {
  saved = Math.max(saved, number);
  observer();
});

/** Keeps what the user has typed in fields that a redraw replaces. */
export function carryTyped(from, to) {
  const entry = typed.get(from);
  if (entry) typed.set(to, entry);
}

/**
 * Returns the fields with text that the server may not have saved, with the text, and the hashes of
 * the texts before.
 */
export function unsavedTexts() {
  return fields().flatMap((field) => {
    const entry = typed.get(field);
    return !entry || isSaved(entry) ? [] : [{ field, ...entry }];
  });
}
