// Layouts whose frames the server computes (LayoutEngine.swift): measures the views in their slots
// for the proposals that the server asks for, and reports the sizes together with the space of the
// layout.
//
// A measurement gives all slots their first proposals, reads the sizes of the views, goes on with
// the next proposals, and restores the slots. The browser computes the layout once for each
// proposal, and paints nothing meanwhile. What was reported is kept for each slot, so a patch costs
// nothing here unless it changes what is in a slot, or the server asks for another proposal.

import { onConnect } from "../core/connection.js";
import { elements, idOf } from "../core/elements.js";
import { afterRendering, aroundPatch, onAttributes } from "../core/patches.js";
import { reporter } from "./reports.js";

/** The length in CSS pixels that stands for an infinite one; the same number as in ProposedViewSize.swift. */
const longest = 100_000;
/** The maximum number of sizes in a report, by which it does not exceed the server's limit. */
const mostSizes = 200;

const layouts = document.getElementsByClassName("arranged");
/** What was last reported: the sizes in JSON, by slot and proposal. */
const reported = new WeakMap();
/** The spaces last reported, by layout. */
const spaces = new WeakMap();
/** The slots whose views may have other sizes than the reported ones. */
const stale = new Set();
/** The elements that are observed. */
const observed = new WeakSet();

const isLive = (element) => elements.get(idOf(element)) === element;
const isLaidOut = (element) => element.getClientRects().length > 0;
const slotsOf = (layout) => [...layout.children].filter((each) => each.matches(".slot"));

/** Returns a length in whole eighths of a pixel. A text that is given less than it needs wraps. */
const roundedUp = (length) => Math.ceil(length * 8 - 0.01) / 8 || 0;

/** Returns the size of an element without the transforms around it. */
function sizeOf(element) {
  const { width, height } = getComputedStyle(element);
  return { width: roundedUp(parseFloat(width)), height: roundedUp(parseFloat(height)) };
}

/** Gives a slot a proposal: two lengths, of which "-" is the ideal one, and "*" infinite. */
function propose(slot, proposal) {
  const [width, height] = proposal.split(" ");
  const css = (length) => (length === "-" ? "max-content" : `${length === "*" ? longest : length}px`);
  slot.classList.toggle("fixed-x", width === "-");
  slot.classList.toggle("fixed-y", height === "-");
  slot.style.width = css(width);
  slot.style.height = css(height);
}

const canvas = document.createElement("canvas").getContext("2d");

/** Returns the baselines of the first and the last line of text in a view; undefined without text. */
function baselinesOf(view) {
  const top = view.getBoundingClientRect().top;
  const baseline = (text, at) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const line = [...range.getClientRects()].at(at);
    if (!line) return null;
    canvas.font = getComputedStyle(text).font;
    return line.top - top + canvas.measureText("x").fontBoundingBoxAscent;
  };
  const texts = view.matches(".text") ? [view] : [...view.querySelectorAll(".text")];
  const [first, last] = texts.length > 0 ? [baseline(texts[0], 0), baseline(texts.at(-1), -1)] : [null, null];
  return first === null || last === null ? undefined : [first, last];
}

/** Returns the frames of the boxes with alignment guides in a view; undefined without any. */
function guidesOf(view) {
  const boxes = view.matches(".guided") ? [view, ...view.querySelectorAll(".guided")] : [...view.querySelectorAll(".guided")];
  if (boxes.length === 0) return undefined;
  const around = view.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(view.parentElement).direction === "rtl";
  return boxes.map((box) => {
    const { left, right, top } = box.getBoundingClientRect();
    return { element: idOf(box), x: isRightToLeft ? around.right - right : left - around.left, y: top - around.top, ...sizeOf(box) };
  });
}

/** Returns the report of a view for the proposal that its slot has. */
function sizes(slot, proposal) {
  const view = slot.firstElementChild;
  const baselines = slot.dataset.baselines === undefined ? undefined : baselinesOf(view);
  return { slot: idOf(slot), proposal, ...sizeOf(view), baselines, guides: guidesOf(view) };
}

/** Measures views. Returns the reports of each slot. */
function measure(jobs) {
  const results = new Map(jobs.map(({ slot }) => [slot, []]));
  const pinned = [...new Set(jobs.map(({ slot }) => slot.parentElement))].filter((layout) => layout.matches(".interim"));
  const pins = pinned.map((layout) => ({ layout, former: [layout.style.minWidth, layout.style.minHeight], size: sizeOf(layout) }));
  const scrolled = jobs.flatMap(({ slot }) => [...slot.querySelectorAll(".scroll, .list")])
    .map((each) => ({ each, left: each.scrollLeft, top: each.scrollTop })).filter(({ left, top }) => left || top);
  const former = jobs.map(({ slot }) => [slot.style.width, slot.style.height]);
  // A stack that stands in for a layout keeps its size while its views are out of the flow.
  for (const { layout, size } of pins) Object.assign(layout.style, { minWidth: `${size.width}px`, minHeight: `${size.height}px` });
  for (const { slot } of jobs) slot.classList.add("measured");
  const rounds = Math.max(0, ...jobs.map(({ proposals }) => proposals.length));
  for (let round = 0; round < rounds; round += 1) {
    const now = jobs.filter(({ proposals }) => round < proposals.length);
    for (const { slot, proposals } of now) propose(slot, proposals[round]);
    for (const { slot, proposals } of now) results.get(slot).push(sizes(slot, proposals[round]));
  }
  jobs.forEach(({ slot }, index) => {
    slot.classList.remove("measured", "fixed-x", "fixed-y");
    [slot.style.width, slot.style.height] = former[index];
  });
  for (const { layout, former } of pins) [layout.style.minWidth, layout.style.minHeight] = former;
  for (const { each, left, top } of scrolled) [each.scrollLeft, each.scrollTop] = [left, top];
  return results;
}

/** Returns the slots of layouts with the proposals for which they have to be measured. */
function openJobs(shown) {
  const jobs = [];
  for (const slot of shown.flatMap(slotsOf)) {
    const proposals = slot.dataset.measures?.split("|") ?? [];
    const known = reported.get(slot) ?? new Map();
    reported.set(slot, known);
    for (const proposal of known.keys()) if (!proposals.includes(proposal)) known.delete(proposal);
    const lacksBaselines = slot.dataset.baselines !== undefined && !known.hasBaselines;
    const open = stale.has(slot) || lacksBaselines ? proposals : proposals.filter((each) => !known.has(each));
    if (open.length > 0 && slot.firstElementChild) jobs.push({ slot, proposals: open });
    known.hasBaselines = slot.dataset.baselines !== undefined;
    stale.delete(slot);
  }
  return jobs;
}

/** Returns reports of the space of a layout and the sizes in it, unless they are known. */
function reportsOf(layout, found) {
  const space = sizeOf(layout);
  const last = spaces.get(layout) ?? {};
  // The layout has chosen the other lengths itself.
  const isResized = layout.dataset.space.split(" ").some((axis) => last[axis] !== space[axis]);
  const views = found.filter((each) => reported.get(elements.get(each.slot))?.get(each.proposal) !== JSON.stringify(each));
  const reports = [];
  if (!isResized && views.length === 0) return reports;
  spaces.set(layout, space);
  for (let start = 0; start === 0 || start < views.length; start += mostSizes) {
    const part = views.slice(start, start + mostSizes);
    reports.push({ element: idOf(layout), event: "measure", ...space, views: part });
    for (const each of part) reported.get(elements.get(each.slot)).set(each.proposal, JSON.stringify(each));
  }
  return reports;
}

/** Measures what is not known yet, and reports it. */
const report = reporter(() => {
  if (layouts.length === 0) return [];
  const shown = [...layouts].filter((each) => isLive(each) && isLaidOut(each));
  const results = measure(openJobs(shown));
  return shown.flatMap((layout) => {
    const slots = slotsOf(layout);
    for (const each of [layout, ...slots.map((slot) => slot.firstElementChild)]) observe(each);
    return reportsOf(layout, slots.flatMap((slot) => results.get(slot) ?? []));
  });
});

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (!target.isConnected) (observer.unobserve(target), observed.delete(target));
    else if (target.parentElement.matches(".slot")) stale.add(target.parentElement);
  }
  report();
});

function observe(element) {
  if (!element || observed.has(element)) return;
  observed.add(element);
  observer.observe(element);
}

// MARK: Changes of the page

/** Marks the slots around an element. */
function touch(element) {
  for (let slot = element?.closest(".slot"); slot; slot = slot.parentElement.closest(".slot")) stale.add(slot);
}

/** Marks the slots whose views a patch changes. The frame of a slot does not change its view. */
function touchChanged({ operations }) {
  if (layouts.length === 0) return;
  for (const [name, id] of operations) {
    const element = elements.get(id);
    if (!element || !["attributes", "inside", "remove", "move"].includes(name)) continue;
    if (element.matches(".slot")) continue;
    touch(element.parentElement);
    // Fonts and other properties apply to the views inside.
    if (name === "attributes" && !element.matches(".arranged")) for (const slot of element.getElementsByClassName("slot")) stale.add(slot);
  }
}

/** Marks the slots into which a patch has inserted something. */
function touchFilled({ operations }) {
  if (layouts.length === 0) return;
  for (const [name, first, second] of operations) {
    const parent = elements.get(name === "insert" ? first : second);
    if (["insert", "move"].includes(name) && parent && !parent.matches(".arranged")) touch(parent);
  }
}

aroundPatch("layout", touchChanged, (_, patch) => touchFilled(patch));
afterRendering("layout", report);

// A view becomes visible when it is placed for the first time.
onAttributes((element, attributes) => element.matches(".slot.unplaced") && !attributes.class?.includes("unplaced"));

document.addEventListener("load", ({ target }) => {
  touch(target instanceof Element ? target : null);
  report();
}, { capture: true });

document.fonts.addEventListener("loadingdone", () => {
  for (const slot of document.getElementsByClassName("slot")) stale.add(slot);
  report();
});

onConnect(() => {
  for (const layout of layouts) {
    spaces.delete(layout);
    for (const slot of slotsOf(layout)) reported.delete(slot);
  }
  report();
});
