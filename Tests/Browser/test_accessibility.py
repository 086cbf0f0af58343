"""axe-core finds no violations in light and dark appearance, in narrow and wide windows, whatever is open."""

import itertools
import os

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.axe import RULES_OF_COLORS, RULES_OF_LAYOUT, lasting_violations, violations
from harness.page import gallery_pages, gallery_query
from test_navigation import whole  # noqa: F401


APPEARANCES = ["light", "dark"]


@pytest.fixture
def emulate(browser):
    """A function that gives the page an appearance, and returns its name: `emulate("dark")`."""

    def emulate(value):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": value}]})
        return value

    yield emulate
    emulate("")


@pytest.fixture(params=APPEARANCES)
def appearance(request, emulate):
    """A function that gives the page each of the appearances in turn, for the tests of other apps, and returns its name."""
    return lambda: emulate(request.param)


@pytest.fixture
def examine(emulate):
    """A function that examines what a page shows, in both appearances, and returns the violations: `examine(page)`.

    What has been opened stays open meanwhile. With `shows`, a selector of it, that is checked.
    """

    def examine(page, shows: str | None = None) -> list[str]:
        found = []
        for appearance in APPEARANCES:
            emulate(appearance)
            found += [f"{appearance}: {line}" for line in violations(page, rules(appearance))]
            assert shows is None or page.front().find_elements("css selector", shows), f"{shows} is open, {appearance}"
        emulate("light")
        page.quiet()
        return found

    return examine


@pytest.fixture(params=[375, 1100])
def width(request, browser):
    browser.set_window_size(request.param, 900)
    yield request.param
    browser.set_window_size(1100, 900)


def resize(page, width: int) -> None:
    """Makes the window as wide as a number of pixels, and waits until the page is laid out."""
    page.front().set_window_size(width, 900)
    page.quiet()


CHECKS_ALL = "STRATA_SOAK" in os.environ


def rules(appearance: str, is_first_width: bool = True) -> list[str] | None:
    """The rules to check; None stands for all. Names and roles are the same in both appearances and at all widths of a size class,
    so all rules are checked once for each size class. At other widths, the layout can break rules, and in the dark the colors can.
    `make soak` checks all rules everywhere.
    """
    if CHECKS_ALL or appearance == "light" and is_first_width:
        return None
    if appearance == "light":
        return RULES_OF_LAYOUT
    return RULES_OF_COLORS if is_first_width else []


def test_the_list_of_earthquakes(feeds, earthquakes, tab, examine, width):
    page = tab(earthquakes(feeds.day)).filled(160)
    assert examine(page) == []


# The sidebar is the same beside all pages, except for the row that is selected. It is examined without one, and with the first.
SIDEBAR = ".column.sidebar"


# A page is opened once for both appearances and all widths in which it has the same size class.
@pytest.mark.parametrize("widths", [(375,), (820, 1100, 1440)], ids=["narrow", "wide"])
def test_the_pages_of_the_gallery(gallery, tab, browser, emulate, widths):
    page = tab(gallery)
    found = {}
    first, *others = gallery_pages()
    sidebar = None if CHECKS_ALL else SIDEBAR
    try:
        for name in [None, first, *others]:
            emulate("light")
            resize(page, widths[0])
            page.open(gallery_query(name) if name else "")
            for appearance, width in itertools.product(APPEARANCES, widths):
                checked = rules(appearance, width == widths[0])
                if checked == []:
                    continue
                emulate(appearance)
                resize(page, width)
                left_out = sidebar if name in others else None
                found[name or "the first page", width, appearance] = lasting_violations(page, checked, left_out)
    finally:
        browser.set_window_size(1100, 900)
    assert {key: list for key, list in found.items() if list} == {}


def test_notes(notes, tab, examine):
    page = tab(notes)
    assert examine(page) == []


# What the user opens on a page of the Gallery: the page, the element that is clicked, and a selector of what is then visible.
OPENED = [
    ("sheets", "presentation.sheet", ".sheet"),
    ("sheets", "presentation.item", ".sheet"),
    ("sheets", "presentation.cover", ".cover"),
    ("sheets", "presentation.popover", ".popover"),
    ("sheets", "presentation.alert", ".alert"),
    ("sheets", "presentation.question", ".confirmation"),
    ("sheets", "presentation.actions", ".confirmation"),
    ("bars", "bars.items", ".sheet"),
    ("bars", "bars.colored", ".sheet"),
    ("bars", "bars.hidden", ".sheet"),
    ("bars", "bars.bare", ".sheet"),
    ("bars", "bars.editable", ".sheet"),
    ("bars", "bars.inspected", ".sheet"),
    ("bars", "bars.document", ".sheet"),
    ("menus", "menu.actions", ".menu-items:popover-open"),
    ("menus", "menu.palette", ".menu-items:popover-open"),
    ("menus", "menu.compact", ".menu-items:popover-open"),
    ("menus", "menu.order", ".menu-items:popover-open"),
    ("pickers", "picker.current", ".menu-items:popover-open"),
    ("files", "files.import", ".file-importer"),
    ("form", "form.more", "[data-identifier='form.more'][aria-expanded=true]"),
    ("groups", "group.advanced", "[data-identifier='group.advanced'][aria-expanded=true]"),
]


def settle(page) -> None:
    """Waits for the ends of all animations, during which colors have less contrast."""
    page.stand_still()


def test_what_is_opened_in_the_gallery(gallery, tab, examine, width):
    page = tab(gallery)
    found = {}
    for name, identifier, selector in OPENED:
        page.open(gallery_query(name))
        page.settled(page.element(identifier)).click()
        page.until(lambda page: page.front().find_elements("css selector", selector), f"{identifier} opens")
        settle(page)
        found[identifier] = examine(page, selector)
    assert {name: list for name, list in found.items() if list} == {}


def test_menus_of_the_gallery_that_the_keyboard_opens(gallery, tab, examine):
    page = tab(gallery, gallery_query("menus"))
    found = {}
    page.element("menu.actions").send_keys(Keys.ARROW_DOWN)
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda page: len(page.front().find_elements("css selector", ".menu-items:popover-open")) == 2, "a submenu opens")
    found["submenu"] = examine(page, ".menu-items .menu-items:popover-open")
    page.open(gallery_query("contextmenus"))
    ActionChains(page.front()).context_click(page.element("menu.log")).perform()
    page.until(lambda page: page.front().find_elements("css selector", ".context-menu[open]"), "the context menu opens")
    found["context menu"] = examine(page, ".context-menu[open]")
    page.open(gallery_query("windows"))
    page.front().find_element("css selector", ".command-menu > summary").click()
    found["commands"] = examine(page, ".command-menu[open]")
    page.open(gallery_query("rotors"))
    page.press(Keys.ALT, "r")
    page.until(lambda page: page.front().find_elements("css selector", ".rotors .menu-items:popover-open"), "the rotors open")
    page.press(Keys.ARROW_RIGHT)
    found["rotors"] = examine(page, ".rotors .menu-items .menu-items:popover-open")
    page.open(gallery_query("tables"))
    page.front().find_element("css selector", ".table-menu button").click()
    page.until(lambda page: page.front().find_elements("css selector", ".menu-items:popover-open"), "the menu of columns opens")
    found["columns"] = examine(page, ".menu-items:popover-open")
    assert {name: list for name, list in found.items() if list} == {}


def test_lists_of_the_gallery_that_are_edited_and_expanded(gallery, tab, examine):
    page = tab(gallery, gallery_query("lists"))
    found = {}
    page.front().find_element("xpath", "//button[normalize-space()='Edit']").click()
    page.until(lambda page: page.front().find_elements("css selector", ".list.editing"), "the list is edited")
    settle(page)
    found["editing"] = examine(page)
    page.open(gallery_query("outlines"))

    def closed(page):
        return page.front().find_elements("css selector", ".row[aria-level='1'][aria-expanded=false] button")

    # One after the other: a row that opens moves those below.
    for left in reversed(range(len(closed(page)))):
        closed(page)[0].click()
        page.until(lambda page, left=left: len(closed(page)) == left, "the row is expanded")
        settle(page)
    assert page.front().find_elements("css selector", ".row[aria-level='2']")
    found["expanded"] = examine(page)
    assert {name: list for name, list in found.items() if list} == {}


@pytest.mark.parametrize("example", ["stack", "tabs", "sidebar", "split"])
def test_examples_that_need_the_whole_window(whole, examine, width, example):  # noqa: F811
    page = whole(example)
    found = examine(page)
    links = page.front().find_elements("css selector", ".row .link")
    if links:
        links[0].click()
        page.until(lambda page: page.run("return document.querySelectorAll('.page:not(.covered)').length"), "the page opens")
        settle(page)
        found += examine(page)
    assert found == []


def test_a_search(whole, examine, width):  # noqa: F811
    page = whole("search")
    page.front().find_element("css selector", "input[type=search]").send_keys("a")
    page.until(lambda page: page.run("return document.querySelectorAll('.suggestion').length > 0"), "suggestions show")
    assert examine(page) == []


def test_states_of_earthquakes(feeds, earthquakes, tab, examine, width):
    page = tab(earthquakes(feeds.day)).filled(160)
    found = {}
    page.filter("no such place")
    page.until(lambda page: page.run("return !!document.querySelector('.unavailable')"), "nothing is found")
    found["empty"] = examine(page)
    page.filter("")
    page.until_rows(len, "the rows are back")
    rows = page.rows
    row = page.row_element(rows[0])
    ActionChains(page.front()).context_click(row).perform()
    page.until(lambda page: page.front().find_elements("css selector", ".context-menu[open]"), "the context menu opens")
    found["context menu"] = examine(page, ".context-menu[open]")
    page.press(Keys.ESCAPE)
    page.until(lambda page: not page.front().find_elements("css selector", ".context-menu"), "the menu closes")
    row.click()
    page.until(lambda page: page.text("detail.place"), "the details show")
    settle(page)
    found["selected"] = examine(page)
    if width >= 600:
        ActionChains(page.front()).key_down(Keys.SHIFT).click(page.row_element(rows[3])).key_up(Keys.SHIFT).perform()
        page.until(lambda page: page.run("return !!identified('selected')"), "the selected ones are listed")
        found["several"] = examine(page)
        page.element("delete").click()
        page.until(lambda page: page.front().find_elements("css selector", "dialog[open]"), "the question is asked")
        settle(page)
        found["question"] = examine(page, "dialog[open]")
        page.press(Keys.ESCAPE)
        page.until(lambda page: not page.front().find_elements("css selector", "dialog[open]"), "the question is gone")
        page.front().find_element("xpath", "//*[@data-identifier='layout']//button[normalize-space()='Table']").click()
        page.until(lambda page: page.run("return !!identified('table')"), "the table shows")
        settle(page)
        found["table"] = examine(page)
    assert {name: list for name, list in found.items() if list} == {}


def test_an_action_for_assistive_technology_is_visible_while_it_has_the_focus(gallery, tab):
    page = tab(gallery, gallery_query("accessibility"))

    def rating():
        return page.element("accessibility.rating").get_attribute("aria-description")

    assert rating() == "3 of 5 stars"
    width = "return document.querySelector('.accessibility-elements').getBoundingClientRect().width"
    assert page.run(width) <= 1
    page.run("document.querySelector('.accessibility-elements button').focus()")
    assert page.run(width) > 20
    page.press(Keys.ENTER)
    page.until(lambda page: rating() == "4 of 5 stars", "the first action increments the value")


def test_actions_that_are_wider_than_their_view_begin_at_its_edge(gallery, tab):
    page = tab(gallery, gallery_query("accessibility"))
    left = page.element("accessibility.rating").rect["x"]
    bars = "[...document.querySelectorAll('.accessibility-elements:has(button)')]"
    assert page.run(f"return {bars}.length") == 2
    for number in range(2):
        page.run(f"{bars}[{number}].querySelector('button').focus()")
        box = page.run(f"const {{ x, width }} = {bars}[{number}].getBoundingClientRect(); return [x, width]")
        assert box[0] == pytest.approx(left, abs=1)
        assert box[1] > page.element("accessibility.rating").rect["width"]


def test_a_view_with_the_focus_is_readable(gallery, tab, examine):
    page = tab(gallery, gallery_query("focus"))
    page.run("identified('focus.tile').focus()")
    page.until(lambda page: page.element("focus.tile").text == "With the focus", "the tile has the focus")
    assert examine(page) == []
