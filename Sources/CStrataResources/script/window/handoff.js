// Continues the window's activity on another device: asks the server for a link, and shows it.
// HandoffLinks.swift describes the life of a link.

import { send } from "../core/connection.js";
import { elements } from "../core/elements.js";
import { onOperation } from "../core/patches.js";
import { sceneItems } from "../core/scene.js";
import { word } from "../core/words.js";
import { button, make, makeDialog, present } from "../page/dialogs.js";
import { say } from "../page/notices.js";

const title = word("Continue on Another Device");

/** Asks for a link. */
export function showLink() {
  if (!send(elements.get(0), "handoffLink")) say(word("The app cannot be reached now"));
}

/** Returns the time for which a link is valid. */
function time(seconds) {
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.floor(seconds / 60)} minutes`;
}

/** Shows a link with a token to an activity; says so without one. */
function show(token, activity, seconds) {
  if (token === null) return say(word("There is nothing to continue now"));
  const url = new URL(location.pathname, location.href);
  url.search = [...sceneItems, `handoff=${token}`].join("&");
  const text = `Open this link on the other device within ${time(seconds)}. It works once${activity ? `, and continues “${activity}”` : ""}.`;
  const field = make("input", { class: "page-field", readonly: "", "aria-label": word("Link"), "data-identifier": "page.link", value: url.href });
  const status = make("p", { role: "status", class: "page-status", "data-identifier": "page.linkStatus" });
  const copy = button(word("Copy"), "page.copy", async () => {
    field.select();
    try {
      // Pages without TLS have no clipboard.
      if (navigator.clipboard) await navigator.clipboard.writeText(url.href);
      else if (!document.execCommand("copy")) throw new Error("not allowed");
      status.textContent = word("Copied");
    } catch {
      status.textContent = word("Copy the link from the field");
    }
  });
  const share = button(word("Share"), "page.share", async () => {
    try {
      await navigator.share({ url: url.href, ...(activity && { title: activity }) });
    } catch (error) {
      // The user closed the browser's sheet.
      if (error.name !== "AbortError") status.textContent = word("Sharing is not possible here");
    }
  });
  const done = button(word("Done"), "page.done", () => dialog.close());
  const buttons = navigator.canShare?.({ url: url.href }) ? [copy, share, done] : [copy, done];
  const dialog = makeDialog(title, "page.linkDialog", make("h2", {}, title), make("p", {}, text), field, status, ...buttons);
  present(dialog);
  copy.focus();
}

onOperation("handoffLink", show);
