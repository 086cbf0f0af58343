// `minimumScaleFactor`: texts whose font shrinks until they fit (data-minimum-scale).

/** Whether a text is cut off by its box. */
const overflows = (text) => text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1;

/** Sets the largest scale at which a text fits, by bisection, but not less than its minimum. */
function fit(text) {
  text.style.removeProperty("zoom");
  if (!overflows(text)) return;
  const smallest = Number(text.dataset.minimumScale);
  let [low, high] = [smallest, 1];
  for (let step = 0; step < 5; step += 1) {
    const middle = (low + high) / 2;
    text.style.zoom = middle;
    if (overflows(text)) high = middle;
    else low = middle;
  }
  text.style.zoom = low;
}

export function fitTexts() {
  document.querySelectorAll("[data-minimum-scale]").forEach(fit);
}

addEventListener("resize", fitTexts);
fitTexts();
