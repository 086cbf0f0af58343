// Clicks that browsers report after another use of the pointer.

/** The time in milliseconds after the release of the pointer within which its click follows. */
const clickDelay = 50;

/**
 * Ignores the click that follows the release of the pointer, which was not meant as one: after a
 * drag, a long press or a press outside a popover.
 *
 * @param isPressed Whether the pointer has not been released yet.
 */
export function ignoreNextClick({ isPressed }) {
  const ignore = (event) => event.stopPropagation();
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener("click", ignore, { capture: true, once: true, signal });
  // Without a click, the next one is another use of the pointer.
  const stop = () => setTimeout(() => listening.abort(), clickDelay);
  if (!isPressed) return stop();
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, stop, { capture: true, once: true, signal });
}
