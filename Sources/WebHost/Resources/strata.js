// The browser's side of a window: applies patches to the page and tells the server what the person does.
"use strict";

(() => {
  const page = document.documentElement;
  /** Elements by their number in the server's view graph. */
  const elements = new Map();

  // ---- Elements -------------------------------------------------------------------------------------------------

  const idOf = (element) => Number(element.dataset.id);

  function* numbered(root) {
    if (root.dataset?.id !== undefined) yield root;
    yield* root.querySelectorAll("[data-id]");
  }

  function adopt(root) {
    for (const element of numbered(root)) {
      elements.set(idOf(element), element);
      if (element.matches("dialog:not([open])")) element.showModal();
    }
  }

  function forget(root) {
    for (const element of numbered(root)) elements.delete(idOf(element));
  }

  /** Puts a child behind a sibling, or before the parent's first numbered child: what the host adds itself stands before those. */
  function place(child, parent, after) {
    if (after !== null) elements.get(after).after(child);
    else parent.insertBefore(child, [...parent.children].find((each) => each !== child && each.dataset.id !== undefined) ?? null);
  }

  function fromHTML(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  }

  // ---- Patches --------------------------------------------------------------------------------------------------

  const operations = {
    remove(id) {
      const element = elements.get(id);
      // Closing gives the focus back to where it was before the dialog.
      if (element.matches("dialog[open]")) element.close();
      forget(element);
      element.remove();
    },
    /** Answers the new element. */
    insert(parent, after, html) {
      const child = fromHTML(html);
      place(child, elements.get(parent), after);
      adopt(child);
      return child;
    },
    move(id, parent, after) {
      place(elements.get(id), elements.get(parent), after);
    },
    attributes(id, attributes, acknowledged) {
      const element = elements.get(id);
      for (const { name } of [...element.attributes]) {
        // Whether a dialog is open is the browser's to know, and so is how high a list's rows are.
        if (!(name in attributes) && name !== "open" && !(name === "style" && element.matches(".list"))) element.removeAttribute(name);
      }
      for (const [name, value] of Object.entries(attributes)) {
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
      // What was typed since the server looked is newer than what it sends.
      if ("value" in attributes && !(element.lastInput > acknowledged) && element.value !== attributes.value) {
        element.value = attributes.value;
      }
    },
    inside(id, html) {
      const element = elements.get(id);
      for (const node of [...element.childNodes]) if (node.dataset?.id === undefined) node.remove();
      const template = document.createElement("template");
      template.innerHTML = html;
      element.prepend(template.content);
    },
    redraw(html) {
      const places = [...document.querySelectorAll(".list[data-id]")].map((list) => list.scrollTop);
      const typed = unsentInputs().map((field) => [idOf(field), field.value]);
      const focused = document.activeElement?.dataset.id;
      const root = elements.get(0);
      elements.clear();
      const fresh = fromHTML(html);
      root.replaceWith(fresh);
      adopt(fresh);
      [...document.querySelectorAll(".list[data-id]")].forEach((list, index) => (list.scrollTop = places[index] ?? 0));
      for (const [id, value] of typed) if (elements.has(id)) elements.get(id).value = value;
      if (focused !== undefined) elements.get(Number(focused))?.focus({ preventScroll: true });
      sendInputs();
    },
  };

  /** Does something to the document and keeps the focus where it was or, where its row went, on the row that came next. */
  function keepingFocus(change) {
    const focused = document.activeElement;
    const row = focused?.closest(".row");
    const rows = row ? [...document.querySelectorAll(".row[data-id]")] : [];
    change();
    if (!focused || focused === document.body || document.activeElement === focused) return;
    if (focused.isConnected) return focused.focus({ preventScroll: true });
    if (!row || document.activeElement !== document.body) return;
    const position = rows.indexOf(row);
    const next = rows.slice(position + 1).find((each) => each.isConnected) ?? rows.slice(0, position).findLast((each) => each.isConnected);
    next?.focus({ preventScroll: true });
  }

  function apply(patch) {
    const before = patch.animation && !stillness.matches ? look(patch) : null;
    const added = [];
    keepingFocus(() => {
      for (const [name, ...operands] of patch.operations) {
        const child = operations[name](...operands, patch.acknowledged);
        if (child) added.push(child);
      }
    });
    tellTimes();
    measure();
    if (before) animate(before, added, patch.animation);
    reportRows();
  }

  // ---- Animations -----------------------------------------------------------------------------------------------

  const stillness = matchMedia("(prefers-reduced-motion: reduce)");

  /** Whether a box is on the screen, or no more than `around` pixels above or below it. */
  const isOnScreen = (box, around = 0) => box.height > 0 && box.bottom > -around && box.top < innerHeight + around;

  /** Where each element is that may come onto the screen, and pictures of those on it that are about to go. */
  function look(patch) {
    const places = new Map();
    for (const [id, element] of elements) {
      const box = element.getBoundingClientRect();
      if (isOnScreen(box, innerHeight)) places.set(id, { element, box });
    }
    const pictures = [];
    for (const [name, id] of patch.operations) {
      if (name === "remove" && places.has(id) && isOnScreen(places.get(id).box)) pictures.push(picture(places.get(id)));
    }
    return { places, pictures };
  }

  /** What an element looks like, where it is, out of the way of everything: no number, no role, nothing to find or to press. */
  function picture({ element, box }) {
    const copy = element.cloneNode(true);
    for (const each of [copy, ...copy.querySelectorAll("*")]) {
      for (const { name } of [...each.attributes]) if (!["class", "style"].includes(name)) each.removeAttribute(name);
    }
    copy.classList.add("leaving");
    copy.inert = true;
    copy.ariaHidden = "true";
    Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    return copy;
  }

  /** Moves under way, which are over where the next ones begin. */
  let underWay = [];

  /** Lets what moved come from where it was, what is new appear, and what went disappear. */
  function animate({ places, pictures }, added, animation) {
    const easing = CSS.supports("animation-timing-function", animation.easing) ? animation.easing : "ease-out";
    const timing = { ...animation, easing, fill: "backwards" };
    // Where things were seen is known by now; where they belong is not seen while they move.
    for (const each of underWay) each.cancel();
    // All places are read before anything is animated, since an animation counts in what is read after it.
    const moves = [];
    const ways = new Map();
    for (const [id, { element, box }] of places) {
      if (elements.get(id) !== element) continue;
      const now = element.getBoundingClientRect();
      ways.set(element, { x: box.left - now.left, y: box.top - now.top });
    }
    for (const [element, way] of ways) {
      // An element moves along with the one it is in.
      let outer = element.parentElement;
      while (outer && !ways.has(outer)) outer = outer.parentElement;
      const along = ways.get(outer) ?? { x: 0, y: 0 };
      const [x, y] = [way.x - along.x, way.y - along.y];
      if (Math.abs(x) > 0.5 || Math.abs(y) > 0.5) moves.push([element, { translate: [`${x}px ${y}px`, "0 0"] }]);
    }
    for (const child of added) if (isOnScreen(child.getBoundingClientRect())) moves.push([child, { opacity: [0, 1] }]);
    underWay = [];
    for (const [element, frames] of moves) {
      const animation = element.animate(frames, timing);
      if ("translate" in frames) underWay.push(animation);
    }
    for (const each of pictures) {
      document.body.append(each);
      each.animate({ opacity: [1, 0] }, { ...timing, fill: "both" }).finished.finally(() => each.remove());
    }
  }

  // ---- The line to the server -----------------------------------------------------------------------------------

  let socket = null;
  let messageNumber = 0;
  let attempts = 0;
  /** The server's word (see LiveLine) that the page is of another time. */
  const unknownWindow = 4404;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/strata/live?window=${page.dataset.window}`);
    socket.onopen = () => {
      attempts = 0;
      messageNumber = 0;
      for (const field of document.querySelectorAll("input.field[data-id]")) delete field.lastInput;
      reported.clear();
      page.dataset.live = "open";
      sendInputs();
      measure();
      reportRows();
    };
    socket.onmessage = (message) => {
      try {
        apply(JSON.parse(message.data));
      } catch (error) {
        // The page is not what the server thinks it is. After a new connection it is drawn anew.
        console.error(error);
        socket.close();
      }
    };
    socket.onclose = (event) => {
      if (event.code === unknownWindow) return location.reload();
      page.dataset.live = "lost";
      attempts += 1;
      setTimeout(connect, Math.min(250 * 2 ** attempts, 5000));
    };
  }

  function send(element, event, more) {
    if (socket?.readyState !== WebSocket.OPEN) return;
    messageNumber += 1;
    if (event === "input") element.lastInput = messageNumber;
    socket.send(JSON.stringify({ element: idOf(element), event, number: messageNumber, ...more }));
  }

  /** Fields whose text the server has not been told: typed before the line was there, or while it was not. */
  const unsentInputs = () => [...document.querySelectorAll("input.field[data-id]")].filter((field) => field.value !== field.getAttribute("value"));

  const sendInputs = () => unsentInputs().forEach((field) => send(field, "input", { text: field.value }));

  // ---- What the person does -------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const control = event.target.closest("[data-action]");
    if (!control || control.disabled) return;
    send(control.closest("[data-id]"), control.dataset.action);
  });

  document.addEventListener("input", (event) => {
    if (event.target.dataset.id !== undefined) send(event.target, "input", { text: event.target.value });
  });

  // Escape: the server takes the dialog away, so that it knows.
  document.addEventListener("cancel", (event) => {
    event.preventDefault();
    send(event.target, "dismiss");
  }, true);

  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

  /** Whether a key event is what aria-keyshortcuts says; Meta there is Control on keyboards without a command key. */
  function matches(event, shortcut) {
    const parts = shortcut.split("+");
    const key = parts.pop();
    const held = new Set(parts.map((part) => (part === "Meta" && !isMac ? "Control" : part)));
    // By what the key types; with Option held, a Mac types something else, and only the key's place is left to go by.
    const typed = { Space: " ", Plus: "+" }[key] ?? key;
    const pressed = event.key.toUpperCase() === typed.toUpperCase() || (event.altKey && event.code === `Key${key}`);
    return pressed && event.altKey === held.has("Alt") && event.ctrlKey === held.has("Control")
      && event.shiftKey === held.has("Shift") && event.metaKey === held.has("Meta");
  }

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || !event.key) return;
    const row = event.target.closest?.(".row.deletable");
    if (row === event.target && (event.key === "Delete" || event.key === "Backspace")) {
      event.preventDefault();
      return send(row, "delete");
    }
    if (row === event.target && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      return focusRow(row, event.key === "ArrowDown" ? 1 : -1);
    }
    const isTyping = event.target.matches?.("input, textarea");
    if (isTyping && event.key === "Enter") send(event.target, "submit");
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && event.key.length === 1;
    if (isTyping && isPlain) return;
    const scope = document.querySelector("dialog[open]") ?? document;
    for (const button of scope.querySelectorAll("button[aria-keyshortcuts]")) {
      if (button.disabled || !matches(event, button.getAttribute("aria-keyshortcuts"))) continue;
      event.preventDefault();
      button.click();
      return;
    }
  });

  function focusRow(row, step) {
    const rows = [...row.closest(".list").querySelectorAll(".row")];
    rows[rows.indexOf(row) + step]?.focus();
  }

  // ---- Swiping --------------------------------------------------------------------------------------------------

  let swipe = null;
  /** CSS pixels: to tell a swipe from a tap, to uncover the button, to delete at once. */
  const [swipeStarts, swipeReveals, swipeDeletes] = [12, 48, 220];

  document.addEventListener("touchstart", (event) => {
    const row = event.target.closest(".row.deletable");
    for (const other of document.querySelectorAll(".row.revealed")) if (other !== row) other.classList.remove("revealed");
    swipe = row && event.touches.length === 1 ? { row, x: event.touches[0].clientX, y: event.touches[0].clientY, by: 0 } : null;
  }, { passive: true });

  document.addEventListener("touchmove", (event) => {
    if (!swipe) return;
    const x = event.touches[0].clientX - swipe.x;
    const y = event.touches[0].clientY - swipe.y;
    if (swipe.by === 0 && (Math.abs(x) < swipeStarts || Math.abs(x) < Math.abs(y))) return;
    swipe.by = Math.min(x, 0);
    swipe.row.style.setProperty("--swipe", `${swipe.by}px`);
  }, { passive: true });

  const endSwipe = () => {
    if (!swipe) return;
    const { row, by } = swipe;
    swipe = null;
    row.style.removeProperty("--swipe");
    if (by < -swipeDeletes) return send(row, "delete");
    if (by !== 0) row.classList.toggle("revealed", by < -swipeReveals);
  };
  document.addEventListener("touchend", endSwipe);
  document.addEventListener("touchcancel", endSwipe);

  // ---- Lists: only the rows on the screen exist -----------------------------------------------------------------

  /** What was last told of each list. */
  const reported = new Map();
  /** Rows the screen may move by before the server hears of it; it keeps more than that ready at each end. */
  const slack = 8;

  /** The first row on the screen and the one behind the last, among all rows of the list. */
  function visibleRows(list) {
    const view = list.getBoundingClientRect();
    let first = null;
    let last = null;
    let row = 0;
    const look = (element, count) => {
      const box = element.getBoundingClientRect();
      if (count > 0 && box.height > 0 && box.bottom > view.top && box.top < view.bottom) {
        const height = box.height / count;
        const from = row + Math.min(Math.max(Math.floor((view.top - box.top) / height), 0), count - 1);
        const to = row + Math.min(Math.max(Math.ceil((view.bottom - box.top) / height), 1), count);
        first ??= from;
        last = to;
      }
      row += count;
    };
    const walk = (children) => {
      for (const child of children) {
        if (child.dataset.firstRow !== undefined) row = Number(child.dataset.firstRow);
        if (child.matches(".section")) walk(child.children);
        else if (child.matches(".gap")) look(child, Number(child.dataset.rows));
        else if (child.matches(".row")) look(child, 1);
      }
    };
    walk(list.children);
    return first === null ? null : [first, last];
  }

  function reportRows() {
    for (const list of document.querySelectorAll(".list[data-id]")) {
      const rows = visibleRows(list);
      if (!rows) continue;
      const last = reported.get(idOf(list));
      if (last && Math.abs(last[0] - rows[0]) < slack && Math.abs(last[1] - rows[1]) < slack) continue;
      reported.set(idOf(list), rows);
      send(list, "show", { rows });
    }
  }

  /** Gaps are as high as the rows they stand for would be, going by those that exist. */
  function measure() {
    const average = (list, selector) => {
      const boxes = [...list.querySelectorAll(selector)].slice(0, 40).map((each) => each.getBoundingClientRect().height);
      return boxes.length ? boxes.reduce((a, b) => a + b) / boxes.length : 0;
    };
    for (const list of document.querySelectorAll(".list[data-id]")) {
      for (const [name, selector] of [["--row-height", ".row"], ["--header-height", ".header"]]) {
        const height = average(list, selector);
        const known = parseFloat(list.style.getPropertyValue(name)) || 0;
        if (height > 0 && Math.abs(height - known) > 0.5) list.style.setProperty(name, `${height}px`);
      }
    }
  }

  let isScrollNoted = false;
  const noteScroll = () => {
    if (isScrollNoted) return;
    isScrollNoted = true;
    requestAnimationFrame(() => {
      isScrollNoted = false;
      reportRows();
    });
  };
  document.addEventListener("scroll", noteScroll, { capture: true, passive: true });
  addEventListener("resize", noteScroll);

  // ---- Relative times -------------------------------------------------------------------------------------------

  /** Names and lengths in seconds, as in Text.DateStyle. */
  const units = [["yr", 31536000], ["mo", 2592000], ["day", 86400], ["hr", 3600], ["min", 60], ["sec", 1]];

  function relative(date) {
    let rest = Math.floor(Math.abs(Date.now() - date) / 1000);
    const parts = [];
    for (const [name, length] of units) {
      if (parts.length === 2) break;
      const count = Math.min(Math.floor(rest / length), name === "mo" ? 11 : Infinity);
      if (count > 0 || (length === 1 && parts.length === 0)) parts.push(`${count} ${name}`);
      else if (parts.length > 0) break;
      rest -= count * length;
    }
    return parts.join(", ");
  }

  function tellTimes() {
    for (const time of document.querySelectorAll("time[data-relative]")) {
      const words = relative(Date.parse(time.dateTime));
      if (time.textContent !== words) time.textContent = words;
    }
  }
  setInterval(tellTimes, 1000);

  // ---- Start ----------------------------------------------------------------------------------------------------

  adopt(document.body);
  tellTimes();
  connect();
})();
