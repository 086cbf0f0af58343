// Text fields: reports what the user types, and shows what the app makes of it.
//
// Both sides write a field's text, at the same time, on a line that may be slow. TextRewrites.swift
// describes how they agree. This is the browser's half.
//
// A field has an entry once the user has edited it or the server has rewritten it:
//
// - `base` is the text that the server had, as far as the page knows: the text of the last patch,
//   and the edits after it that the server has acknowledged.
// - `edits` are the user's edits since, oldest first. Each has the number of its message.
// - `text` is the base with the edits. It is what the app's text will be if the app agrees.
//
// A patch with a text acknowledges edits, which become part of the base. The difference of the base
// and the patch's text is the app's rewrite. The edits that are left are rebased over it, and the
// field shows the result. So nothing that was typed is lost, nothing that the app has removed comes
// back, and the caret stays between the characters between which it was.
//
// Only edits are sent. A field may show another value than its text: a field of one line shows no
// line breaks, one of several lines shows CR and LF as LF. The browser may have restored a value of
// an earlier page. None of this is typing, and the entry does not change by it. An edit is the
// difference of two shown values, at the place of the text that belongs to it.
//
// Without a connection, edits wait. After a reconnection, the redraw acknowledges those that had
// arrived. The others are rebased as well, and sent. They are never sent as the difference of two
// texts: that may remove and insert what the user has not touched, and would double it if another
// window does the same.
//
// While an input method composes a character, the value of the field belongs to the input method: a
// change of it would end the composition, or enter it twice. Patches change the entry, and not the
// field. At the end, the composed text is an edit of the text that the field had at the start, and
// is rebased over what was held.

import { longestMessage, onConnect, onOpen, send, sizeOf } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { afterRendering, onAttributes, onRedraw, showsValues } from "../core/patches.js";
import { applied, changeBetween, difference, movedPlace, rebased, replacement, replacements } from "./textchanges.js";
import { carryTyped, fields, noteTyped } from "./typed.js";
import { isUserAction } from "./useractions.js";

/** The entries by field. */
const entries = new WeakMap();
/** The fields with edits that are not acknowledged. */
const waiting = new Set();
/** The fields that show the text of the server, and no value that the browser has restored. */
const shown = new WeakSet();

/** Returns the text of the server in a field's attributes, and its revision. */
const received = (field) => ({
  text: (field.matches("textarea") ? field.dataset.value : field.getAttribute("value")) ?? "",
  revision: Number(field.dataset.revision ?? 0),
});

function entryOf(field) {
  let entry = entries.get(field);
  if (!entry) {
    const { text, revision } = received(field);
    entry = { base: text, revision, edits: [], text, composition: null };
    entries.set(field, entry);
  }
  return entry;
}

/** Returns the text of a field, which may be another one than its value. */
export const textOf = (field) => entries.get(field)?.text ?? received(field).text;

// Values and texts

/** Returns the value of a field that shows a text, as HTML's value sanitization makes it. */
const valueOf = (field, text) => field.matches("textarea") ? text.replace(/\r\n?/g, "\n") : text.replace(/[\r\n]/g, "");

/**
 * Returns the place in a text for a place in the value that shows it.
 *
 * @param isAfter Whether the place is behind characters that are not shown, not before them.
 */
function placeInText(field, text, place, isAfter) {
  const isLines = field.matches("textarea");
  let index = 0;
  for (let count = 0; index < text.length; index += 1) {
    const isHidden = isLines ? text[index] === "\r" && text[index + 1] === "\n" : /[\r\n]/.test(text[index]);
    // A pair of CR and LF is one character, which begins with the CR.
    if (count === place && (isLines || !isAfter || !isHidden)) break;
    if (!isHidden) count += 1;
  }
  return index;
}

/** Selects what was selected before a change, between the same characters. */
function select(field, change, start, end, direction) {
  field.setSelectionRange(movedPlace(start, change), movedPlace(end, change, end > start), direction);
}

/** Shows the text of a field. The selection stays between the same characters. */
function show(field) {
  const value = valueOf(field, textOf(field));
  if (field.value === value) return;
  const change = changeBetween(field.value, value);
  const { selectionStart, selectionEnd, selectionDirection, scrollTop, scrollLeft } = field;
  field.value = value;
  if (field !== document.activeElement) return;
  select(field, change, selectionStart, selectionEnd, selectionDirection);
  [field.scrollTop, field.scrollLeft] = [scrollTop, scrollLeft];
}

/** Shows the texts of new fields, and of those for which the browser has restored a value. */
function showTexts() {
  for (const field of fields()) {
    if (shown.has(field)) continue;
    shown.add(field);
    if (entries.get(field)?.composition) continue;
    show(field);
    // From now on, a change of the attribute does not change the value.
    field.value = field.value;
  }
}

// Browsers restore values until the page is shown.
addEventListener("pageshow", () => {
  for (const field of fields()) shown.delete(field);
  showTexts();
});

// Sending

/** The space in a message for the other members, in bytes. */
const header = 300;

/** Yields the parts of a text, each of which fits into a message. */
function* parts(text) {
  if (text.length * 6 <= longestMessage - header || sizeOf(JSON.stringify(text)) <= longestMessage - header) return yield text;
  let middle = text.length >> 1;
  // Both halves of a character stay together.
  if (/[\uD800-\uDBFF]/.test(text[middle - 1])) middle -= 1;
  yield* parts(text.slice(0, middle));
  yield* parts(text.slice(middle));
}

/**
 * Sends an edit, with a long text in parts (see ClientMessage.swift). Fields for several lines have
 * an event with a higher limit. Returns the number of the last message, or null without a
 * connection.
 */
function sendEdit(field, text, more) {
  const all = [...parts(text)];
  const end = all.pop();
  for (const part of all) send(field, "part", { text: part });
  return send(field, field.matches("textarea") ? "edit" : "input", { text: end, ...more }) || null;
}

const isSent = (edit) => edit.number !== null && !edit.isLost;

/** Records an edit of a field's text by the user, and sends it. */
function enter(field, entry, at, removed, inserted) {
  const { length } = entry.text;
  const before = entry.text;
  const edit = { change: replacement(at, removed, inserted, length), number: null };
  entry.text = applied(edit.change, before);
  // Those before it have to arrive before it.
  if (entry.edits.every(isSent)) edit.number = sendEdit(field, inserted, { at, removed, length, revision: entry.revision });
  entry.edits.push(edit);
  waiting.add(field);
  noteTyped(field, entry.text, before, edit.number);
}

/** Has the user's text be another one, as if it was typed. */
function replace(field, entry, text) {
  const { start, oldEnd, end } = difference(entry.text, text);
  if (start !== oldEnd || start !== end) enter(field, entry, start, oldEnd - start, text.slice(start, end));
}

/** Types a text into a field in place of its text. */
export function type(field, text) {
  replace(field, entryOf(field), text);
  show(field);
}

/** Sends the edits of a field that wait. What was typed or deleted in one go is one edit. */
function sendWaiting(field, entry) {
  if (entry.edits.every(isSent)) return;
  const changes = entry.edits.map((edit) => edit.change);
  entry.edits = [];
  entry.text = entry.base;
  waiting.delete(field);
  for (const edit of replacements(changes)) enter(field, entry, ...edit);
}

/** Whether the page is connected for the first time. */
let isFirstConnection = true;

// What was sent on the former connection and not acknowledged may be lost: the redraw will say so.
onOpen(() => {
  for (const field of document.querySelectorAll("[data-id]")) delete field.lastInput;
  for (const field of waiting) for (const edit of entries.get(field).edits) edit.isLost = edit.number !== null;
});

// No redraw follows on the first connection. The fields of a page that a restored scene has replaced
// are gone.
onConnect(() => {
  if (isFirstConnection) for (const field of [...waiting]) if (field.isConnected) sendWaiting(field, entries.get(field));
  isFirstConnection = false;
});

// Receiving

/** Makes the edits that a message acknowledges part of the base. */
function acknowledge(field, entry, number) {
  while (entry.edits.length && entry.edits[0].number !== null && entry.edits[0].number <= number) {
    entry.base = applied(entry.edits.shift().change, entry.base);
  }
  if (!entry.edits.length) waiting.delete(field);
}

/** Records that the server has processed the messages up to a number. */
function acknowledgeTexts(number) {
  for (const field of [...waiting]) {
    if (field.isConnected) acknowledge(field, entries.get(field), number);
    else waiting.delete(field);
  }
}

/** Rebases the edits of a field over the text of the server. */
function rewrite(field, entry, acknowledged) {
  const { text, revision } = received(field);
  acknowledge(field, entry, acknowledged);
  let change = changeBetween(entry.base, text);
  for (const edit of entry.edits) {
    [edit.change, change] = [rebased(edit.change, change, true), rebased(change, edit.change, false)];
  }
  [entry.base, entry.revision] = [text, revision];
  entry.text = entry.edits.reduce((result, edit) => applied(edit.change, result), text);
  entry.composition?.changes.push(change);
}

/** Shows the text that a patch has written into the attributes of a field. */
function receiveText(field, acknowledged) {
  const entry = entryOf(field);
  rewrite(field, entry, acknowledged);
  if (!entry.composition) show(field);
}

/** Carries the text of a field to the one that replaces it in a redraw. */
function carryText(field, fresh, acknowledged) {
  const entry = entries.get(field);
  if (!entry) return;
  // The input method has lost its field.
  if (entry.composition) endComposition(field, entry);
  entries.delete(field);
  waiting.delete(field);
  entries.set(fresh, entry);
  if (entry.edits.length) waiting.add(fresh);
  rewrite(fresh, entry, acknowledged);
  sendWaiting(fresh, entry);
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  fresh.value = valueOf(fresh, entry.text);
  shown.add(fresh);
  const change = changeBetween(value, fresh.value);
  select(fresh, change, selectionStart, selectionEnd, selectionDirection);
}

showsValues(".field");
/** The fields that the operations of a patch have changed, and those that they have replaced. */
const [changed, replaced] = [new Set(), new Map()];

onAttributes((element) => { if (element.matches(".field")) changed.add(element); });

onRedraw(() => {
  const former = fields();
  return () => {
    for (const field of former) if (elements.has(idOf(field))) replaced.set(field, elements.get(idOf(field)));
  };
});

afterRendering("values", ({ acknowledged }) => {
  for (const [field, fresh] of replaced) {
    carryTyped(field, fresh);
    carryText(field, fresh, acknowledged);
  }
  for (const field of changed) if (field.isConnected) receiveText(field, acknowledged);
  replaced.clear();
  changed.clear();
  acknowledgeTexts(acknowledged);
  showTexts();
});

// Typing

/** The selection of a field before the edit that follows. */
let selectionBefore = null;

const selectionOf = (field) => [field.selectionStart ?? 0, field.selectionEnd ?? 0];

document.addEventListener("beforeinput", ({ target }) => {
  selectionBefore = target.matches?.(".field[data-id]") ? { field: target, range: selectionOf(target) } : null;
}, true);

/**
 * Returns the edit that the user has made of a text whose value was shown: the place in the text,
 * the number of code units that it removes, and what it inserts.
 */
function editOf(field, text, range) {
  const { start, oldEnd, end } = difference(valueOf(field, text), field.value, range, range && field.selectionEnd);
  if (start === oldEnd && start === end) return null;
  const at = placeInText(field, text, start, oldEnd > start);
  const removed = oldEnd > start ? placeInText(field, text, oldEnd, false) - at : 0;
  // While a character outside the Basic Multilingual Plane is entered, a field may have half of it.
  return [at, removed, field.value.slice(start, end).replace(/\p{Surrogate}/gu, "\uFFFD")];
}

// A program that fills in a form may report only the change at the end. After typing, that is no
// edit.
for (const name of ["input", "change"]) document.addEventListener(name, (event) => {
  const { target: field } = event;
  if (!field.matches(".field[data-id]")) return;
  if (!isUserAction(event)) return show(field);
  const entry = entryOf(field);
  if (entry.composition || event.isComposing) return;
  const range = selectionBefore?.field === field ? selectionBefore.range : undefined;
  selectionBefore = null;
  const edit = editOf(field, entry.text, range);
  if (edit) enter(field, entry, ...edit);
});

// Composing

/** The field in which the last composition has begun. */
let composing = null;

document.addEventListener("compositionstart", ({ target: field }) => {
  if (!field.matches?.(".field[data-id]")) return;
  composing = field;
  const entry = entryOf(field);
  entry.composition = { text: entry.text, range: selectionOf(field), changes: [] };
});

/** Makes what was composed an edit, after what the server has changed meanwhile. */
function endComposition(field, entry) {
  const { text, range, changes } = entry.composition;
  entry.composition = null;
  const edit = editOf(field, text, range);
  if (!edit) return;
  let change = replacement(...edit, text.length);
  for (const each of changes) change = rebased(change, each, true);
  for (const part of replacements([change])) enter(field, entry, ...part);
}

/** Ends the composition in a field, if there is one. */
function finishComposition(field) {
  const entry = entries.get(field);
  if (!entry?.composition) return;
  endComposition(field, entry);
  show(field);
}

document.addEventListener("compositionend", ({ target: field }) => finishComposition(field));

// A browser without `moveBefore` takes a field out of the page while it moves. The input method
// loses it then, and Chromium does not say so: what was composed stays in the field.
document.addEventListener("strata:moved", ({ target: moved }) => {
  if (composing && moved.contains(composing)) finishComposition(composing);
});
