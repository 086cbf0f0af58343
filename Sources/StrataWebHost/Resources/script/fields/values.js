// Controls that hold a value: sliders, steppers, and fields for dates and colors.

import { isLost, send } from "../core/connection.js";
import { afterRendering, onAttributes } from "../core/patches.js";

/** Reports a value. Without a connection, the control goes back to the server's value. */
function report(control, event, payload) {
  if (send(control, event, payload) || !isLost()) return;
  control.value = control.dataset.value ?? control.getAttribute("value");
  if (control.matches(".slider")) fill(control);
}

/** The sliders that the user is moving, with whether a report is due at the next frame. */
const moving = new Map();

const slide = (slider, isEditing) => (isEditing ? send : report)(slider, "slide", { value: slider.valueAsNumber, isEditing });

/** Draws the part of the track before the thumb. */
function fill(slider) {
  const [min, max] = [Number(slider.min), Number(slider.max)];
  slider.style.setProperty("--fraction", max > min ? (slider.valueAsNumber - min) / (max - min) : 0);
}

document.addEventListener("input", (event) => {
  const { target } = event;
  if (!target.matches(".slider[data-id]")) return;
  fill(target);
  // At most one report per frame.
  if (!moving.has(target)) {
    requestAnimationFrame(() => {
      if (moving.get(target)) slide(target, true);
      moving.delete(target);
    });
  }
  moving.set(target, true);
});

document.addEventListener("change", (event) => {
  const { target } = event;
  if (target.dataset.id === undefined) return;
  if (target.matches(".slider")) {
    moving.set(target, false);
    slide(target, false);
  } else if (target.matches(".date-field")) {
    // While a year is being typed, the date is out of range, and is reported when the focus leaves.
    if (target.validity.valid) report(target, "date", { text: target.value });
  } else if (target.matches(".color-field")) {
    report(target, "color", { rgb: parseInt(target.value.slice(1), 16) });
  } else if (target.matches(".picker")) {
    if (target.value !== "") report(target, "option", { option: Number(target.value) });
  }
});

document.addEventListener("focusout", (event) => {
  const { target } = event;
  if (target.matches(".date-field[data-id]") && target.value !== target.getAttribute("value")) {
    send(target, "date", { text: target.value });
  }
});

/** The timer that repeats the press of a stepper's button while it is held down. */
let repeat = null;
const endRepeat = () => clearTimeout(repeat);
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest(".step[data-id]");
  if (!button || event.button !== 0) return;
  const again = () => {
    if (!button.isConnected || button.ariaDisabled === "true") return;
    send(button, "press");
    repeat = setTimeout(again, 120);
  };
  repeat = setTimeout(again, 500);
});
for (const name of ["pointerup", "pointercancel", "blur"]) addEventListener(name, endRepeat);

/** The fields for several lines that show the last text that the server wrote into "data-value". */
const shown = new WeakSet();

// A patch contains the text.
onAttributes((element, attributes) => { if ("data-value" in attributes) shown.delete(element); });

/**
 * Shows the values that the server wrote into "data-value": the option of a picker, or the text of
 * a field for several lines. Skips a control that the user changed after the acknowledged message.
 */
function showValues({ acknowledged }) {
  for (const control of document.querySelectorAll("[data-value][data-id]")) {
    // The server does not send a text that the user typed, so "data-value" may be an older one.
    if (control.matches("textarea")) {
      if (shown.has(control)) continue;
      shown.add(control);
    }
    if (control.lastInput > acknowledged || control.value === control.dataset.value) continue;
    control.value = control.dataset.value;
  }
}

afterRendering("values", showValues);
