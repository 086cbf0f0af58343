// The focus when another page is shown: after a push, after Back, or when a column takes the place
// of another one or is hidden.
//
// The browser takes the focus from an element that disappears, and a screen reader then starts at
// the top of the window. So the page that is shown now gets the focus of the page that it covers or
// replaces: its first control, which for a pushed page is Back, as on Apple's devices. A page that
// is shown again gets it where it was. A field never gets it, because that would open the keyboard
// of a phone.

// Its step comes first.
import { aroundPatch } from "../core/patches.js";
import "./focus.js";

/** The element that last had the focus in a page, by page. */
const last = new WeakMap();

const controls = "button:not(:disabled, [tabindex='-1']), a[href]:not([tabindex='-1']), [tabindex='0']:not(input, textarea, select)";
const fields = "input, textarea, select";

const isVisible = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });

/** Returns where the focus is before a change: the element, its page, and what is around the page; null outside of pages. */
function placeOfFocus() {
  const focused = document.activeElement;
  const page = focused?.closest(".page");
  if (!page) return null;
  last.set(page, focused);
  const around = [];
  for (let each = page.parentElement; each; each = each.parentElement) if (each.matches(".stack, .column, .split")) around.push(each);
  return { focused, page, around };
}

/** Moves the focus to the page that is shown instead of the one that had the focus before a change. */
function followPage(place) {
  const { focused, page, around } = place;
  // The button that hides and shows the sidebar moves to another column's bar.
  const isMoved = focused.matches(".sidebar-button") && !isVisible(focused);
  if (isVisible(page) && !isMoved) return;
  // The change itself may have moved the focus, for example into a dialog.
  if (document.activeElement !== document.body && document.activeElement !== focused) return;
  const host = isMoved ? page.closest(".split") : around.find(isVisible);
  if (!host) return;
  if (isMoved) {
    const button = [...host.querySelectorAll(".sidebar-button")].find(isVisible);
    if (button) return button.focus({ preventScroll: true });
  }
  const shown = [...host.querySelectorAll(".page")].findLast(isVisible);
  if (!shown) return;
  const before = last.get(shown);
  const isKept = before && shown.contains(before) && isVisible(before) && !before.matches(fields);
  const target = isKept ? before : [...shown.querySelectorAll(controls)].find(isVisible) ?? shown;
  if (target === shown) shown.tabIndex = -1;
  target.focus({ preventScroll: true });
}

aroundPatch("page", placeOfFocus, followPage);
