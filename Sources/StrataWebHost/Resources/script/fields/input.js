// Text fields: reports what the user types.

import { longestMessage, onConnect, send, sizeOf } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { onRedraw } from "../core/patches.js";
import { carryTyped, fields, noteTyped } from "./typed.js";

/**
 * Returns the fields whose text differs from the server's, because the user typed while there was
 * no connection.
 */
const unsentInputs = () => fields().filter(
  (field) => field.value !== (field.getAttribute("value") ?? field.dataset.value));

/** The space in a message for the other members, in bytes. */
const header = 200;

/** Yields the parts of a text, each of which fits into a message. */
function* parts(text) {
  if (text.length * 6 <= longestMessage - header || sizeOf(JSON.stringify(text)) <= longestMessage - header) return yield text;
  let middle = text.length >> 1;
  // Both halves of a character stay together.
  if (/[\uD800-\uDBFF]/.test(text[middle - 1])) middle -= 1;
  yield* parts(text.slice(0, middle));
  yield* parts(text.slice(middle));
}

/**
 * Reports the text of a field, a long one in parts (see ClientMessage.swift). Fields for several
 * lines have an event with a higher limit. Returns the number of the last message.
 */
export function sendInput(field) {
  // While a character outside the Basic Multilingual Plane is entered, a field may have half of it.
  const all = [...parts(field.value.replace(/\p{Surrogate}/gu, "\uFFFD"))];
  const end = all.pop();
  for (const part of all) send(field, "part", { text: part });
  return send(field, field.matches("textarea") ? "edit" : "input", { text: end });
}

const sendInputs = () => unsentInputs().forEach((field) => noteTyped(field, sendInput(field)));

// Sends what was typed without a connection. Messages are numbered from 1 again.
onConnect(() => {
  for (const field of document.querySelectorAll("[data-id]")) delete field.lastInput;
  sendInputs();
});

// What the user has typed stays in the fields.
onRedraw(() => {
  const texts = unsentInputs().map((field) => [idOf(field), field.value]);
  const former = fields();
  return () => {
    for (const [id, text] of texts) if (elements.has(id)) elements.get(id).value = text;
    for (const field of former) if (elements.has(idOf(field))) carryTyped(field, elements.get(idOf(field)));
    sendInputs();
  };
});

document.addEventListener("input", (event) => {
  if (event.target.matches(".field[data-id]")) noteTyped(event.target, sendInput(event.target));
});
