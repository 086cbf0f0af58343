// The scene session that this tab shows. Its name is in the tab's sessionStorage, which a reload, a
// crash and a restored tab keep, and which a duplicated tab copies. SceneSessions.swift describes
// the rules.

import { onOperation } from "./patches.js";

/** The part of the location that names the window itself. early.js has the same key. */
export const sceneItems = location.search.slice(1).split("&").filter((item) => /^(scene|value)=/.test(item));
const place = `${location.pathname}?${sceneItems.join("&")}`;

/** Reads an item of the sessionStorage, which the user may have disabled. */
export function stored(name) {
  try {
    return sessionStorage.getItem(`strata ${name} ${place}`);
  } catch {
    return null;
  }
}

/** Writes an item of the sessionStorage; null removes it. */
export function store(name, value) {
  try {
    if (value === null) sessionStorage.removeItem(`strata ${name} ${place}`);
    else sessionStorage.setItem(`strata ${name} ${place}`, value);
  } catch {
    // It is disabled or full. The scene is not restored.
  }
}

/** Whether the page was opened by a link to an activity, and shows a scene of its own. */
export const isHandoff = document.documentElement.dataset.handoff !== undefined;
if (isHandoff) for (const name of ["scene", "places"]) store(name, null);

/** Whether the window opens a URL, which the page's own URL names. */
export const opensURL = document.documentElement.dataset.opens !== undefined;

/** The name that the tab presents when it connects for the first time; null if it has none. */
export const offered = stored("scene");

/** Whether a page of this tab was left, and not copied into a duplicated tab while it was shown. */
export const isReturning = stored("left") !== null;
store("left", null);
addEventListener("pagehide", () => store("left", "1"));
addEventListener("pageshow", () => store("left", null));

/** Keeps the name of the session. */
export const keepScene = (name) => store("scene", name);
onOperation("scene", (name) => keepScene(name));
