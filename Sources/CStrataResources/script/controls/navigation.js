// Bars and tabs: titles that become small when the page scrolls, and the keys of tabs.

import { onKey } from "../core/keyboard.js";

/** The scroll positions, in CSS pixels, at which a title becomes small and large again. */
const [titleShrinks, titleGrows] = [24, 2];
/**
 * The least scrollable distance, in CSS pixels, at which a title becomes small. On a shorter page,
 * the space that the small title leaves would scroll the page back.
 */
const leastScroll = 120;

document.addEventListener("scroll", ({ target }) => {
  const page = target.closest?.(".page");
  if (!page || target.scrollHeight <= target.clientHeight) return;
  const isLong = target.scrollHeight - target.clientHeight > leastScroll;
  if (target.scrollTop > titleShrinks && isLong) page.dataset.localScrolled = "";
  else if (target.scrollTop <= titleGrows) delete page.dataset.localScrolled;
}, { capture: true, passive: true });

onKey("actions", (event) => {
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
