// The menus of the app's commands: closes them, opens others, and handles the keyboard in them.

import { onKey } from "../core/keyboard.js";
import { shortcutText } from "./shortcuts.js";

const openMenus = () => document.querySelectorAll(".command-menu[open]");

const close = (except = null) => {
  for (const menu of openMenus()) if (menu !== except) menu.open = false;
};

/** The element that had the focus before it moved into the menus; null if none had it. */
let returnTo = null;

document.addEventListener("focusin", ({ target, relatedTarget }) => {
  if (target.closest(".command-bar") && !relatedTarget?.closest(".command-bar")) returnTo = relatedTarget;
});

document.addEventListener("click", (event) => {
  const menu = event.target.closest(".command-menu");
  const isTitle = Boolean(event.target.closest("summary"));
  // A click on a command closes its menu. The browser itself opens and closes a menu by its title.
  close(isTitle ? menu : null);
  // A command of the app may depend on the view with the focus.
  if (menu?.closest(".command-bar") && !isTitle && returnTo?.isConnected) returnTo.focus({ preventScroll: true });
});

// The style sheet shows the shortcuts behind the names of the commands.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".command-menu[open]")) return;
  for (const button of target.querySelectorAll("button[aria-keyshortcuts]")) {
    button.dataset.localShortcut = shortcutText(button);
  }
}, true);

// Pointing at another title while a menu is open opens that one instead.
document.addEventListener("pointerover", (event) => {
  const menu = event.target.closest?.(".command-menu > summary")?.parentElement;
  if (!menu || menu.open || openMenus().length === 0) return;
  menu.open = true;
  close(menu);
});

onKey("menus", (event) => {
  const menu = event.target.closest?.(".command-menu");
  // The keys of a menu that is open inside are those of menus.js.
  if (!menu || event.target.closest(".menu-items")) return;
  // A field and a pop-up menu of the browser have their own use of the arrow keys.
  const isField = event.target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])");
  if (isField && event.key !== "Escape") return;
  const forward = getComputedStyle(menu).direction === "rtl" ? -1 : 1;
  const menus = [...menu.parentElement.querySelectorAll(".command-menu")];
  const entries = [...menu.querySelectorAll("button:not(:disabled), input, select")].filter((each) => !each.closest(".menu-items"));
  const position = entries.indexOf(event.target);
  const turn = (step) => {
    const next = menus[(menus.indexOf(menu) + step + menus.length) % menus.length];
    next.open = menu.open;
    close(next);
    next.querySelector("summary").focus();
  };
  const keys = {
    ArrowRight: () => turn(forward),
    ArrowLeft: () => turn(-forward),
    ArrowDown: () => {
      menu.open = true;
      entries[position + 1]?.focus();
    },
    ArrowUp: () => (position > 0 ? entries[position - 1] : menu.querySelector("summary")).focus(),
    Escape: () => {
      close();
      menu.querySelector("summary").focus();
    },
  };
  if (!(event.key in keys)) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
});
