// Text fields: reports what the user types.

import { idOf } from "./elements.js";
import { send } from "./connection.js";

/**
 * Returns the fields whose text differs from the server's: it was typed before there was a
 * connection, or while it was lost.
 */
export const unsentInputs = () => [...document.querySelectorAll("input.field[data-id]")].filter((field) => field.value !== field.getAttribute("value"));

export const sendInputs = () => unsentInputs().forEach((field) => send(field, "input", { text: field.value }));

/** Sends what was typed without a connection, to a server that has received nothing yet. */
export function resendInputs() {
  for (const field of document.querySelectorAll("input.field[data-id]")) delete field.lastInput;
  sendInputs();
}

document.addEventListener("input", (event) => {
  if (event.target.dataset.id !== undefined) send(event.target, "input", { text: event.target.value });
});
