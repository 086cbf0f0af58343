// Controls that hold a value: sliders, steppers, and fields for dates and colors.

import { isLost, send } from "../core/connection.js";
import { afterRendering } from "../core/patches.js";
import { isUserAction } from "./useractions.js";

/** Reports a value. Without a connection, the control goes back to the server's value. */
function report(control, event, payload) {
  if (!send(control, event, payload) && isLost()) showServerValue(control);
}

/** The sliders that the user is moving, with whether a report is due at the next frame. */
const moving = new Map();

const slide = (slider, isEditing) => (isEditing ? send : report)(slider, "slide", { value: slider.valueAsNumber, isEditing });

/** The fields for dates in which the user has entered a date that may not be whole yet. */
const dates = new Set();

/** Whether the user may still be typing the year of a field: 2, 20 and 202 come before 2026. */
const isTypingYear = ({ type, value }) => type !== "time" && parseInt(value, 10) < 1000;

/** Draws the part of the track before the thumb. */
function fill(slider) {
  const [min, max] = [Number(slider.min), Number(slider.max)];
  slider.style.setProperty("--fraction", max > min ? (slider.valueAsNumber - min) / (max - min) : 0);
}

document.addEventListener("input", (event) => {
  const { target } = event;
  if (!target.matches(".slider[data-id]")) return;
  if (!isUserAction(event)) return showServerValue(target);
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
  if (!isUserAction(event)) return target.matches(controls) ? showServerValue(target) : undefined;
  dates.delete(target);
  if (target.matches(".slider")) {
    moving.set(target, false);
    slide(target, false);
  } else if (target.matches(".date-field")) {
    // A date that is out of range, as while its year is typed, is reported when the focus leaves.
    if (target.validity.valid && !isTypingYear(target)) report(target, "date", { text: target.value });
    else dates.add(target);
  } else if (target.matches(".color-field")) {
    report(target, "color", { rgb: parseInt(target.value.slice(1), 16) });
  } else if (target.matches(".picker")) {
    if (target.value !== "") report(target, "option", { option: Number(target.value) });
  }
});

document.addEventListener("focusout", ({ target }) => {
  if (dates.delete(target)) send(target, "date", { text: target.value });
});

// The value of a control in the page may differ from the server's without an edit: the browser
// limits it, or has restored the one of an earlier page, when the user goes back or duplicates a
// tab. What the server has is shown, and only what the user does is sent.

const controls = ".slider, .date-field, .color-field, .picker";

/** Shows the server's value of a control. */
function showServerValue(control) {
  control.value = control.matches(".picker") ? control.dataset.value : control.getAttribute("value");
  if (control.matches(".slider")) fill(control);
}

// Browsers restore values until the page is shown.
addEventListener("pageshow", () => {
  for (const control of document.querySelectorAll(controls)) {
    if (control.dataset.id !== undefined && control.lastInput === undefined) showServerValue(control);
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

/**
 * Shows the options of pickers that the server wrote into "data-value", because they are inserted
 * after the picker. Skips a picker that the user changed after the acknowledged message. A slider
 * that the user has moved since shows its own value, and so does its track.
 */
function showValues({ acknowledged }) {
  for (const picker of document.querySelectorAll(".picker[data-value][data-id]")) {
    if (picker.lastInput > acknowledged || picker.value === picker.dataset.value) continue;
    picker.value = picker.dataset.value;
  }
  for (const slider of document.querySelectorAll(".slider[data-id]")) if (slider.lastInput > acknowledged) fill(slider);
}

afterRendering("values", showValues);
