// Applies the server's patches (see Patch.swift) to the page, in order.

import { offer } from "./activities.js";
import { activityIsGone, foundActivities } from "./activitysearch.js";
import { observeAnchors } from "./anchors.js";
import { animate, look, showsMotion } from "./animations.js";
import { announce, keepAnnouncements } from "./announcements.js";
import { dragOffer, windowOffer } from "./drags.js";
import { dropProposal } from "./drops.js";
import { adopt, elements, forget, fromHTML, idOf, parse, place } from "./elements.js";
import { applyQuietly, forgetReported, keepingFocus, moveFocus, reportAgain, wishFocus } from "./focus.js";
import { fields, sendInputs, unsentInputs } from "./input.js";
import { download, endUpload } from "./files.js";
import { keepEnds, measure } from "./gaps.js";
import { handoffLink } from "./handoff.js";
import { followHistory, forgetSteps } from "./history.js";
import { reportRows } from "./lists.js";
import { reveal, revealWanted } from "./reveal.js";
import { keepRotors, showRotors } from "./rotors.js";
import { observeMatches } from "./matches.js";
import { followPage, placeOfFocus } from "./pagefocus.js";
import { scrollToRequested } from "./scrolls.js";
import { updateScrollTransitions } from "./scrolltransitions.js";
import { observeSizes } from "./sizes.js";
import { carryTyped, noteAcknowledged, noteSaved, restoreScrolls } from "./places.js";
import { placePresentations } from "./presentations.js";
import { placeRefreshButtons } from "./refreshing.js";
import { keepScene } from "./scene.js";
import { chooseStops, focusAwaitedEdge } from "./stops.js";
import { updateSymbols } from "./symbols.js";
import { fitTexts } from "./texts.js";
import { updateTimes } from "./times.js";
import { isAnimated, timings } from "./timings.js";
import { expectValue, showValues } from "./values.js";
import { closeWindow, comeForward, nameWindow, openActivity, openWindow } from "./windows.js";

const operations = {
  openWindow: (...operands) => openWindow(...operands),
  openActivity: (...operands) => openActivity(...operands),
  nameWindow: (name) => nameWindow(name),
  comeForward: () => comeForward(),
  closeWindow: (...operands) => closeWindow(...operands),
  download: (id) => download(id),
  dragOffer: (...operands) => dragOffer(...operands),
  windowOffer: (token) => windowOffer(token),
  dropProposal: (...operands) => dropProposal(...operands),
  rotors: (...operands) => showRotors(...operands),
  reveal: (...operands) => reveal(...operands),
  announce: (message) => announce(message),
  scene: (name) => keepScene(name),
  saved: (number) => noteSaved(number),
  offer: (...operands) => offer(...operands),
  handoffLink: (...operands) => handoffLink(...operands),
  foundActivities: (...operands) => foundActivities(...operands),
  activityIsGone: () => activityIsGone(),
  remove(id) {
    const element = elements.get(id);
    // Closing restores the focus to the element that had it before the dialog.
    if (element.matches("dialog[open]")) element.close();
    if (element.matches(".file-importer")) endUpload(element);
    const { returnTo } = element;
    forget(element);
    element.remove();
    // The user may have moved the focus out of the menu.
    if (returnTo?.isConnected && document.activeElement === document.body) returnTo.focus({ preventScroll: true });
  },
  /** Returns the new element. */
  insert(parent, after, html) {
    const child = fromHTML(html);
    place(child, elements.get(parent), after);
    adopt(child);
    for (const each of [child, ...child.querySelectorAll("[data-focus=true]")]) if (each.dataset.focus === "true") wishFocus(each, true);
    return child;
  },
  move(id, parent, after) {
    place(elements.get(id), elements.get(parent), after);
  },
  attributes(id, attributes, acknowledged) {
    const element = elements.get(id);
    if (attributes["data-focus"] && element.dataset.focus !== attributes["data-focus"]) wishFocus(element, attributes["data-focus"] === "true");
    for (const { name } of [...element.attributes]) {
      // Keep the attributes that the browser or the script has set: "open" of a dialog,
      // "data-local…", the sizes that measure() and the position that menus.js wrote into "style",
      // and others.
      if (!(name in attributes) && name !== "open" && !name.startsWith("data-local")
        && !(name === "style" && element.matches(".list, .menu-items"))
        && !(name === "aria-expanded" && element.matches(".menu-button"))
        && !(name === "tabindex" && element.matches("[data-local-revealed]"))) element.removeAttribute(name);
    }
    for (const [name, value] of Object.entries(attributes)) {
      // The content security policy forbids the attribute, but not the properties.
      if (name === "style") element.style.cssText = value;
      else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    }
    if ("data-value" in attributes) expectValue(element);
    // A value that the user entered after the acknowledged message is newer than the server's.
    if ("value" in attributes && !(element.lastInput > acknowledged) && element.value !== attributes.value) {
      element.value = attributes.value;
    }
  },
  gap(id, firstRow, rows, headers) {
    const { dataset, style } = elements.get(id);
    dataset.firstRow = firstRow;
    dataset.rows = rows;
    style.setProperty("--rows", rows);
    style.setProperty("--headers", headers);
  },
  inside(id, html) {
    const element = elements.get(id);
    for (const node of [...element.childNodes]) if (node.dataset?.id === undefined) node.remove();
    element.prepend(parse(html));
  },
  redraw(html) {
    const scrolling = () => [...document.querySelectorAll(".list[data-id], .scroll[data-id]")];
    const places = scrolling().map(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
    const typed = unsentInputs().map((field) => [idOf(field), field.value]);
    const known = fields();
    const focused = document.activeElement?.dataset.id;
    const root = elements.get(0);
    elements.clear();
    const fresh = fromHTML(html);
    root.replaceWith(fresh);
    adopt(fresh);
    measure();
    scrolling().forEach((element, index) => ([element.scrollTop, element.scrollLeft] = places[index] ?? [0, 0]));
    for (const [id, value] of typed) if (elements.has(id)) elements.get(id).value = value;
    for (const field of known) if (elements.has(idOf(field))) carryTyped(field, elements.get(idOf(field)));
    if (focused !== undefined) elements.get(Number(focused))?.focus({ preventScroll: true });
    sendInputs();
    forgetSteps();
    offer(false, false);
    reportAgain();
  },
  /** Replaces the page, whose elements have other IDs than those of the restored scene. */
  restore(html) {
    elements.clear();
    const fresh = fromHTML(html);
    document.querySelector("[data-id='0']").replaceWith(fresh);
    adopt(fresh);
    forgetReported();
  },
};

/** @param restores Whether the patch is the answer to the name of a scene. */
export function apply(patch, restores = false) {
  const before = showsMotion() && isAnimated(patch) ? look(patch) : null;
  const added = [];
  const goToEnds = keepEnds();
  const focusPlace = placeOfFocus();
  applyQuietly(() => {
    keepingFocus(() => {
      for (const [name, ...operands] of patch.operations) {
        const child = operations[restores && name === "redraw" ? "restore" : name](...operands, patch.acknowledged);
        if (child) added.push(child);
      }
    });
    followPage(focusPlace);
  });
  noteAcknowledged(patch.acknowledged);
  showValues(patch.acknowledged);
  moveFocus(patch.acknowledged);
  chooseStops();
  placeRefreshButtons();
  updateTimes();
  fitTexts();
  updateSymbols();
  updateScrollTransitions();
  measure();
  goToEnds();
  observeSizes();
  observeAnchors();
  followHistory(patch.acknowledged);
  placePresentations();
  observeMatches();
  if (before) animate(before, added, timings(patch));
  restoreScrolls();
  scrollToRequested();
  revealWanted();
  keepRotors();
  keepAnnouncements();
  focusAwaitedEdge();
  reportRows();
}
