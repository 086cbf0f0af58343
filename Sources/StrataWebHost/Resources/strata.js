// The browser's side of a window: applies patches to the page and reports the user's events.
//
// The page arrives fully rendered. The script indexes its elements by ID, opens a WebSocket with
// the window's token and from then on applies the server's patches (see Patch.swift) in order. It
// keeps no model of its own: the server's view graph is the state, and the page is its image. Only
// the browser knows the scroll positions, the focus, text not sent yet and the measured heights of
// rows; these are kept across patches and reconnections.
//
// If the connection breaks, the script tries again with growing delays, and the server answers with
// a redraw of the whole window. If the server no longer knows the window, the page is reloaded. The
// same redraw repairs every inconsistency: a patch that cannot be applied closes the connection.
"use strict";

(() => {
  const page = document.documentElement;
  /** The elements by their ID in the server's view graph. */
  const elements = new Map();

  // ---- Elements ---------------------------------------------------------------------------------

  const idOf = (element) => Number(element.dataset.id);

  /** Yields the elements with an ID in a subtree, the root included. */
  function* numbered(root) {
    if (root.dataset?.id !== undefined) yield root;
    yield* root.querySelectorAll("[data-id]");
  }

  /** Registers a subtree and opens its dialogs. */
  function adopt(root) {
    for (const element of numbered(root)) {
      elements.set(idOf(element), element);
      if (element.matches("dialog:not([open])")) element.showModal();
    }
  }

  /** Unregisters a subtree. */
  function forget(root) {
    for (const element of numbered(root)) elements.delete(idOf(element));
  }

  /**
   * Inserts a child behind a sibling or, if that is null, before the parent's first child with an
   * ID: what the server's renderer adds itself has none and stays in front.
   */
  function place(child, parent, after) {
    if (after !== null) elements.get(after).after(child);
    else parent.insertBefore(child, [...parent.children].find((each) => each !== child && each.dataset.id !== undefined) ?? null);
  }

  function fromHTML(html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content.firstElementChild;
  }

  // ---- Patches ----------------------------------------------------------------------------------

  const operations = {
    remove(id) {
      const element = elements.get(id);
      // Closing restores the focus to the element that had it before the dialog.
      if (element.matches("dialog[open]")) element.close();
      forget(element);
      element.remove();
    },
    /** Returns the new element. */
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
        // The browser sets a dialog's "open" attribute, and measure() a list's row height.
        if (!(name in attributes) && name !== "open" && !(name === "style" && element.matches(".list"))) element.removeAttribute(name);
      }
      for (const [name, value] of Object.entries(attributes)) {
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      }
      // Text typed since the last acknowledged message is newer than the server's.
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

  /**
   * Runs a change of the document and then restores the focus: to the same element or, if its row
   * was removed, to the row that followed.
   */
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

  // ---- Animations -------------------------------------------------------------------------------

  const stillness = matchMedia("(prefers-reduced-motion: reduce)");

  /** Whether a box is on the screen, or at most `around` pixels above or below it. */
  const isOnScreen = (box, around = 0) => box.height > 0 && box.bottom > -around && box.top < innerHeight + around;

  /**
   * Returns the boxes of elements on or near the screen, and images of visible elements that the
   * patch removes.
   */
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

  /**
   * Returns an inert copy of an element at its position, without ID, role or any attribute by which
   * scripts, tests or assistive technology could find it.
   */
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

  /** The running moves, which are canceled when the next ones start. */
  let underWay = [];

  /**
   * Animates moved elements from their previous positions, fades in new elements and fades out
   * removed ones.
   */
  function animate({ places, pictures }, added, animation) {
    const easing = CSS.supports("animation-timing-function", animation.easing) ? animation.easing : "ease-out";
    const timing = { ...animation, easing, fill: "backwards" };
    // The visible positions have been recorded in `places`. Without the running moves, elements
    // report their final positions.
    for (const each of underWay) each.cancel();
    // Read all positions before animating anything: a running animation would affect later
    // readings.
    const moves = [];
    const ways = new Map();
    for (const [id, { element, box }] of places) {
      if (elements.get(id) !== element) continue;
      const now = element.getBoundingClientRect();
      ways.set(element, { x: box.left - now.left, y: box.top - now.top });
    }
    for (const [element, way] of ways) {
      // An element already moves with its container; only the rest is its own.
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

  // ---- Connection -------------------------------------------------------------------------------

  let socket = null;
  let messageNumber = 0;
  let attempts = 0;
  /** The close code (see LiveLine) for a window that no longer exists. */
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
        // The page differs from what the server assumes. Reconnecting redraws it.
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

  /**
   * Returns the fields whose text differs from the server's: it was typed before there was a
   * connection, or while it was lost.
   */
  const unsentInputs = () => [...document.querySelectorAll("input.field[data-id]")].filter((field) => field.value !== field.getAttribute("value"));

  const sendInputs = () => unsentInputs().forEach((field) => send(field, "input", { text: field.value }));

  // ---- User input -------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    const control = event.target.closest("[data-action]");
    if (!control || control.disabled) return;
    send(control.closest("[data-id]"), control.dataset.action);
  });

  document.addEventListener("input", (event) => {
    if (event.target.dataset.id !== undefined) send(event.target, "input", { text: event.target.value });
  });

  // The Escape key. The server dismisses the dialog, so that its state and the page agree.
  document.addEventListener("cancel", (event) => {
    event.preventDefault();
    send(event.target, "dismiss");
  }, true);

  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

  /**
   * Whether a key event matches a shortcut of aria-keyshortcuts. Meta stands for Control on
   * keyboards without a command key.
   */
  function matches(event, shortcut) {
    const parts = shortcut.split("+");
    const key = parts.pop();
    const held = new Set(parts.map((part) => (part === "Meta" && !isMac ? "Control" : part)));
    // Compare the character typed. On a Mac, Option changes it, so compare the physical key then.
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

  // ---- Swiping ----------------------------------------------------------------------------------

  let swipe = null;
  /**
   * Distances in CSS pixels: to distinguish a swipe from a tap, to reveal the button, to delete at
   * once.
   */
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

  // ---- Lists: only rows near the screen have elements -------------------------------------------

  /** The visible rows last reported for each list, by its ID. */
  const reported = new Map();
  /**
   * The number of rows by which a list can scroll without a report. The server keeps more rows than
   * that ready at each end.
   */
  const slack = 8;

  /**
   * Returns the index of the first visible row of a list and the index behind the last; null if
   * none is visible. A gap stands for many rows.
   */
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

  /** Reports the visible rows of each list that has scrolled far enough. */
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

  /** Sizes the gaps by the average height of the rows and headers that exist. */
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

  // ---- Relative times ---------------------------------------------------------------------------

  /** The names of units and their lengths in seconds; the same as in Text.DateStyle. */
  const units = [["yr", 31536000], ["mo", 2592000], ["day", 86400], ["hr", 3600], ["min", 60], ["sec", 1]];

  /** Returns the time since or until a date, in its one or two largest units. */
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

  // ---- Start ------------------------------------------------------------------------------------

  adopt(document.body);
  tellTimes();
  connect();
})();
