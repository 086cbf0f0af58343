// Destinations of drops: finds the one below the pointer that accepts what is dragged, reports the
// drag to it, and delivers what is dropped or pasted.
//
// An item of the app is delivered as its token. Files and text from outside are uploaded first, in
// the way of files.js, so that the limit of their size applies to both.

import { send } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { onOperation, onRedraw } from "../core/patches.js";
import { sendBeginning, sendEnd } from "../core/unfinished.js";
import { draggedToken, tokenType, typesOf } from "./drags.js";
import { upload } from "./files.js";
import { isMovingRow } from "./moves.js";

/** The types of text that items from outside may have. */
export const textTypes = ["text/plain", "text/uri-list", "text/html"];

/** Returns what a drag or the clipboard offers: a set of types, and the token of an item of the app. */
function offerOf(transfer, token) {
  const types = token && typesOf(token);
  if (types) return { token, types };
  const found = new Set(textTypes.filter((type) => transfer.types.includes(type)));
  for (const item of transfer.items) if (item.kind === "file") found.add(`file:${item.type}`);
  return { token: null, types: found };
}

/** Whether a destination with a list of types accepts a type that is offered. */
function accepts(list, type) {
  if (list.includes(type)) return true;
  if (!type.startsWith("file:")) return false;
  const group = `${type.split("/")[0]}/*`;
  // The server decides about a file whose type the browser does not know.
  return list.includes("file:*") || list.includes(group) || list.includes("file:?")
    || (type === "file:" && list.some((each) => each.startsWith("file:")));
}

/** Returns the innermost destination around an element that accepts an offer; null for none. */
function find(target, offer) {
  for (let element = target.closest?.("[data-drop]"); element; element = element.parentElement?.closest("[data-drop]")) {
    const lists = element.dataset.drop.split("|").map((list) => list.split(" "));
    for (let index = lists.length - 1; index >= 0; index -= 1) {
      if ([...offer.types].some((type) => accepts(lists[index], type))) return { element, index };
    }
  }
  return null;
}

/** Returns a point as the payload of an event of a destination. */
function place({ element, index }, point) {
  const box = element.getBoundingClientRect();
  return { index, x: point.clientX - box.left, y: point.clientY - box.top,
    isAfter: element.dataset.dropRow !== undefined && point.clientY > box.top + box.height / 2 };
}

// MARK: Following a drag

/** The destination below the pointer. */
let over = null;
/** The effects that destinations have proposed, by the ID of their elements. */
const proposals = new Map();
let frame = null;

// It has been drawn again.
onRedraw(() => () => {
  const element = over && elements.get(idOf(over.element));
  over = element ? { ...over, element } : null;
});

onOperation("dropProposal", (id, operation) => proposals.set(id, operation));

const unmark = () => {
  for (const row of document.querySelectorAll(".drop-before, .drop-behind")) row.classList.remove("drop-before", "drop-behind");
};

/** Sets the destination below the pointer. */
function follow(found, offer, event) {
  if (found?.element === over?.element && found?.index === over?.index) return;
  if (over) {
    proposals.delete(idOf(over.element));
    sendEnd(over.element, "drop", { phase: "exited", ...place(over, event) }, over.index);
  }
  over = found;
  if (!over) return unmark();
  const types = offer.token ? [] : [...offer.types].map((type) => type.replace(/^file:/, ""));
  const at = place(over, event);
  sendBeginning(
    over.element, "drop", { phase: "entered", ...at, token: offer.token, types: types.slice(0, 64) }, { phase: "exited", ...at }, over.index,
  );
}

function drag(event) {
  // A row that moves in its list is the concern of moves.js.
  if (isMovingRow()) return;
  const offer = offerOf(event.dataTransfer, event.dataTransfer.types.includes(tokenType) ? draggedToken() : null);
  const found = find(event.target, offer);
  follow(found, offer, event);
  if (!found) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = proposals.get(idOf(found.element)) ?? "copy";
  if (found.element.dataset.dropRow !== undefined) {
    unmark();
    found.element.classList.add(place(found, event).isAfter ? "drop-behind" : "drop-before");
  }
  if (found.element.dataset.dropMoves === undefined || event.type !== "dragover") return;
  // At most one report in a frame.
  frame ??= requestAnimationFrame(() => {
    frame = null;
    if (over?.element === found.element) send(found.element, "drop", { phase: "moved", ...place(found, event), token: offer.token,
      types: offer.token ? [] : [...offer.types].map((type) => type.replace(/^file:/, "")).slice(0, 64) });
  });
}
document.addEventListener("dragenter", drag);
document.addEventListener("dragover", drag);
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) follow(null, null, event); });
document.addEventListener("dragend", (event) => follow(null, null, event));

// MARK: Delivering

document.addEventListener("drop", (event) => {
  if (isMovingRow()) return;
  const offer = offerOf(event.dataTransfer, event.dataTransfer.getData(tokenType));
  const found = find(event.target, offer);
  if (!found) return follow(null, null, event);
  event.preventDefault();
  unmark();
  if (over) proposals.delete(idOf(over.element));
  over = null;
  deliver(found, offer, event.dataTransfer, place(found, event));
});

document.addEventListener("paste", (event) => {
  const target = document.activeElement;
  if (!target || target.matches("input, textarea, [contenteditable]")) return;
  const token = event.clipboardData.getData(tokenType);
  let offer = offerOf(event.clipboardData, token);
  let found = find(target, offer);
  if (token && !offer.token) {
    // Copied before this tab was opened: the server knows the types.
    const element = target.closest("[data-drop]");
    offer = { token };
    found = element && { element, index: element.dataset.drop.split("|").length - 1 };
  }
  if (!found) return;
  event.preventDefault();
  paste(found, offer, event.clipboardData);
});

/** Sends what was pasted to a destination, as a drop at its center. */
export function paste(found, offer, transfer) {
  const box = found.element.getBoundingClientRect();
  const center = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  return deliver(found, offer, transfer, { ...place(found, center), isAfter: true });
}

/** Sends what was dropped to a destination. */
async function deliver({ element, index }, offer, transfer, point) {
  const drop = { phase: "dropped", ...point };
  if (offer.token) return sendEnd(element, "drop", { ...drop, token: offer.token }, index);
  const list = element.dataset.drop.split("|")[index].split(" ");
  // A transfer is empty after the event, so read everything before the first upload.
  const files = [...transfer.files].filter((file) => accepts(list, `file:${file.type}`)).slice(0, 64);
  const texts = files.length > 0 ? [] : textTypes.filter((type) => list.includes(type) && transfer.getData(type))
    .map((type) => new Blob([transfer.getData(type)], { type }));
  const items = [];
  let problem = "";
  for (const file of [...files, ...texts]) {
    try {
      if (file.name) show(`Uploading ${file.name}…`);
      items.push({ id: await upload(element, file, () => {}), type: file.type, isFile: file.name !== undefined });
    } catch (error) {
      problem = error.message;
    }
  }
  show(problem);
  if (items.length > 0) sendEnd(element, "drop", { ...drop, items }, index);
  else sendEnd(element, "drop", { ...drop, phase: "exited" }, index);
}

/** The time in milliseconds for which a problem is shown. */
const statusTime = 8000;
let timer = null;

/** Shows the state of an upload, or removes it if the text is empty. */
function show(text) {
  let status = document.querySelector(".drop-status");
  clearTimeout(timer);
  if (!text) return status?.remove();
  if (!status) {
    status = document.createElement("div");
    status.className = "drop-status";
    status.role = "status";
    document.body.append(status);
  }
  status.textContent = text;
  timer = setTimeout(() => status.remove(), statusTime);
}
