// The menu of rotors: lists of the parts of the page, and those that the app declares, between which
// the user jumps. Alt+R opens it, and so does a button before the page, which is visible while it
// has the focus.
//
// The app makes the entries of its rotors when the user opens the menu. So the menu opens with the
// server's answer, or with the page's own rotors alone if there is no connection. The menu is one of
// menus.js, which shows it and moves in it.

import { send } from "../core/connection.js";
import { elements } from "../core/elements.js";
import { onKey } from "../core/keyboard.js";
import { afterPatch, onOperation } from "../core/patches.js";
import { word } from "../core/words.js";
import { isReachable, outline, scope } from "../page/outline.js";
import { moveTo } from "../focus/reveal.js";

const landmark = document.createElement("nav");
landmark.className = "rotors";
landmark.ariaLabel = word("Rotors");
const box = addMenu(landmark, word("Rotors"), "button bordered menu-button");
const [button, menu] = [box.querySelector("button"), box.querySelector(".menu-items")];
button.dataset.identifier = "rotors";
// Not an attribute of the button, or keys.js would press it.
landmark.setAttribute("aria-keyshortcuts", "Alt+R");
document.body.prepend(landmark);

/** Whether the menu has its entries. */
let isFilled = false;
/** Whether the server has been asked for the app's rotors, and has not answered yet. */
let isWaiting = false;
/** The element that had the focus before Alt+R; null after an entry was chosen. */
let left = null;

/** Adds a button with its menu to another element, and returns the element around both. */
function addMenu(parent, title, className) {
  const box = document.createElement("div");
  box.className = "menu";
  const opener = document.createElement("button");
  opener.type = "button";
  opener.className = className;
  opener.setAttribute("aria-haspopup", "menu");
  opener.textContent = title;
  const items = document.createElement("div");
  items.className = "menu-items";
  items.popover = "manual";
  items.tabIndex = -1;
  items.setAttribute("role", "menu");
  items.ariaLabel = title;
  box.append(opener, items);
  parent.append(box);
  return box;
}

/** Adds a rotor to the menu. Each entry has a label, and an action. */
function addRotor({ kind, title, entries }) {
  const box = addMenu(menu, title, "button menu-item menu-button");
  box.dataset.rotor = kind ?? "";
  box.firstChild.setAttribute("role", "menuitem");
  const items = entries.map((entry) => {
    const item = document.createElement("button");
    item.type = "button";
    item.className = "button menu-item";
    item.setAttribute("role", "menuitem");
    item.textContent = entry.label;
    if (entry.level) item.dataset.level = entry.level;
    if (entry.words) item.dataset.words = entry.words;
    item.addEventListener("click", () => {
      left = null;
      entry.choose();
    });
    return item;
  });
  box.lastChild.append(...items);
}

/** Fills the menu with the app's rotors and the page's, and opens it. */
function open(revision, ofApp) {
  isWaiting = false;
  const own = ofApp.map(([title, replaced, id, labels], rotor) => ({
    title, kind: replaced, element: elements.get(id),
    entries: labels.map((label, entry) => ({
      label, choose: () => send(elements.get(0), "rotorEntry", { revision, rotor, entry }),
    })),
  })).filter(({ element, entries }) => entries.length > 0 && element && isReachable(element));
  const replaced = new Set(own.map(({ kind }) => kind));
  const ofPage = outline().filter(({ kind }) => !replaced.has(kind));
  for (const { entries } of ofPage) {
    // The focus returns to the button when the menu closes, after this event.
    for (const entry of entries) entry.choose = () => setTimeout(() => { if (entry.element.isConnected) moveTo(entry.element); });
  }
  menu.replaceChildren();
  for (const rotor of [...own, ...ofPage]) addRotor(rotor);
  isFilled = true;
  // In a modal dialog, nothing else can be used.
  if (landmark.parentElement !== scope()) scope().prepend(landmark);
  button.focus();
  button.click();
}

onOperation("rotors", (revision, rotors) => { if (isWaiting) open(revision, rotors); });

function ask() {
  isWaiting = true;
  if (!send(elements.get(0), "rotors")) open(0, []);
}

const isOpen = () => menu.matches(":popover-open");

/** Whether the app has a button with the shortcut of the menu. */
const isTaken = () => [...scope().querySelectorAll("button[aria-keyshortcuts~='Alt+R']")].some((each) => !each.closest("[inert]"));

// Before the listeners of menus.js, which open a menu.
addEventListener("click", (event) => {
  if (!button.contains(event.target) || isFilled || isOpen()) return;
  event.stopImmediatePropagation();
  ask();
}, true);
onKey("first", (event) => {
  const isShortcut = event.code === "KeyR" && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isTaken();
  const opens = event.target === button && !isOpen() && (event.key === "ArrowDown" || event.key === "ArrowUp");
  if (!isShortcut && !opens) return;
  event.preventDefault();
  event.stopPropagation();
  if (isOpen()) return;
  if (isShortcut && document.activeElement !== button) {
    left?.removeAttribute("data-local-left");
    left = document.activeElement;
    left.dataset.localLeft = "";
  }
  ask();
});

// The menu was closed.
menu.addEventListener("toggle", (event) => {
  if (event.target !== menu || event.newState !== "closed") return;
  isFilled = false;
  document.querySelector("[data-local-left]")?.removeAttribute("data-local-left");
  const returns = left?.isConnected && landmark.contains(document.activeElement);
  if (landmark.parentElement !== document.body) document.body.prepend(landmark);
  if (returns) left.focus({ preventScroll: true });
  left = null;
});

// The button may have been in a dialog that the server has removed.
afterPatch("content", () => {
  if (landmark.isConnected) return;
  isFilled = false;
  document.body.prepend(landmark);
});
