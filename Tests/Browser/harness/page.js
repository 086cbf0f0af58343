// Functions for the scripts that tests run in the page: page.py puts this file before each of them.

const identified = (name, root = document) => root.querySelector(`[data-identifier="${name}"]`);

/** Returns whether the filter has the focus, its text, and the position of its caret. */
const filterState = () => {
  const field = document.querySelector("input[type=search]");
  return [document.activeElement === field, field.value, field.selectionStart];
};

/** Returns the element that scrolls: the list or one inside it. */
function scroller() {
  const list = identified("list");
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
  return [list, ...list.querySelectorAll("*")].find(scrolls) ?? list;
}

/**
 * Returns the rows that are in the document now, from top to bottom.
 *
 * A row's `key` is its visible content, with a number to distinguish rows that look the same. So it is the same when the row
 * leaves the document and comes back.
 */
function rows() {
  const alike = new Map();
  return rowElements().map((row) => {
    const time = row.querySelector("time");
    const magnitude = identified("magnitude", row)?.textContent.trim();
    const place = identified("place", row)?.textContent;
    const look = `${time?.dateTime} ${magnitude} ${place}`;
    alike.set(look, (alike.get(look) ?? 0) + 1);
    return {
      key: `${look} ${alike.get(look)}`,
      magnitude,
      place,
      datetime: time?.dateTime,
      ago: time?.textContent.trim(),
      // innerText has line breaks between the parts of the header, as on the screen.
      header: row.closest("section")?.querySelector(".header")?.innerText,
    };
  });
}

const rowElements = () => [...identified("list").querySelectorAll(".row")];

const rowElement = (key) => rowElements()[rows().findIndex((row) => row.key === key)];

/** Returns whether no gap is in the visible part of the list. */
function isSettled(box) {
  const view = box.getBoundingClientRect();
  return [...box.querySelectorAll("[data-spacer]")].every((spacer) => {
    const place = spacer.getBoundingClientRect();
    return place.height === 0 || place.bottom <= view.top + 1 || place.top >= view.bottom - 1;
  });
}

async function until(condition, what) {
  const deadline = performance.now() + 10000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`after 10 seconds still not so: ${what}`);
    await new Promise((resume) => setTimeout(resume, 5));
  }
}

/** Scrolls to a position and waits until rows fill the view. Returns the milliseconds that this took. */
async function scrollTo(top) {
  const box = scroller();
  const start = performance.now();
  box.scrollTop = top;
  // The page observes the scrolling in the next frame.
  await new Promise((resume) => setTimeout(resume, 20));
  await until(() => isSettled(box), `rows fill the list at ${top}`);
  return performance.now() - start;
}

/** Reads the whole list by scrolling through it. `most` is the largest number of rows that were in the document. */
async function collect() {
  const box = scroller();
  const seen = new Map();
  let most = 0;
  await scrollTo(0);
  for (;;) {
    const present = rows();
    most = Math.max(most, present.length);
    for (const row of present) if (!seen.has(row.key)) seen.set(row.key, row);
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) break;
    await scrollTo(box.scrollTop + box.clientHeight * 0.9);
  }
  return { rows: [...seen.values()], most };
}
