// What the user has begun and the page has reported, such as the press of a button or the movement
// of the pointer into a view. If its end cannot be sent, because the connection is lost, it is sent
// after a reconnection. Otherwise, the server would take it to go on forever.

import { onConnect, send } from "./connection.js";
import { elements, idOf } from "./elements.js";
import { afterPatch } from "./patches.js";

/**
 * What has begun, by its element, its event and its part. `number` is that of the message about its
 * end: null before that, and infinite if that one could not be sent.
 */
const begun = new Map();
/** Whether the page has been connected. */
let hasBegun = false;
/** Whether the page is connected again, and its first patch has not arrived yet. */
let isNew = false;

const key = (element, event, part) => `${idOf(element)} ${event} ${part}`;

/**
 * Sends an event with which something begins.
 *
 * @param end The payload of the event that ends it after a reconnection.
 * @param part Tells things apart that begin in the same element with the same event.
 */
export function sendBeginning(element, event, payload, end, part = "") {
  if (send(element, event, payload) !== false) begun.set(key(element, event, part), { id: idOf(element), event, end, number: null });
}

/** Sends an event with which something ends. */
export function sendEnd(element, event, payload, part = "") {
  const number = send(element, event, payload);
  const each = begun.get(key(element, event, part));
  if (each) each.number = number === false ? Infinity : number;
  return number;
}

onConnect((isRestored) => {
  // Nothing has begun in the window of a restored scene.
  if (isRestored) begun.clear();
  // An end on the first connection is on its way.
  isNew = hasBegun && !isRestored;
  hasBegun = true;
});

afterPatch("values", ({ acknowledged }) => {
  for (const [name, { id, number }] of begun) {
    if (!elements.has(id) || (number !== null && number <= acknowledged)) begun.delete(name);
  }
  if (!isNew) return;
  isNew = false;
  // The page has been drawn again, with the same IDs.
  for (const [name, { id, event, end, number }] of begun) {
    if (number === null) continue;
    begun.delete(name);
    send(elements.get(id), event, end);
  }
});
