"""axe-core finds no violations in light and dark appearance, in narrow and wide windows."""

import pytest

from harness.axe import violations


@pytest.fixture(params=["light", "dark"])
def appearance(request, browser):
    def emulate(value):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": value}]})

    yield lambda: emulate(request.param)
    emulate("")


@pytest.fixture(params=[375, 1100])
def width(request, browser):
    browser.set_window_size(request.param, 900)
    yield request.param
    browser.set_window_size(1100, 900)


def test_the_list_of_earthquakes(feeds, earthquakes, tab, appearance, width):
    page = tab(earthquakes(feeds.day)).filled(160)
    appearance()
    assert violations(page) == []


def test_the_gallery(gallery, tab, appearance, width):
    page = tab(gallery)
    appearance()
    assert violations(page) == []


def test_notes(notes, tab, appearance):
    page = tab(notes)
    appearance()
    assert violations(page) == []
