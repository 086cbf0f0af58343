// Bars and tabs: titles that become small when the page scrolls, and the keys of tabs.

/** Distances in CSS pixels: scrolled so far, a title is small; and so little, large again. */
const [titleShrinks, titleGrows] = [24, 2];
/** A page with less than this to scroll keeps its large title, which would scroll it back. */
const leastScroll = 120;

document.addEventListener("scroll", ({ target }) => {
  const page = target.closest?.(".page");
  if (!page || target.scrollHeight <= target.clientHeight) return;
  const isLong = target.scrollHeight - target.clientHeight > leastScroll;
  if (target.scrollTop > titleShrinks && isLong) page.dataset.localScrolled = "";
  else if (target.scrollTop <= titleGrows) delete page.dataset.localScrolled;
}, { capture: true, passive: true });

document.addEventListener("keydown", (event) => {
  const tab = event.target.closest?.(".tab");
  if (!tab || !["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) return;
  event.preventDefault();
  const tabs = [...tab.parentElement.querySelectorAll(".tab:not(:disabled)")];
  const isForward = (event.key === "ArrowRight") === (getComputedStyle(tab).direction === "ltr");
  const next = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1
    : (tabs.indexOf(tab) + (isForward ? 1 : -1) + tabs.length) % tabs.length;
  tabs[next].focus();
  tabs[next].click();
});
