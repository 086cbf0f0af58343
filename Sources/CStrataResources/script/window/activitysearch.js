// The search for activities: a field with a list of those that match, as a combobox. The focus
// stays in the field, and the arrow keys choose in the list.

import { send } from "../core/connection.js";
import { elements } from "../core/elements.js";
import { onKeyIn } from "../core/keyboard.js";
import { onOperation } from "../core/patches.js";
import { word } from "../core/words.js";
import { make, makeDialog, present } from "../page/dialogs.js";
import { say } from "../page/notices.js";

/** The open search; null for none. */
let search = null;
/** The number of the last search that was sent. */
let number = 0;

const find = () => send(elements.get(0), "findActivities", { text: search.field.value, search: ++number });

/** Opens the search, with the activities that were current last. */
export function showSearch() {
  if (search?.dialog.open) return search.field.focus();
  const field = make("input", {
    class: "page-field", type: "text", role: "combobox", "aria-label": word("Search activities"), "aria-expanded": "false",
    "aria-controls": "page-found", "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false", maxlength: "200",
    placeholder: word("Search activities"), "data-identifier": "page.searchField",
  });
  const list = make("ul", { id: "page-found", class: "page-found", role: "listbox", "aria-label": word("Activities"), hidden: "" });
  const status = make("p", { role: "status", class: "page-status", "data-identifier": "page.searchStatus" });
  const dialog = makeDialog(word("Search activities"), "page.searchDialog", field, list, status);
  dialog.classList.add("page-search");
  dialog.addEventListener("close", () => {
    // Another search may be open already.
    if (search?.dialog === dialog) search = null;
  });
  search = { dialog, field, list, status };
  field.addEventListener("input", find);
  onKeyIn(field, press);
  // A press on an entry must not take the focus out of the field.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => choose(event.target.closest("[role=option]")));
  present(dialog);
  field.focus();
  if (!find()) status.textContent = word("The app cannot be reached now");
}

const options = () => [...search.list.children];
const selected = () => search.list.querySelector("[aria-selected=true]");

/** Selects an entry; null for none. */
function select(option) {
  for (const each of options()) each.setAttribute("aria-selected", String(each === option));
  if (option) search.field.setAttribute("aria-activedescendant", option.id);
  else search.field.removeAttribute("aria-activedescendant");
  option?.scrollIntoView({ block: "nearest" });
}

function press(event) {
  if (event.key === "Enter") {
    event.preventDefault();
    return choose(selected());
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const all = options();
  if (all.length > 0) select(all[(all.indexOf(selected()) + step + all.length) % all.length]);
}

/** Continues the activity of an entry in this window. */
function choose(option) {
  if (!option) return;
  const activity = option.dataset.activity;
  search.dialog.close();
  if (!send(elements.get(0), "continueActivity", { activity })) say(word("The app cannot be reached now"));
}

/** Shows the activities that match, unless the text has changed since. */
function show(answered, found) {
  if (!search || answered !== number) return;
  const { field, list, status } = search;
  list.replaceChildren(...found.map(([activity, title], index) => make("li", {
    id: `page-found-${index}`, role: "option", "aria-selected": "false", "data-activity": activity, "data-identifier": `page.found.${index}`,
  }, title)));
  list.hidden = found.length === 0;
  field.setAttribute("aria-expanded", String(found.length > 0));
  status.textContent = found.length === 0 ? word("No activities") : found.length === 1 ? "1 activity" : `${found.length} activities`;
  select(list.firstElementChild);
}

onOperation("foundActivities", show);
// A chosen activity was deleted or has expired since.
onOperation("activityIsGone", () => say(word("This activity is no longer there")));
