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
  const deadline = performance.now() + 300_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`after five minutes still not so: ${what}`);
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

const frame = () => new Promise((resume) => requestAnimationFrame(resume));

/** Returns the animations that run and end by themselves. */
const passing = () => document.getAnimations().filter(({ effect, playState, timeline }) =>
  playState === "running" && timeline instanceof DocumentTimeline && effect.getComputedTiming().endTime !== Infinity);

/** Waits until no animation runs that ends by itself. */
async function standStill() {
  // What has been started must have begun.
  await frame();
  await frame();
  while (passing().length > 0) await frame();
}

/**
 * Waits until the server has answered everything that the page has reported, and what the answers have caused it to report.
 *
 * The server answers in order, but only if something changes. So the page searches for activities, which always has an answer.
 * It ignores that answer, because it has not counted the search.
 */
async function quiet() {
  const entry = document.querySelector("script[type=module]");
  // An open search would lose the answer to its own question.
  if (!entry || document.querySelector("[data-identifier='page.searchDialog']")) return;
  const { send } = await import(new URL("core/connection.js", entry.src));
  const { elements } = await import(new URL("core/elements.js", entry.src));
  let isBusy = false;
  let line = null;
  const note = () => (isBusy = true);
  const sendText = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    line = this;
    note();
    return sendText.call(this, text);
  };
  document.addEventListener("scroll", note, true);
  const ask = () => new Promise((resume) => {
    const wasBusy = isBusy;
    window.questions = (window.questions ?? 0) - 1;
    const answer = `["foundActivities",${window.questions},`;
    if (!send(elements.get(0), "findActivities", { text: "", search: window.questions })) return resume();
    isBusy = wasBusy;
    line.addEventListener("message", ({ data }) => data.includes(answer) && resume());
    line.addEventListener("close", resume);
  });
  // A page that always moves something is never quiet.
  for (let round = 0; round < 100; round += 1) {
    isBusy = false;
    await frame();
    await frame();
    await ask();
    await frame();
    await frame();
    if (!isBusy) break;
  }
  WebSocket.prototype.send = sendText;
  document.removeEventListener("scroll", note, true);
}
