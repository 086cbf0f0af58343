"""The pages of the Gallery at the widths of a phone and of a tablet, in a browser."""

import pytest

from harness.page import gallery_pages, gallery_query

# The controls that the edges of the window cut off. Those that are in something that scrolls sideways can be scrolled to.
CUT_OFF = """
  return [...document.querySelectorAll("main :is(.button, .field, .choice, .toggle, .slider, select)")].filter((e) => {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.closest(".along-x, .delete, .swipe-actions, .row, .split .split")) return false;
    const box = e.getBoundingClientRect();
    return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
  }).map((e) => (e.dataset.identifier ?? e.className) + ": " + e.innerText.slice(0, 40));
"""

# The neighbors in a grid that cover each other.
OVERLAPS = """
  const touches = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = [];
  for (const grid of document.querySelectorAll("main .lazy-grid")) {
    const all = [...grid.querySelectorAll(".button, .image.symbol")].filter((e) => e.checkVisibility() && !e.closest("[popover]"));
    for (const [index, a] of all.entries()) for (const b of all.slice(index + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      if (touches(a.getBoundingClientRect(), b.getBoundingClientRect())) found.push(`${a.innerText || a.ariaLabel}, ${b.innerText || b.ariaLabel}`);
    }
  }
  return found;
"""


# A page is opened once for all widths in which it has the same size class.
@pytest.mark.parametrize("widths", [(375,), (600, 820, 1440)], ids=["narrow", "wide"])
def test_no_control_is_cut_off_and_none_covers_another(widths, gallery, tab):
    page = tab(gallery)
    front = page.front()

    def resize(width: int) -> None:
        front.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        page.until(lambda page: page.run("return innerWidth") == width, f"the window is {width} pixels wide")

    try:
        for name in gallery_pages():
            resize(widths[0])
            page.open(gallery_query(name))
            for width in widths:
                resize(width)
                # The size class arrives after the page has connected, and the page reports its sizes when they change.
                page.quiet()
                page.until(lambda page: page.run(CUT_OFF) == [], f"every control on {name} is inside {width} pixels")
                page.until(lambda page: page.run(OVERLAPS) == [], f"no control on {name} covers another at {width} pixels")
    finally:
        front.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
