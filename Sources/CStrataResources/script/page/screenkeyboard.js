// The keyboard on the screen of a phone. Most browsers make the page smaller, as its viewport asks
// for ("interactive-widget"). Where the keyboard covers the page instead, `--keyboard` is the height
// of the keyboard, and the style sheets keep the window and its sheets above it.

/** The minimum height of a keyboard, in CSS pixels: bars of the browser are lower. */
const least = 100;

/** Makes room for the keyboard. */
function follow() {
  // A page that the user has enlarged is not covered.
  const covered = visualViewport.scale > 1.01 ? 0 : innerHeight - visualViewport.height;
  const height = `${covered < least ? 0 : Math.round(covered)}px`;
  const { style } = document.documentElement;
  if ((style.getPropertyValue("--keyboard") || "0px") === height) return;
  style.setProperty("--keyboard", height);
  // The browser has moved the page up to show the field, which is above the keyboard now.
  scrollTo(0, 0);
  document.activeElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

visualViewport.addEventListener("resize", follow);
