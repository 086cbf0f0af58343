"""Windows of the app in other tabs: opened with a value or an activity, brought forward, and restored."""

import sqlite3

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.app import App
from harness.browser import chromium
from harness.page import Page, gallery_query
from harness.waiting import eventually
from test_drag_and_drop import LIFT

ITEM = "Open in New Window"


@pytest.fixture(scope="module")
def browser():
    """A browser in which a tab that comes forward covers the others."""
    driver = chromium(has_tabs=True)
    yield driver
    driver.quit()


@pytest.fixture
def windows(gallery, tab):
    """The page with items that open windows."""
    return tab(gallery, gallery_query("windows"))


def find(page, identifier: str):
    return page.settled(page.element(identifier))


def next_tab(page, known: set[str]) -> Page:
    """Returns the page of the tab that has been opened."""
    driver = page.browser
    eventually(lambda: set(driver.window_handles) - known, "a tab opens")
    opened = object.__new__(Page)
    opened.browser, opened.url = driver, page.url
    opened.window = (set(driver.window_handles) - known).pop()
    opened.until(lambda page: page.run("return location.href") != "about:blank", "the tab loads its page")
    opened.until(lambda page: page.live == "open", "the page is connected")
    return opened


def uncover(page) -> None:
    """Shows the tab of a page again, after another one has come forward.

    A browser does not draw a covered tab, so nothing in it settles. The driver shows a tab only when it is told to.
    """
    page.until(lambda page: page.run("return document.hidden"), "the other tab comes forward")
    page.browser.switch_to.window(page.window)


def menu(page) -> list[str]:
    """The items of the open context menu."""
    return page.run("return [...document.querySelectorAll('.context-menu[open] button')].map((each) => each.innerText.trim())")


def choose(page, identifier: str, item: str = ITEM) -> None:
    """Chooses an item of the context menu of an element, with the mouse."""
    ActionChains(page.front()).context_click(find(page, identifier)).perform()
    page.until(lambda page: item in menu(page), f"the menu offers {item}")
    page.front().find_element("xpath", f"//*[contains(@class, 'context-menu')]//button[contains(., '{item}')]").click()


def test_the_menu_of_a_value_opens_its_window(windows):
    known = set(windows.front().window_handles)
    choose(windows, "window.place")
    opened = next_tab(windows, known)
    opened.until(lambda page: page.text("place.name") == "Zion", "the window presents the value")
    assert opened.front().title == "Place"
    assert menu(windows) == []


def test_the_menu_of_an_activity_opens_the_window_that_continues_it(windows):
    known = set(windows.front().window_handles)
    choose(windows, "window.trail")
    opened = next_tab(windows, known)
    opened.until(lambda page: page.text("trail.name") == "Angels Landing", "the window continues the activity")
    assert opened.text("trail.visits") == "Visits: 1"
    # The activity is not in the URL, and a reload continues it no second time.
    opened.until(lambda page: "open=" not in page.run("return location.search"), "the URL names the scene only")
    opened.front().refresh()
    opened.until(lambda page: page.live == "open", "the page is connected")
    opened.until(lambda page: page.text("trail.name") == "Angels Landing", "the window is restored")
    assert opened.text("trail.visits") == "Visits: 0"


def test_the_menu_is_used_by_the_keyboard(windows):
    known = set(windows.front().window_handles)
    find(windows, "window.trail")
    # The Menu key and Shift+F10 cause this event at the element that has the focus.
    windows.run(
        """
        const element = identified("window.trail").closest("[data-drag-window]");
        element.focus();
        const { x, y } = element.getBoundingClientRect();
        document.activeElement.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: x, clientY: y }));
        """
    )
    windows.until(lambda page: page.run("return document.activeElement.innerText?.trim()") == ITEM, "the item has the focus")
    windows.front().switch_to.active_element.send_keys(Keys.ENTER)
    opened = next_tab(windows, known)
    opened.until(lambda page: page.text("trail.name") == "Angels Landing", "the window continues the activity")


def test_the_menu_of_the_app_offers_a_window_too(windows):
    known = set(windows.front().window_handles)
    ActionChains(windows.front()).context_click(find(windows, "window.menu")).perform()
    windows.until(lambda page: menu(page) == ["Copy the name", ITEM], "the menu has both items")
    find(windows, "window.copy").click()
    windows.until(lambda page: page.text("window.copied") == "Copied: The Narrows", "the app's item works")
    choose(windows, "window.menu")
    opened = next_tab(windows, known)
    opened.until(lambda page: page.text("trail.name") == "The Narrows", "the window continues the activity")


def test_an_open_window_that_prefers_the_activity_continues_it(windows):
    known = set(windows.front().window_handles)
    choose(windows, "window.trail")
    opened = next_tab(windows, known)
    opened.until(lambda page: page.text("trail.visits") == "Visits: 1", "the window continues the activity")
    choose(windows, "window.trail")
    opened.until(lambda page: page.text("trail.visits") == "Visits: 2", "the same window continues it again")
    assert len(windows.front().window_handles) == len(known) + 1
    choose(windows, "window.menu")
    other = next_tab(windows, known | {opened.window})
    other.until(lambda page: page.text("trail.name") == "The Narrows", "another trail opens another window")


def test_an_item_that_is_dropped_at_the_edge_opens_a_window(windows):
    known = set(windows.front().window_handles)
    source = find(windows, "window.trail")
    assert windows.run("return document.querySelector('.window-zone')") is None
    # The zone is at the trailing edge.
    to_edge = windows.run("const { right } = arguments[0].getBoundingClientRect(); return Math.floor(innerWidth - right)", source)
    half = windows.run("return Math.floor(arguments[0].getBoundingClientRect().width / 2)", source)
    # The server answers that a window can show the item.
    windows.run(LIFT, source)
    windows.quiet()
    # One chain, because the driver's drag ends with it.
    actions = ActionChains(windows.front()).move_to_element(source).click_and_hold().move_by_offset(5, 5).pause(0.5)
    actions.move_by_offset(half + to_edge - 30, 0).pause(0.2).move_by_offset(2, 2).pause(0.2).release().perform()
    # A browser may block the tab, because a drop is no click. Then the page shows a link.
    eventually(
        lambda: set(windows.browser.window_handles) - known or windows.run("return document.querySelector('.blocked-window')"),
        "a window is opened or offered")
    if not set(windows.browser.window_handles) - known:
        windows.front().find_element("css selector", ".blocked-window").click()
    opened = next_tab(windows, known)
    opened.until(lambda page: page.text("trail.name") == "Angels Landing", "the window continues the activity")
    assert windows.run("return document.querySelector('.window-zone')") is None


def test_an_item_without_a_window_has_neither_menu_nor_zone(gallery, tab):
    page = tab(gallery, gallery_query("dragging"))
    ActionChains(page.front()).context_click(find(page, "drag.provider")).perform()
    ActionChains(page.front()).move_to_element(find(page, "drag.provider")).click_and_hold().perform()
    page.until(lambda page: page.run("return document.querySelector('.drag-preview')"), "the server has answered")
    assert menu(page) == []
    assert page.run("return document.querySelector('.window-zone')") is None
    ActionChains(page.front()).release().perform()


def test_a_forged_opening_shows_an_empty_window(gallery, tab):
    page = tab(gallery, "/?scene=trail&open=" + "0" * 32)
    page.until(lambda page: page.text("trail.name") == "No trail", "the window has no activity")
    page.until(lambda page: "open=" not in page.run("return location.search"), "the URL names the scene only")


def test_an_equal_value_brings_its_tab_forward(windows):
    known = set(windows.front().window_handles)
    find(windows, "window.note").click()
    opened = next_tab(windows, known)
    opened.run("window.neverReloaded = true")
    find(windows, "window.note").click()
    uncover(windows)
    # Also after a reload, by which the page has lost what it knew of the tab.
    windows.front().refresh()
    windows.until(lambda page: page.live == "open", "the page is connected")
    find(windows, "window.note").click()
    uncover(windows)
    choose(windows, "window.place")
    place = next_tab(windows, known | {opened.window})
    place.until(lambda page: page.text("place.name") == "Zion", "messages are handled in order")
    assert len(windows.front().window_handles) == len(known) + 2
    assert not opened.was_reloaded


def test_a_tab_with_another_value_by_now_is_not_brought_forward(windows):
    known = set(windows.front().window_handles)
    find(windows, "window.note").click()
    first = next_tab(windows, known)
    find(first, "note.next").click()
    first.until(lambda page: page.text("note.number") == "Note 8", "the window presents the next value")
    first.until(lambda page: page.run("return window.name") == "strata note 8", "the tab is named after it")
    find(windows, "window.note").click()
    second = next_tab(windows, known | {first.window})
    second.until(lambda page: page.text("note.number") == "Note 7", "another window presents the value")
    assert first.text("note.number") == "Note 8"


def test_an_opened_window_has_a_scene_of_its_own(windows):
    """A tab starts with a copy of the sessionStorage of the tab that opens it."""
    known = set(windows.front().window_handles)
    windows.run("sessionStorage.setItem('probe', 'copied')")
    find(windows, "window.note").click()
    opened = next_tab(windows, known)
    assert opened.run("return sessionStorage.getItem('probe')") is None
    assert windows.run("return sessionStorage.getItem('probe')") == "copied"


def test_the_value_of_a_window_is_restored(executable, tmp_path, tab):
    """The value that the app has set, and not that of the URL."""
    app = App(executable.with_name("Gallery"), tmp_path).start()
    try:
        page = tab(app, "/?scene=note&value=7")
        find(page, "note.next").click()
        page.until(lambda page: page.text("note.number") == "Note 8", "the window presents the next value")

        def presented() -> list:
            if not app.scenes.exists():
                return []
            with sqlite3.connect(app.scenes, timeout=300) as store:
                if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'ZSCENE'").fetchone():
                    return []
                return store.execute("SELECT ZPRESENTED FROM ZSCENE").fetchall()

        eventually(lambda: ("8",) in presented(), "the value is saved")
        page.front().refresh()
        page.until(lambda page: page.live == "open" and page.text("note.number") == "Note 8", "a reload restores it")
        page.run("window.neverReloaded = true")
        app.kill()
        app.start()
        page.until(lambda page: page.was_reloaded and page.live == "open", "the page was loaded again")
        page.until(lambda page: page.text("note.number") == "Note 8", "another process restores it")
    finally:
        app.stop()
