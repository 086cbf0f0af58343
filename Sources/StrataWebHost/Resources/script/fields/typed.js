// The text that the user has typed into fields, until it is safe.
//
// If the same process of the server answers after a reconnection, that is when the field's message
// was acknowledged: the process has the text in memory. If another one does, it is when the scene
// was saved after the message. places.js keeps what is not safe in the tab's sessionStorage, and
// types it again.

import { onRenumber } from "../core/connection.js";
import { afterPatch, onOperation } from "../core/patches.js";

/** The fields of the page. */
export const fields = () => [...document.querySelectorAll(".field[data-id]")];

/** The texts that the user has typed, by field, with the number of the message; null if not sent. */
const typed = new WeakMap();
let hasTyped = false;
let acknowledged = 0;
let saved = -1;

let observer = () => {};

/** Registers the function that is called when what is not safe may have changed. */
export const observeTyped = (action) => void (observer = action);

/** Records that the user has typed in a field. */
export function noteTyped(field, number) {
  hasTyped = true;
  typed.set(field, { text: field.value, number: number || null });
  observer();
}

afterPatch("values", (patch) => {
  acknowledged = Math.max(acknowledged, patch.acknowledged);
  if (hasTyped) observer();
});

/** The last message that the server has processed. */
export const acknowledgedMessage = () => acknowledged;

// The last message whose effects the server has saved.
onOperation("saved", (number) => {
  saved = Math.max(saved, number);
  observer();
});

onRenumber(() => {
  for (const field of fields()) {
    const entry = typed.get(field);
    if (!entry) continue;
    if (entry.number !== null && entry.number <= saved) typed.delete(field);
    else if (entry.number !== null && entry.number <= acknowledged) entry.number = 0;
    else entry.number = null;
  }
  acknowledged = 0;
  saved = -1;
});

/** Keeps what the user has typed in fields that a redraw replaces. */
export function carryTyped(from, to) {
  const entry = typed.get(from);
  if (entry) typed.set(to, entry);
}

/**
 * Returns the fields with text that the server may not have saved, with the text and the number of
 * its message.
 */
export function unsavedTexts() {
  return fields().flatMap((field) => {
    const entry = typed.get(field);
    if (!entry || field.value !== entry.text || (entry.number !== null && entry.number <= saved)) return [];
    return [{ field, ...entry }];
  });
}
