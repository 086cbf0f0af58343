// Pages of a tab view: a swipe by touch selects the page beside the visible one.

/** The least distance of a swipe in CSS pixels. */
const leastDistance = 40;
let start = null;

document.addEventListener("pointerdown", (event) => {
  const page = event.target.closest?.(".paged > .tab-page");
  start = page && event.isPrimary && event.pointerType !== "mouse" ? { page, x: event.clientX, y: event.clientY } : null;
});

document.addEventListener("pointercancel", () => (start = null));

document.addEventListener("pointerup", (event) => {
  if (!start) return;
  const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
  const tabs = [...start.page.parentElement.querySelectorAll(":scope > .tab-bar > .tab:not(:disabled)")];
  start = null;
  if (Math.abs(dx) < leastDistance || Math.abs(dx) < 2 * Math.abs(dy)) return;
  const selected = tabs.findIndex((tab) => tab.ariaSelected === "true");
  const isForward = (dx < 0) === (getComputedStyle(tabs[0]).direction === "ltr");
  tabs[selected + (isForward ? 1 : -1)]?.click();
});
