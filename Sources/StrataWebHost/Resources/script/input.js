// Text fields: reports what the user types.

import { idOf } from "./elements.js";
import { send } from "./connection.js";

/**
 * Returns the fields whose text differs from the server's: it was typed before there was a
 * connection, or while it was lost.
 */
export const unsentInputs = () => [...document.querySelectorAll(".field[data-id]")].filter(
  (field) => field.value !== (field.getAttribute("value") ?? field.dataset.value));

/** Fields for several lines report by an event of their own, which has room for more text. */
const sendInput = (field) => send(field, field.matches("textarea") ? "edit" : "input", { text: field.value });

export const sendInputs = () => unsentInputs().forEach(sendInput);

/** Sends what was typed without a connection, to a server that has received nothing yet. */
export function resendInputs() {
  for (const field of document.querySelectorAll("[data-id]")) delete field.lastInput;
  sendInputs();
}

document.addEventListener("input", (event) => {
  if (event.target.matches(".field[data-id]")) sendInput(event.target);
});
