// Drags that begin in this tab, and what is known of those of the other tabs of the app.
//
// An item stays on the server, under a token that this script makes. The browser's DataTransfer
// carries the token and, for other programs, the item's text. While the pointer moves, browsers do
// not let a page read that, so each tab tells the others which types the dragged item offers.
// DragBoard.swift describes the server's part.
//
// By the keyboard, an item is copied and pasted instead, with the token in the clipboard.

import { send } from "../core/connection.js";
import { onOperation } from "../core/patches.js";
import { sendBeginning, sendEnd } from "../core/unfinished.js";
import { hideWindowZone, showWindowZone } from "./windowzone.js";

/** The MIME type of the token. */
export const tokenType = "application/x-strata-drag";

/** The tabs of the app. */
const tabs = new BroadcastChannel(`strata ${location.pathname}`);

/** The types that items offer, by their tokens. The newest ones are last. */
const offers = new Map();
/** The maximum number of items whose types are kept: those that are dragged and copied. */
const mostOffers = 8;

/** The drag that has begun in this tab, or may begin, because the pointer is pressed. */
let own = null;
/** The token of the item that is dragged in another tab. */
let foreign = null;

/** Returns the types that an item of the app offers; undefined for an unknown token. */
export const typesOf = (token) => offers.get(token);
/** Returns the token of the dragged item of the app. */
export const draggedToken = () => (own?.hasBegun ? own.token : foreign);

function keep(token, types) {
  offers.delete(token);
  offers.set(token, new Set(types));
  if (offers.size > mostOffers) offers.delete(offers.keys().next().value);
}

export const makeToken = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const tell = (isDragged) => tabs.postMessage({ token: own.token, types: [...(typesOf(own.token) ?? [])], isDragged });

tabs.onmessage = ({ data: { token, types, isDragged } }) => {
  if (types.length > 0) keep(token, types);
  if (isDragged) foreign = token;
  else if (foreign === token) foreign = null;
};

/** Prepares a drag of an element. */
function prepare(element) {
  own = { element, token: makeToken(), texts: [], hasBegun: false };
  if (element.dataset.drag) keep(own.token, element.dataset.drag.split(" "));
}

/** Reports that the drag begins. */
function report(phase) {
  const { element, token } = own;
  sendBeginning(element, "drag", { phase, token }, { phase: "ended", token }, token);
}

// A new window can show an item, which is dragged or may be.
onOperation("windowOffer", (token) => {
  if (own?.token !== token) return;
  own.opensWindow = true;
  if (own.hasBegun) showZone();
});

/** Shows the zone that opens a new window for the dragged item. */
function showZone() {
  const { element, token } = own;
  showWindowZone(() => send(element, "drag", { phase: "opened", token }));
}

// The server says what an item offers.
onOperation("dragOffer", (token, types, texts) => {
  keep(token, types);
  if (own?.token === token) own.texts = texts;
  tabs.postMessage({ token, types, isDragged: own?.token === token && own.hasBegun });
});

document.addEventListener("pointerdown", (event) => {
  const element = event.target.closest?.("[data-drag]");
  if (!element || element.dataset.dragLift === undefined || event.button !== 0) return;
  prepare(element);
  report("lifted");
});

for (const name of ["pointerup", "pointercancel"]) {
  document.addEventListener(name, () => {
    if (!own || own.hasBegun) return;
    sendEnd(own.element, "drag", { phase: "released", token: own.token }, own.token);
    own = null;
  });
}

document.addEventListener("dragstart", (event) => {
  // A link or an image inside is draggable, too; a movable row may be nearer.
  const element = event.target.closest?.("[data-drag], .row.movable");
  if (!element?.matches("[data-drag]")) return;
  if (own?.element !== element) prepare(element);
  own.hasBegun = true;
  const { dataTransfer } = event;
  dataTransfer.clearData();
  dataTransfer.setData(tokenType, own.token);
  for (const [type, text] of own.texts) dataTransfer.setData(type, text);
  dataTransfer.effectAllowed = "copyMove";
  const preview = document.querySelector(`[data-drag-preview="${own.token}"]`);
  if (preview) dataTransfer.setDragImage(preview, preview.offsetWidth / 2, preview.offsetHeight / 2);
  else {
    const box = element.getBoundingClientRect();
    dataTransfer.setDragImage(element, event.clientX - box.left, event.clientY - box.top);
  }
  report("began");
  tell(true);
  // A browser ends a drag if the page changes while it begins.
  setTimeout(() => { if (own?.opensWindow && own.hasBegun) showZone(); });
});

document.addEventListener("dragend", () => {
  hideWindowZone();
  if (!own) return;
  sendEnd(own.element, "drag", { phase: "ended", token: own.token }, own.token);
  tell(false);
  own = null;
});

document.addEventListener("copy", (event) => {
  const element = document.activeElement;
  if (!element?.matches("[data-drag]") || !getSelection().isCollapsed) return;
  event.preventDefault();
  const token = makeToken();
  if (element.dataset.drag) keep(token, element.dataset.drag.split(" "));
  event.clipboardData.setData(tokenType, token);
  send(element, "drag", { phase: "copied", token });
});
