// Relative times, which the browser keeps current.

/** The names of units and their lengths in seconds; the same as in Text.DateStyle. */
const units = [["yr", 31536000], ["mo", 2592000], ["day", 86400], ["hr", 3600], ["min", 60], ["sec", 1]];

/** Returns the time since or until a date, in its one or two largest units. */
function relative(date) {
  let rest = Math.floor(Math.abs(Date.now() - date) / 1000);
  const parts = [];
  for (const [name, length] of units) {
    if (parts.length === 2) break;
    const count = Math.min(Math.floor(rest / length), name === "mo" ? 11 : Infinity);
    if (count > 0 || (length === 1 && parts.length === 0)) parts.push(`${count} ${name}`);
    else if (parts.length > 0) break;
    rest -= count * length;
  }
  return parts.join(", ");
}

export function updateTimes() {
  for (const time of document.querySelectorAll("time[data-relative]")) {
    const words = relative(Date.parse(time.dateTime));
    if (time.textContent !== words) time.textContent = words;
  }
}
setInterval(updateTimes, 1000);
