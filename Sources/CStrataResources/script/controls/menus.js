// Menus: buttons open them, arrow keys move in them, and choosing an entry closes them.
//
// A menu is in the browser's top layer, so that no element clips it. A submenu opens beside its
// entry. Whether a menu is open is state of the page only; the server does not know it.

import { onKey } from "../core/keyboard.js";
import { afterPatch, keepAttribute } from "../core/patches.js";

// place() and show() set these.
keepAttribute("style", ".menu-items");
keepAttribute("aria-expanded", ".menu-button");

/** The open menus, the innermost last, each with the button that opened it. */
const open = [];
/** The letters typed in a menu, and the time of the last one. */
let typed = { text: "", at: 0 };

/** Returns the entries of a menu that can be chosen, from the top to the bottom. */
function itemsOf(menu) {
  const items = [...menu.querySelectorAll("[role^=menuitem]")].filter(
    (item) => item.closest(".menu-items") === menu && !item.disabled && item.ariaDisabled !== "true");
  if (!("localReversed" in menu.dataset)) return items;
  const boxes = new Map(items.map((item) => [item, item.getBoundingClientRect()]));
  return items.sort((a, b) => boxes.get(a).top - boxes.get(b).top || boxes.get(a).left - boxes.get(b).left);
}

/** Whether a button is an entry of a menu, and opens a submenu. */
const isInMenu = (button) => button.closest(".menu-items, .context-menu") !== null;

const menuOf = (button) => button.parentElement.querySelector(":scope > .menu-items");

/** Closes an open menu, by its index in `open`, and its submenus. */
function close(from = 0, returnsFocus = false) {
  const button = open[from]?.button;
  while (open.length > from) {
    const { menu, button } = open.pop();
    if (menu.isConnected && menu.matches(":popover-open")) menu.hidePopover();
    button.removeAttribute("aria-expanded");
  }
  if (returnsFocus && button?.isConnected) button.focus();
}

// The server has removed an open menu, has moved it, which closes it, or has drawn the page again.
afterPatch("content", () => {
  const first = open.findIndex(({ menu }) => !menu.isConnected || !menu.matches(":popover-open"));
  if (first >= 0) close(first);
});

function place(menu, button) {
  const isEntry = isInMenu(button);
  const box = button.getBoundingClientRect();
  const size = menu.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(button).direction === "rtl";
  let left = isEntry ? (isRightToLeft ? box.left - size.width : box.right) : (isRightToLeft ? box.right - size.width : box.left);
  let top = isEntry ? box.top - 5 : box.bottom + 4;
  if (isEntry && left + size.width > innerWidth - 8) left = box.left - size.width;
  const isAbove = !isEntry && top + size.height > innerHeight - 8 && box.top > size.height;
  if (isAbove) top = box.top - size.height - 4;
  // The first entry is the nearest to the button.
  menu.toggleAttribute("data-local-reversed", isAbove && menu.dataset.order === "priority");
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - size.width - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(top, innerHeight - size.height - 8))}px`;
}

function show(button, focus) {
  const menu = menuOf(button);
  if (!menu || button.disabled) return;
  const outer = button.closest(".menu-items");
  close(outer ? open.findIndex((each) => each.menu === outer) + 1 : 0);
  typed = { text: "", at: 0 };
  menu.showPopover();
  open.push({ menu, button });
  button.ariaExpanded = "true";
  place(menu, button);
  const items = itemsOf(menu);
  const item = (focus === "last") === ("localReversed" in menu.dataset) ? items[0] : items.at(-1);
  (item ?? menu).focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest(".menu-button");
  if (button) {
    const position = open.findIndex((each) => each.button === button);
    return position >= 0 ? close(position, true) : show(button, "first");
  }
  const item = event.target.closest(".menu-items [role^=menuitem]");
  if (item ? !("stays" in item.dataset) : !event.target.closest(".menu-items")) close(0, item !== null);
});

document.addEventListener("pointerover", (event) => {
  const item = event.target.closest(".menu-items [role^=menuitem]");
  if (!item || event.pointerType === "touch") return;
  const level = open.findIndex((each) => each.menu === item.closest(".menu-items"));
  if (level < 0 || open[level + 1]?.button === item) return;
  close(level + 1);
  item.focus({ preventScroll: true });
  if (item.matches(".menu-button")) show(item, "first");
});

function moveTo(items, index, event) {
  event.preventDefault();
  items[(index + items.length) % items.length]?.focus();
}

/** Handles a key in an open menu. */
function press(event) {
  const { menu, button } = open.at(-1);
  const items = itemsOf(menu);
  const item = document.activeElement.closest("[role^=menuitem]");
  const index = items.indexOf(item);
  const isRightToLeft = getComputedStyle(menu).direction === "rtl";
  switch (event.key) {
    case "ArrowDown": return moveTo(items, index + 1, event);
    case "ArrowUp": return moveTo(items, index < 0 ? -1 : index - 1, event);
    case "Home": return moveTo(items, 0, event);
    case "End": return moveTo(items, -1, event);
    case "Escape":
      event.preventDefault();
      event.stopPropagation();
      return close(open.length - 1, true);
    case "Tab": return close();
    case isRightToLeft ? "ArrowRight" : "ArrowLeft":
      event.preventDefault();
      if (isInMenu(button)) close(open.length - 1, true);
      return;
    case isRightToLeft ? "ArrowLeft" : "ArrowRight":
      event.preventDefault();
      if (item?.matches(".menu-button")) show(item, "first");
      return;
    default: find(items, index, event);
  }
}

/** Moves to the next entry that starts with what is typed. */
function find(items, index, event) {
  if (event.key.length !== 1 || event.key === " " || event.altKey || event.ctrlKey || event.metaKey) return;
  typed = { text: (event.timeStamp - typed.at < 700 ? typed.text : "") + event.key.toLowerCase(), at: event.timeStamp };
  const from = typed.text.length === 1 ? index + 1 : index;
  const order = [...items.slice(Math.max(from, 0)), ...items.slice(0, Math.max(from, 0))];
  const names = (item) => [item.textContent, ...(item.dataset.words?.split("\n") ?? [])];
  order.find((item) => names(item).some((name) => name.trim().toLowerCase().startsWith(typed.text)))?.focus();
}

onKey("menus", (event) => {
  if (open.length > 0) return press(event);
  const button = event.target.closest?.(".menu-button");
  if (!button) return;
  // In a context menu, the other two arrow keys move to the next entry.
  const isRightToLeft = getComputedStyle(button).direction === "rtl";
  const keys = isInMenu(button) ? [isRightToLeft ? "ArrowLeft" : "ArrowRight"] : ["ArrowDown", "ArrowUp"];
  if (!keys.includes(event.key)) return;
  event.preventDefault();
  show(button, event.key === "ArrowUp" ? "last" : "first");
});

for (const name of ["resize", "blur"]) addEventListener(name, () => close());
document.addEventListener("scroll", (event) => {
  if (!event.target.closest?.(".menu-items")) close();
}, { capture: true, passive: true });
