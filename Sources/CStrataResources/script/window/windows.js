// The app's windows in other tabs: opens those that the app asks for, shows them, and closes them.

import { send } from "../core/connection.js";
import { elements } from "../core/elements.js";
import { afterPatch, onOperation } from "../core/patches.js";
import { keepScene } from "../core/scene.js";
import { word } from "../core/words.js";
import { say } from "../page/notices.js";
import { scope } from "../page/outline.js";

/** The windows that this tab has opened, with the scenes and values that they show. */
const opened = [];

/** The text of the link to a window of the app whose tab the browser blocked. */
const newWindow = word("Open the new window");

/**
 * Opens a window of a scene in a tab, or shows the tab that this one opened under the same name.
 */
function openWindow(scene, value, name) {
  const url = new URL(location.pathname, location.href);
  url.searchParams.set("scene", scene);
  if (value !== null) url.searchParams.set("value", value);
  // The tab may present another value by now, and have another name.
  const known = name !== null ? opened.find((each) => nameOf(each.tab) === `strata ${name}`) : undefined;
  if (known) return void known.tab.focus();
  const tab = openTab(url, name === null ? "_blank" : `strata ${name}`, newWindow);
  if (tab) opened.push({ scene, value, tab });
}

/** Opens a window of a scene, or of the first one, that continues an activity. */
function openActivity(scene, token) {
  const url = new URL(location.pathname, location.href);
  if (scene !== null) url.searchParams.set("scene", scene);
  url.searchParams.set("open", token);
  const tab = openTab(url, "_blank", newWindow);
  if (tab) opened.push({ scene, value: null, tab });
}

/**
 * Opens a page in a tab, or shows the tab with a name, which was opened before this page
 * was reloaded. Returns null if the browser blocks the tab; then the page shows a link with a text.
 */
function openTab(url, name, text) {
  const tab = window.open("", name);
  if (!tab) {
    offer(url, text);
    return null;
  }
  try {
    if (tab.location.href !== "about:blank") {
      tab.focus();
      return tab;
    }
    // A tab starts with a copy of the sessionStorage of the one that opens it, which names a scene.
    tab.sessionStorage.clear();
  } catch {
    // It shows another site by now, or the user has disabled the storage.
  }
  tab.location.replace(url);
  return tab;
}

/**
 * Opens an address: one of the web in a tab that knows nothing of this one, or shows a link to it;
 * another one, such as "mailto:", in its program, which leaves the page and needs no tab.
 */
export function openAddress(url) {
  const link = Object.assign(document.createElement("a"), { href: url });
  if (!["http:", "https:"].includes(link.protocol)) return link.click();
  const tab = openTab(url, "_blank", `Open ${link.host}`);
  if (tab) tab.opener = null;
}

// MARK: Showing a tab

/** Gives this tab the name by which other tabs find it; null for none. */
function nameWindow(name) {
  window.name = name === null ? "" : `strata ${name}`;
}

/** The time in milliseconds for which a message names the tab that shows what the user has opened. */
const noteTime = 8000;

/** The other tabs of the app. */
const tabs = new BroadcastChannel(`strata windows ${location.pathname}`);

/**
 * Shows this tab in place of the one that the user sees. Only that one can do so, and only if one of
 * the two has opened the other.
 */
function comeForward() {
  window.name ||= `strata ${Math.random().toString(36).slice(2)}`;
  tabs.postMessage({ name: window.name, title: document.title });
}

tabs.onmessage = ({ data: { name, title } }) => {
  if (!document.hasFocus()) return;
  const related = [...opened.map(({ tab }) => tab), window.opener].some((tab) => nameOf(tab) === name);
  if (related) window.open("", name)?.focus();
  else say(`“${title}” shows it in another tab.`, noteTime);
};

/** Returns the name of a tab; null if it is closed or shows another site. */
function nameOf(tab) {
  try {
    return tab && !tab.closed ? tab.name : null;
  } catch {
    return null;
  }
}

/**
 * Closes the windows of a scene that this tab has opened, and this tab if it shows that scene.
 * Without a scene, closes this tab only.
 */
function closeWindow(scene, value) {
  const own = new URLSearchParams(location.search);
  const isOwn = scene === null || (own.get("scene") === scene && (value === null || own.get("value") === value));
  for (const each of opened) {
    if (scene === null || each.scene !== scene || (value !== null && each.value !== value)) continue;
    // Of a tab that shows another site by now, nothing is known.
    try {
      each.tab.strataEndScene?.();
    } catch {
      continue;
    }
    each.tab.close();
  }
  if (isOwn) {
    endScene();
    window.close();
  }
}

/** Ends the scene of this tab for good, before the app closes the tab. */
function endScene() {
  send(elements.get(0), "endScene");
  keepScene(null);
}
// For the tab that has opened this one.
window.strataEndScene = endScene;

/** The link to a page whose tab the browser blocked; null for none. */
let blocked = null;

/** Shows a link with a text to a page whose tab the browser blocked. */
function offer(url, text) {
  blocked?.remove();
  blocked = document.createElement("a");
  blocked.className = "blocked-window";
  blocked.popover = "manual";
  blocked.href = url;
  blocked.target = "_blank";
  blocked.textContent = text;
  blocked.addEventListener("click", () => {
    blocked?.remove();
    blocked = null;
  });
  showBlocked();
}

/** Shows the link in front of everything, in the modal dialog outside of which nothing can be used. */
function showBlocked() {
  scope().prepend(blocked);
  blocked.showPopover();
  blocked.focus();
}

// The link may have been in a dialog that was removed, such as the menu in which it was chosen.
afterPatch("content", () => {
  if (blocked && !blocked.isConnected) showBlocked();
});

onOperation("openWindow", openWindow);
onOperation("openActivity", openActivity);
onOperation("nameWindow", nameWindow);
onOperation("comeForward", comeForward);
onOperation("closeWindow", closeWindow);
