// Pickers in the segmented, inline and radio group styles: shows the new choice at once, and moves
// it with the arrow keys.

import { isLost } from "../core/connection.js";
import { isHidden } from "../core/elements.js";
import { onKey } from "../core/keyboard.js";

const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

onKey("parts", (event) => {
  const choice = event.target.closest?.(".choice");
  if (!choice || !(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const choices = [...choice.closest(".choices").querySelectorAll(".choice:not(:disabled)")];
  const isReversed = getComputedStyle(choice).direction === "rtl" && event.key.length > "ArrowUp".length + 1;
  const step = isReversed ? -steps[event.key] : steps[event.key];
  const next = choices[(choices.indexOf(choice) + step + choices.length) % choices.length];
  next.focus();
  next.click();
});

document.addEventListener("click", (event) => {
  const choice = event.target.closest(".choice");
  if (!choice || choice.disabled || isLost()) return;
  // Show the choice at once; the server confirms it.
  for (const each of choice.closest(".choices").querySelectorAll(".choice")) {
    each.ariaChecked = each === choice;
    each.tabIndex = each === choice && !isHidden(each) ? 0 : -1;
  }
});
