// Toggles: shows the new position at once, and reports it.

import { send } from "../core/connection.js";

document.addEventListener("click", (event) => {
  const toggle = event.target.closest(".toggle[data-id]");
  if (!toggle || toggle.disabled) return;
  const state = toggle.hasAttribute("aria-pressed") ? "aria-pressed" : "aria-checked";
  const isOn = toggle.getAttribute(state) !== "true";
  if (send(toggle, "toggle", { isOn })) toggle.setAttribute(state, isOn);
});
