// The page's own menu: a link that continues the window's activity on another device (handoff.js),
// and the search for activities (activitysearch.js). It stands outside the window's elements, at
// the end of the app's commands or, in an app without them, as a handle at the edge of the page. It
// exists only while the server offers one of its entries.

import { onKey } from "../core/keyboard.js";
import { onOperation, onRedraw } from "../core/patches.js";
import { isMac } from "../core/platform.js";
import { word } from "../core/words.js";
import { button, make } from "../page/dialogs.js";
import { showSearch } from "./activitysearch.js";
import { showLink } from "./handoff.js";

let menu = null;
let canSearch = false;

/** Sets the entries of the menu. Without one, there is no menu. */
function offer(continues, searches) {
  canSearch = searches;
  const open = menu?.querySelector("details");
  const focused = document.activeElement?.dataset.identifier;
  if (!continues && !searches) {
    menu?.remove();
    return void (menu = null);
  }
  menu ??= document.body.appendChild(make("nav", { class: "page-menu", "aria-label": word("Window") }));
  const summary = make("summary", { "aria-label": word("Window menu"), "data-identifier": "page.menu" }, "⋯");
  const entries = make("details", { class: "command-menu" }, summary);
  if (continues) entries.append(button(word("Continue on Another Device"), "page.handoff", showLink));
  if (searches) {
    const entry = button(word("Search Activities"), "page.search", showSearch);
    entry.append(make("kbd", {}, isMac ? "⌘K" : "Ctrl+K"));
    entries.append(entry);
  }
  if (open) {
    entries.open = open.open;
    open.replaceWith(entries);
    if (focused?.startsWith("page.")) entries.querySelector(`[data-identifier="${focused}"]`)?.focus();
  } else {
    menu.prepend(entries);
  }
}

onOperation("offer", offer);
// The server offers them again.
onRedraw(() => () => offer(false, false));

// After the stages of the app, so that a shortcut of it has precedence.
onKey("rest", (event) => {
  if (!canSearch || event.defaultPrevented || event.key.toLowerCase() !== "k") return;
  if (event.altKey || event.shiftKey || event.metaKey !== isMac || event.ctrlKey === isMac) return;
  event.preventDefault();
  showSearch();
});
