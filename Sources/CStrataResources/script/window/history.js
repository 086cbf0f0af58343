// The browser's history: an entry for each page of the window's stacks. WindowHistory.swift
// describes how server and browser agree on it.

import { onOpen, presentWith, send } from "../core/connection.js";
import { elements } from "../core/elements.js";
import { afterPatch } from "../core/patches.js";
import { sceneItems } from "../core/scene.js";
import { openAddress } from "./windows.js";

/** The depth of the current entry: the number of pages that the user can go back. */
let depth = history.state?.depth ?? 0;
/** Whether `history.go` is under way because the server removed pages. */
let isReturning = false;
/** The number of the last message about Back or Forward. */
let lastStep = 0;
/** The number of the last URL that was opened. */
let lastOpened = 0;

/** Returns a location without its last page. */
function below(query) {
  const items = query.replace(/^\?/, "").split("&").filter(Boolean);
  const last = items.pop() ?? "";
  const cut = last.lastIndexOf("/");
  if (cut > 0) items.push(last.slice(0, cut));
  return items.length ? `?${items.join("&")}` : "";
}

/** Returns the query of the tab's URL for a location of the window. */
function search(query) {
  const items = [...sceneItems, ...query.replace(/^\?/, "").split("&").filter(Boolean)];
  return items.length ? `?${items.join("&")}` : "";
}

const url = (query) => location.pathname + search(query);

/** Adds history entries up to a depth; the last one is for the location `query`. */
function push(to, query) {
  const queries = [query];
  while (queries.length < to - depth) queries.unshift(below(queries[0]));
  if (depth === 0) history.replaceState({ depth }, "", url(below(queries[0])));
  for (const each of queries) {
    depth += 1;
    history.pushState({ depth }, "", url(each));
  }
}

/** Sets the tab's title and history to those that the window's element names. */
export function followHistory(acknowledged = Infinity) {
  const { title, depth: target, location: query, opened, openedUrl } = elements.get(0).dataset;
  document.title = title;
  if (Number(opened) > lastOpened) {
    lastOpened = Number(opened);
    openAddress(openedUrl);
  }
  // The server may not have processed the last step yet.
  if (isReturning || acknowledged < lastStep) return;
  const to = Number(target);
  if (to > depth) {
    push(to, query);
  } else if (to < depth) {
    isReturning = true;
    history.go(to - depth);
  } else if (location.search !== search(query) || history.state?.depth !== depth) {
    history.replaceState({ depth }, "", url(query));
  }
}

afterPatch("values", (patch) => followHistory(patch.acknowledged));

// The depth of the current entry, or null if this page has not made it.
presentWith("depth", () => history.state?.depth ?? null);

onOpen(() => (lastStep = 0));

addEventListener("popstate", (event) => {
  depth = event.state?.depth ?? 0;
  if (isReturning) {
    isReturning = false;
    return followHistory();
  }
  lastStep = send(elements.get(0), "navigate", { depth, location: location.search }) || 0;
});
