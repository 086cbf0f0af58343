// Search fields: the keyboard in suggestions, removing tokens, and leaving the field.

import { send } from "../core/connection.js";
import { onKey } from "../core/keyboard.js";

const fieldOf = (area) => area.querySelector(".search-box > .field");

const optionsOf = (area) => [...area.querySelectorAll(
  ":scope > .search-suggestions > [role=option]:not([aria-disabled=true], :disabled)")];

const isActive = (option) => option.dataset.localActive !== undefined;

/** Makes an option the one that Return chooses; null for none. */
function activate(area, option) {
  for (const each of optionsOf(area).filter(isActive)) {
    delete each.dataset.localActive;
    each.ariaSelected = "false";
  }
  const field = fieldOf(area);
  if (!option) return field.removeAttribute("aria-activedescendant");
  option.dataset.localActive = "";
  option.ariaSelected = "true";
  field.setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

/** Moves to the next or previous option. The field itself is between the last and the first. */
function move(area, step, event) {
  const options = optionsOf(area);
  if (options.length === 0) return;
  event.preventDefault();
  const index = options.findIndex(isActive) + step;
  activate(area, index === -2 ? options.at(-1) : options[index] ?? null);
}

function choose(area, event) {
  const option = optionsOf(area).find(isActive);
  if (!option) return;
  event.preventDefault();
  event.stopPropagation();
  activate(area, null);
  option.click();
}

/** Removes the last token by Backspace at the start of the text. */
function removeToken(area, event) {
  const token = [...area.querySelectorAll(".search-token[data-id]")].at(-1);
  if (!token || event.target.selectionStart !== 0 || event.target.selectionEnd !== 0) return;
  event.preventDefault();
  send(token, "press");
}

onKey("menus", (event) => {
  const area = event.target.closest?.(".search[data-id]");
  if (!area) return;
  if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    return send(area, "dismiss");
  }
  if (event.target !== fieldOf(area)) return;
  if (event.key === "ArrowDown") move(area, 1, event);
  else if (event.key === "ArrowUp") move(area, -1, event);
  else if (event.key === "Enter") choose(area, event);
  else if (event.key === "Backspace") removeToken(area, event);
});

document.addEventListener("input", (event) => {
  const area = event.target.closest?.(".search");
  if (area && event.target === fieldOf(area)) activate(area, null);
});

// The field keeps the focus when the user clicks a suggestion or a button of the field.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest?.(".search-suggestions, .search-box > button, .search-remove")) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const box = event.target.closest?.(".search-box");
  if (!box || event.target.closest("input, select, textarea, .search-token :not(.search-remove)")) return;
  box.querySelector(":scope > .field").focus();
});

document.addEventListener("focusout", (event) => {
  const area = event.target.closest?.(".search[data-id]");
  if (area && document.hasFocus() && !area.contains(event.relatedTarget)) send(area, "leave");
});
