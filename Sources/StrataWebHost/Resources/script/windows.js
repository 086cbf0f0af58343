// The app's windows in other tabs: opens those that the app asks for, and closes them.

import { send } from "./connection.js";
import { elements } from "./elements.js";
import { keepScene } from "./scene.js";

/** The windows that this tab has opened, with the scenes and values that they show. */
const opened = [];

/**
 * Opens a window of a scene in a tab, or shows the tab that this one opened under the same name.
 */
export function openWindow(scene, value, name) {
  const url = new URL(location.pathname, location.href);
  url.searchParams.set("scene", scene);
  if (value !== null) url.searchParams.set("value", value);
  const known = name !== null ? opened.find((each) => each.name === name && !each.tab.closed) : undefined;
  if (known) return void known.tab.focus();
  const tab = window.open(url, name === null ? "_blank" : `strata ${name}`);
  if (tab) opened.push({ scene, value, name, tab });
  else offer(url);
}

/**
 * Closes the windows of a scene that this tab has opened, and this tab if it shows that scene.
 * Without a scene, closes this tab only.
 */
export function closeWindow(scene, value) {
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

/** Shows a link to a window whose tab the browser blocked. */
function offer(url) {
  document.querySelector(".blocked-window")?.remove();
  const link = document.createElement("a");
  link.className = "blocked-window";
  link.href = url;
  link.target = "_blank";
  link.textContent = "Open the new window";
  link.addEventListener("click", () => link.remove());
  document.body.append(link);
  link.focus();
}
