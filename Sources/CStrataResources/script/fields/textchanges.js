// Changes of texts, with the operations of TextChange.swift, which compute the same results.
//
// A change is an array of steps from the start of a text to its end: a positive number of UTF-16
// code units that are kept, a negative number of those that are deleted, or a string that is
// inserted.

const isLead = (unit) => unit >= 0xd800 && unit < 0xdc00;
const isTrail = (unit) => unit >= 0xdc00 && unit < 0xe000;

/** The most code units of a rewritten range that are compared one by one. */
const longestComparison = 1000;

/** Appends a step to a change. */
function add(change, step) {
  const last = change.at(-1);
  if (!step) return;
  if (typeof step === "string") {
    if (typeof last === "string") change[change.length - 1] = last + step;
    else change.push(step);
  } else if (typeof last === "number" && last > 0 === step > 0) {
    change[change.length - 1] = last + step;
  } else {
    change.push(step);
  }
}

/** Returns the change of a text of a length that replaces a range. */
export function replacement(at, removed, inserted, length) {
  const change = [];
  for (const step of [at, -removed, inserted, length - at - removed]) add(change, step);
  return change;
}

/**
 * Returns the replacements that changes of a text make, one after the other: the place of each, the
 * number of code units that it removes, and what it inserts. A replacement that continues the one
 * before it, as typing and deleting do, is a part of that.
 */
export function replacements(changes) {
  const result = [];
  const append = (at, removed, inserted) => {
    const last = result.at(-1);
    const end = last && last[0] + last[2].length;
    // Inserts behind what was inserted, or deletes the end of that.
    if (last && at + removed === end && removed <= last[2].length) {
      last[2] = last[2].slice(0, last[2].length - removed) + inserted;
    } else {
      result.push([at, removed, inserted]);
    }
  };
  for (const change of changes) {
    let [at, removed, inserted] = [0, 0, ""];
    for (const step of [...change, 0]) {
      if (typeof step === "string") {
        inserted += step;
      } else if (step < 0) {
        removed -= step;
      } else {
        if (removed || inserted) append(at, removed, inserted);
        at += inserted.length + step;
        [removed, inserted] = [0, ""];
      }
    }
  }
  return result;
}

/**
 * Returns the range in which two texts differ: its start, and its ends in both of them. It does not
 * divide a character.
 *
 * @param before The selection in the old text, and `after` the caret in the new one, if they are
 *   known: of the ranges that are possible, the one with the selection and before the caret is what
 *   the user has edited.
 */
export function difference(old, text, before = [old.length, 0], after = 0) {
  const shorter = Math.min(old.length, text.length);
  const mostEnd = Math.min(shorter, old.length - before[1], text.length - after);
  let end = 0;
  while (end < mostEnd && old[old.length - end - 1] === text[text.length - end - 1]) end += 1;
  const mostStart = Math.min(shorter - end, before[0]);
  let start = 0;
  while (start < mostStart && old[start] === text[start]) start += 1;
  if (start > 0 && isLead(old.charCodeAt(start - 1)) && (isTrail(old.charCodeAt(start)) || isTrail(text.charCodeAt(start)))) start -= 1;
  if (end > 0 && isTrail(old.charCodeAt(old.length - end))
    && (isLead(old.charCodeAt(old.length - end - 1)) || isLead(text.charCodeAt(text.length - end - 1)))) end -= 1;
  return { start, oldEnd: old.length - end, end: text.length - end };
}

/** Returns the change from a text to another one: what is between their common ends is replaced. */
export function changeBetween(old, text) {
  const shorter = Math.min(old.length, text.length);
  let start = 0;
  while (start < shorter && old[start] === text[start]) start += 1;
  if (start > 0 && start < Math.max(old.length, text.length) && isLead(old.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  while (end < shorter - start && old[old.length - end - 1] === text[text.length - end - 1]) end += 1;
  if (end > 0 && isTrail(old.charCodeAt(old.length - end))) end -= 1;
  const [removed, inserted] = [old.slice(start, old.length - end), text.slice(start, text.length - end)];
  const change = [];
  add(change, start);
  if (removed.length === inserted.length && removed.length <= longestComparison) {
    for (let index = 0; index < removed.length; index += 1) {
      if (removed[index] === inserted[index]) {
        add(change, 1);
      } else {
        add(change, -1);
        add(change, inserted[index]);
      }
    }
  } else {
    add(change, -removed.length);
    add(change, inserted);
  }
  add(change, end);
  return change;
}

/** Returns a changed text. */
export function applied(change, text) {
  let position = 0;
  let result = "";
  for (const step of change) {
    if (typeof step === "string") {
      result += step;
    } else {
      if (step > 0) result += text.slice(position, position + step);
      position += Math.abs(step);
    }
  }
  return result;
}

/** The steps of a change that are left. */
class Remainder {
  constructor(steps) {
    this.steps = steps;
    this.index = 0;
    this.next = steps[0];
  }

  /** Drops the next step, or a number of code units of it. */
  drop(count) {
    if (count !== undefined && count < Math.abs(this.next)) {
      this.next -= Math.sign(this.next) * count;
    } else {
      this.index += 1;
      this.next = this.steps[this.index];
    }
  }
}

/**
 * Returns the change that has the same effect after another change of the same text.
 *
 * @param isFirst Whether the insertion of the other change comes first where both insert at the
 *   same place.
 */
export function rebased(change, other, isFirst) {
  const result = [];
  const [own, others] = [new Remainder(change), new Remainder(other)];
  for (;;) {
    const areOthersInserted = typeof others.next === "string";
    if (typeof own.next === "string" && !(isFirst && areOthersInserted)) {
      add(result, own.next);
      own.drop();
    } else if (areOthersInserted) {
      add(result, others.next.length);
      others.drop();
    } else if (own.next === undefined || others.next === undefined) {
      return result;
    } else {
      const count = Math.min(Math.abs(own.next), Math.abs(others.next));
      if (others.next > 0) add(result, own.next > 0 ? count : -count);
      own.drop(count);
      others.drop(count);
    }
  }
}

/**
 * Returns the place that a place in a text has after a change.
 *
 * @param isEnd Whether it is the end of a selection, which what is inserted right behind it does not
 *   extend. What takes the place of deleted characters is not behind it.
 */
export function movedPlace(place, change, isEnd = false) {
  let [position, moved] = [0, place];
  for (const [index, step] of change.entries()) {
    if (position > place || (isEnd && position === place && typeof step === "string" && !(change[index - 1] < 0))) break;
    if (typeof step === "string") {
      moved += step.length;
    } else if (step > 0) {
      position += step;
    } else {
      moved -= Math.min(-step, place - position);
      position -= step;
    }
  }
  return moved;
}
