// The page's own rotors: its headings, links, landmarks and others, read from the document.

import { isHidden } from "../core/elements.js";
import { word } from "../core/words.js";

/** The maximum number of entries of a rotor; the same number as in AccessibilityRotorContent.swift. */
const limit = 1000;

const controls = "button:not([role=link]), input, select, textarea, summary, a[href], [role=slider], [role=switch], [role=checkbox], [role=radio], [role=tab]";

const landmarks = {
  main: word("Main content"), navigation: word("Navigation"), complementary: word("Complementary"), search: word("Search"),
  banner: word("Banner"), contentinfo: word("Information"), form: word("Form"), region: word("Region"),
};

/** Returns an element's role as a landmark; undefined for none. */
const landmarkOf = (element) => element.getAttribute("role") ?? { MAIN: "main", NAV: "navigation", ASIDE: "complementary" }[element.tagName];

/** The lists, by the kind of a system rotor in AccessibilitySystemRotor.swift. */
const kinds = {
  headings: { title: word("Headings"), selector: "h1, h2, h3, h4, h5, h6, [role=heading]" },
  landmarks: {
    title: word("Landmarks"), selector: ["main, nav, aside", ...Object.keys(landmarks).map((role) => `[role=${role}]`)].join(),
    name: (element) => [landmarks[landmarkOf(element)], givenName(element)].filter(Boolean).join(": "),
  },
  links: { title: word("Links"), selector: "a[href], [role=link]" },
  textFields: {
    title: word("Text fields"),
    selector: "textarea, input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file], [type=button], [type=hidden])",
    name: (element) => nameOf(element) || word("Text field"),
  },
  controls: { title: word("Controls"), selector: controls },
  lists: {
    title: word("Lists"), selector: "ul, ol, [role=list], [role=listbox], [role=tree]",
    name: (element) => `${givenName(element) || word("List")}, ${count(element, "li, [role=listitem], [role=option], [role=treeitem]")} items`,
  },
  tables: {
    title: word("Tables"), selector: "table, [role=table], [role=grid], [role=treegrid]",
    name: (element) => `${givenName(element) || word("Table")}, ${count(element, "tr, [role=row]")} rows`,
  },
  images: { title: word("Images"), selector: "img[alt]:not([alt='']), [role=img]" },
};

const count = (element, selector) => element.querySelectorAll(selector).length;

const words = (element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

/** Returns the name that an element has by its attributes or labels; an empty string for none. */
function givenName(element) {
  const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
  const referenced = ids.map((id) => words(document.getElementById(id))).join(" ").trim();
  const labels = [...(element.labels ?? [])].map(words).join(" ");
  return referenced || element.ariaLabel || element.getAttribute("alt") || labels || element.placeholder || element.title || "";
}

/** Returns the name of an element, or else its text. */
const nameOf = (element) => (givenName(element) || words(element)).slice(0, 120);

/** The element inside which the user can move: the topmost modal dialog, or else the page. */
export const scope = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

/** Returns whether the user can move to an element. */
export function isReachable(element) {
  return scope().contains(element) && !element.closest("[inert], .rotors") && !isHidden(element)
    && element.checkVisibility({ visibilityProperty: true });
}

const levelOf = (element) => Number(element.getAttribute("aria-level") ?? element.tagName.match(/^H(\d)$/)?.[1] ?? 2);

/**
 * Returns the page's own rotors that have entries: the kind, the title, and for each entry its
 * label, its element and other words by which it is found.
 */
export function outline() {
  const rotors = Object.entries(kinds).map(([kind, { title, selector, name }]) => {
    const elements = [...scope().querySelectorAll(selector)].filter(isReachable).slice(0, limit);
    const entries = elements.map((element) => ({
      element, label: (name ?? nameOf)(element), words: element.dataset.inputLabels,
      level: kind === "headings" ? levelOf(element) : null,
    }));
    return { kind, title, entries: entries.filter(({ label }) => label) };
  });
  return [...rotors, linked()].filter(({ entries }) => entries.length > 0);
}

/** Returns the rotor of the elements that the app has linked with the one that has the focus. */
function linked() {
  const from = document.querySelector("[data-local-left]") ?? document.activeElement;
  const groups = from?.closest("[data-linked]")?.dataset.linked.split(" ") ?? [];
  const elements = groups.flatMap((group) => [...document.querySelectorAll(`[data-linked~="${group}"]`)])
    .filter((element) => !element.contains(from) && isReachable(element));
  return { kind: "linked", title: word("Linked"), entries: elements.map((element) => ({ element, label: nameOf(element) })) };
}
