// Functions for the scripts that measure: bench.py puts this file before each of them.

/** Returns a promise of the time of the next frame. */
const frame = () => new Promise(requestAnimationFrame);

/** Computes for a number of milliseconds in the callback of a frame. */
const busyFrame = (duration) => new Promise((resolve) => requestAnimationFrame(() => {
  const end = performance.now() + duration;
  while (performance.now() < end);
  resolve();
}));

/** Returns the center of an element on the screen. */
function center(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Counts the frames of the page from now on, in `window.countedFrames`. */
function countFrames() {
  if (window.countedFrames !== undefined) return;
  window.countedFrames = 0;
  const step = () => {
    window.countedFrames += 1;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Ends what is animated, and waits until the scripts of the page have seen it. */
async function endAnimations() {
  // An animation without an end cannot be finished.
  for (const each of document.getAnimations()) if (each.effect.getComputedTiming().endTime !== Infinity) each.finish();
  for (let count = 0; count < 10; count += 1) await frame();
}

/**
 * Calls a function that animates elements, at once or later. Returns the number of animations, and
 * the times of the frames from the first one after they began until all have ended.
 */
async function framesOf(begin) {
  const { animate } = Element.prototype;
  const begun = [];
  Element.prototype.animate = function (...parameters) {
    const animation = animate.apply(this, parameters);
    begun.push(animation);
    return animation;
  };
  // Chromium does not count what a debugger calls as script, but it counts timers.
  setTimeout(begin);
  while (begun.length === 0) await frame();
  let isOver = false;
  Promise.allSettled(begun.map(({ finished }) => finished)).then(() => (isOver = true));
  const times = [];
  while (!isOver) times.push(await frame());
  Element.prototype.animate = animate;
  return { count: begun.length, times };
}

// The hand-written peers

/** Fills the empty page with a thousand elements that a source moves, as `FollowersExample`. */
function buildFollowers() {
  document.body.replaceChildren();
  document.body.style.cssText = "margin: 16px; font: 16px sans-serif";
  const dot = (parent, side, size, color) => {
    const [slot, view] = [document.createElement("div"), document.createElement("div")];
    slot.style.cssText = `display: inline-flex; width: ${side}px; height: ${side}px; margin: 0 4px 4px 0`;
    view.style.cssText = `flex: none; width: ${size}px; height: ${size}px; border-radius: 50%; background: ${color}`;
    if (size !== side) view.style.margin = `0 ${-size}px ${-size}px 0`;
    slot.append(view);
    parent.append(slot);
    return { slot, view };
  };
  const source = dot(document.body, 40, 40, "orange").slot;
  const followers = [];
  for (let line = 0; line < 25; line += 1) {
    const row = document.createElement("div");
    row.style.cssText = "display: flex; height: 20px";
    document.body.append(row);
    for (let column = 0; column < 40; column += 1) followers.push(dot(row, 12, 40, "teal"));
  }
  window.peer = { source, followers };
}

/** Moves the source to the other end in ten seconds, and the followers with it in each frame. */
function moveFollowers() {
  const { source, followers } = window.peer;
  // The slots do not move, so they are read once.
  const slots = followers.map(({ slot }) => slot.getBoundingClientRect());
  const way = innerWidth - 72;
  const animation = source.animate({ translate: ["0 0", `${way}px 0`] }, { duration: 10_000 });
  const step = () => {
    const { left, top } = source.getBoundingClientRect();
    followers.forEach(({ view }, index) => {
      view.style.translate = `${left - slots[index].left}px ${top - slots[index].top}px`;
    });
    if (animation.playState === "running") requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Fills the empty page with ten columns of fifty rows, as `MovingRowsExample`. */
function buildRows() {
  document.body.replaceChildren();
  document.body.style.cssText = "margin: 40px 16px; display: flex; gap: 8px; font: 12px sans-serif";
  for (let column = 0; column < 10; column += 1) {
    const box = document.createElement("div");
    for (let row = 0; row < 50; row += 1) {
      const element = document.createElement("div");
      element.style.cssText = "display: flex; align-items: center; justify-content: center; width: 80px; height: 15px";
      element.textContent = `Row ${50 * column + row}`;
      element.className = "row";
      box.append(element);
    }
    document.body.append(box);
  }
}

/** Reverses the rows of each column, and moves them from their previous positions in two seconds. */
function reverseRows() {
  const rows = [...document.querySelectorAll(".row")];
  const former = rows.map((row) => row.getBoundingClientRect());
  for (const column of document.body.children) column.append(...[...column.children].reverse());
  const now = rows.map((row) => row.getBoundingClientRect());
  rows.forEach((row, index) => {
    const [x, y] = [former[index].left - now[index].left, former[index].top - now[index].top];
    row.animate({ translate: [`${x}px ${y}px`, "0 0"] }, { duration: 2000 });
  });
}
