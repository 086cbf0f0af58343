// The event "scrollend" for browsers without it: when nothing has scrolled for a while, and no
// finger is on the screen.

/** The time in milliseconds without an event after which scrolling has ended. */
const pause = 150;
/** The timers of the elements that scroll. */
const timers = new Map();
let isTouched = false;

function wait(target) {
  clearTimeout(timers.get(target));
  timers.set(target, setTimeout(() => {
    if (isTouched) return wait(target);
    timers.delete(target);
    target.dispatchEvent(new Event("scrollend", { bubbles: target === document }));
  }, pause));
}

if (!("onscrollend" in window)) {
  document.addEventListener("scroll", ({ target }) => wait(target), { capture: true, passive: true });
  for (const name of ["touchstart", "touchend", "touchcancel"]) {
    document.addEventListener(name, ({ touches }) => (isTouched = touches.length > 0), { capture: true, passive: true });
  }
}
