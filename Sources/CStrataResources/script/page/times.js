// Relative times and timers, which the browser keeps current.

import { afterRendering } from "../core/patches.js";

/** The names of units and their lengths in seconds, as in DateStyle.swift. */
const units = [["yr", 31536000], ["mo", 2592000], ["day", 86400], ["hr", 3600], ["min", 60], ["sec", 1]];
/** The names of the same units for Intl. */
const names = { yr: "year", mo: "month", day: "day", hr: "hour", min: "minute", sec: "second" };
const language = document.documentElement.lang || "en";
const isEnglish = language.split("-")[0] === "en";

/** Returns a number of units, such as "2 hr", in the language of the page. */
function amount(count, unit) {
  if (isEnglish) return `${count} ${unit}`;
  return new Intl.NumberFormat(language, { style: "unit", unit: names[unit], unitDisplay: "short" }).format(count);
}

/** Returns the time since or until a date, in its one or two largest units. */
function relative(seconds) {
  let rest = Math.floor(Math.abs(seconds));
  const parts = [];
  for (const [name, length] of units) {
    if (parts.length === 2) break;
    const count = Math.min(Math.floor(rest / length), name === "mo" ? 11 : Infinity);
    if (count > 0 || (length === 1 && parts.length === 0)) parts.push(amount(count, name));
    else if (parts.length > 0) break;
    rest -= count * length;
  }
  return parts.join(", ");
}

/** Returns the largest unit of the time since or until a date, with a sign. */
function offset(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  const [name, length] = units.find(([, length]) => whole >= length) ?? ["sec", 1];
  const format = { style: "unit", unit: names[name], unitDisplay: "long" };
  return (seconds < 0 ? "-" : "+") + new Intl.NumberFormat(language, format).format(Math.floor(whole / length));
}

/** Returns a number of seconds in the form of a clock: "1:02:03". */
function clock(seconds, showsHours) {
  const whole = Math.floor(Math.abs(seconds));
  const two = (number) => String(number).padStart(2, "0");
  if (!showsHours || whole < 3600) return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

/** Returns the current text of a time element. */
function words(time) {
  const { style, start, end, pause, hours } = time.dataset;
  if (style === "down" || style === "up") {
    const now = Math.min(Math.max(Number(pause ?? Date.now()), start), end);
    return style === "down" ? clock(Math.ceil((end - now) / 1000), hours !== undefined) : clock((now - start) / 1000, hours !== undefined);
  }
  const seconds = (Date.now() - Date.parse(time.dateTime)) / 1000;
  return style === "timer" ? clock(seconds, true) : style === "offset" ? offset(seconds) : relative(seconds);
}

function updateTimes() {
  for (const time of document.querySelectorAll("time[data-style]")) {
    const text = words(time);
    if (time.textContent !== text) time.textContent = text;
  }
}
afterRendering("values", updateTimes);
setInterval(updateTimes, 1000);
