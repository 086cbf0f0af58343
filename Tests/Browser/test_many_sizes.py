"""Pages that have more sizes to report than a connection may send messages at once."""

import re

import pytest

from harness.app import App
from harness.tunnel import Tunnel

# Keeps the states of the connection, and counts reports of elements that are not in the page.
OBSERVE = """
  window.states = [];
  new MutationObserver(() => states.push(document.documentElement.dataset.live))
    .observe(document.documentElement, { attributes: true, attributeFilter: ["data-live"] });
  window.seen = { reports: 0, strays: 0 };
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    for (const { element } of JSON.parse(text).reports ?? []) {
      seen.reports += 1;
      if (!document.querySelector(`[data-id="${element}"]`)) seen.strays += 1;
    }
    return send.call(this, text);
  };
"""


@pytest.fixture
def gallery_with(executable, tmp_path):
    """A function that starts the Gallery with an example that uses the whole window: `gallery_with("manySizes")`."""
    started = []

    def start(example: str) -> App:
        app = App(executable.with_name("Gallery"), tmp_path, environment={"GALLERY": example})
        started.append(app)
        return app.start()

    yield start
    for app in started:
        app.stop()
        print(f"--- Gallery printed:\n{app.log}")


def knows_widths(page, count: int) -> bool:
    """Whether the app knows the present widths of all views."""
    known = re.fullmatch(r"(\d+) widths, from ([\d.]+) to ([\d.]+)", page.text("manysizes.state"))
    widths = page.run("return [...document.querySelectorAll('[data-sized]')].map((each) => each.getBoundingClientRect().width)")
    return (
        int(known[1]) == len(widths) == count
        and float(known[2]) == pytest.approx(min(widths), abs=0.1)
        and float(known[3]) == pytest.approx(max(widths), abs=0.1)
    )


def test_a_page_with_many_sizes_stays_connected_while_its_window_changes(gallery_with, tab):
    app = gallery_with("manySizes")
    page = tab(app)
    page.until(lambda page: knows_widths(page, 1200), "the app knows all widths")
    page.run(OBSERVE)
    size = page.front().get_window_size()
    try:
        # As the user drags the edge of the window.
        for width in range(1000, 500, -20):
            page.front().set_window_size(width, 900)
            page.run_slowly("frame()")
        page.until(lambda page: knows_widths(page, 1200), "the app knows the last widths")
        for width in (600, 700):
            page.front().set_window_size(width, 900)
            page.run_slowly("frame()")
        page.run("identified('manysizes.half').click()")
        page.until(lambda page: knows_widths(page, 600), "the app knows the widths of those that are left")
    finally:
        page.front().set_window_size(size["width"], size["height"])
    page.until(lambda page: knows_widths(page, 600), "the app knows the former widths")
    assert page.run("return seen.reports") >= 1200 + 600
    assert page.run("return seen.strays") == 0
    assert page.run("return states") == []
    assert "was closed" not in app.log


def test_a_page_with_many_sizes_connects_again(gallery_with, tab):
    app = gallery_with("manySizes")
    tunnel = Tunnel(app.port)
    try:
        page = tab(tunnel)
        page.until(lambda page: knows_widths(page, 1200), "the app knows all widths")
        page.run(OBSERVE)
        tunnel.cut()
        page.until(lambda page: page.live == "lost", "the line is lost")
        tunnel.thaw()
        page.until(lambda page: page.live == "open", "the page is connected again")
        page.until(lambda page: page.run("return seen.reports") >= 1200, "everything is reported again")
        page.quiet()
        assert knows_widths(page, 1200)
        states = page.run("return states")
        assert states.count("open") == 1
        assert states[-1] == "open"
        assert not page.was_reloaded
        assert "was closed" not in app.log
    finally:
        tunnel.stop()


def test_a_page_with_many_layouts_stays_connected(gallery_with, tab):
    app = gallery_with("manyLayouts")
    page = tab(app)
    places = "return ['.slot', '.slot.unplaced'].map((of) => document.querySelectorAll(of).length)"
    page.until(lambda page: page.run(places) == [1200, 0], "all views have places")
    page.run(OBSERVE)
    page.quiet()
    assert page.run("return states") == []
    assert page.live == "open"
    assert "was closed" not in app.log
