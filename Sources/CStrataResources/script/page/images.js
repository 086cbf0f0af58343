// Images from the web: reports whether they could be loaded.

import { onConnect, send } from "../core/connection.js";

/** The address and the result that were last reported for each image. */
const reported = new WeakMap();

function report(image, isLoaded) {
  // The attribute, as the server wrote it: the property is normalized.
  const address = image.getAttribute("src");
  if (reported.get(image) === address + isLoaded) return;
  if (send(image.closest("[data-id]"), "load", { isLoaded, address })) reported.set(image, address + isLoaded);
}

// Images may have finished before there was a connection.
onConnect(() => {
  for (const image of document.querySelectorAll("img.loading")) if (image.complete) report(image, image.naturalWidth > 0);
});

// The events of images do not bubble.
document.addEventListener("load", (event) => event.target.matches?.("img.loading") && report(event.target, true), true);
document.addEventListener("error", (event) => event.target.matches?.("img.loading") && report(event.target, false), true);
