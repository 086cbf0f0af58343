// Text fields: reports what the user types.

import { idOf } from "./elements.js";
import { send } from "./connection.js";
import { noteTyped } from "./places.js";

/** The fields of the page. */
export const fields = () => [...document.querySelectorAll(".field[data-id]")];

/**
 * Returns the fields whose text differs from the server's, because the user typed while there was
 * no connection.
 */
export const unsentInputs = () => fields().filter(
  (field) => field.value !== (field.getAttribute("value") ?? field.dataset.value));

/** Reports the text of a field. Fields for several lines have an event with a higher limit. */
export const sendInput = (field) => send(field, field.matches("textarea") ? "edit" : "input", { text: field.value });

export const sendInputs = () => unsentInputs().forEach((field) => noteTyped(field, sendInput(field)));

/** Sends what was typed without a connection. Messages are numbered from 1 again. */
export function resendInputs() {
  for (const field of document.querySelectorAll("[data-id]")) delete field.lastInput;
  sendInputs();
}

document.addEventListener("input", (event) => {
  if (event.target.matches(".field[data-id]")) noteTyped(event.target, sendInput(event.target));
});
