"""Scenes that are restored: after a reload, a crash, an end of the server, in a duplicated tab."""

import contextlib
import os
import signal
import sqlite3
import urllib.error
import urllib.request

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from harness.app import App
from harness.page import Page, gallery_query
from harness.tunnel import Tunnel
from harness.waiting import eventually
from test_navigation import click, shows, title


class Scene:
    """The example whose window is restored."""

    def __init__(self, app: App, tab):
        self.app = app
        self.tab = tab

    def open(self) -> Page:
        return self.tab(self.app)


@pytest.fixture
def scene(executable, tmp_path, tab):
    """The example, running with a store of scenes of its own."""
    app = App(executable.with_name("Gallery"), tmp_path, environment={"GALLERY": "scene"})
    yield Scene(app.start(), tab)
    app.stop()
    print(f"--- Gallery printed:\n{app.log}")


def name_of(page) -> str | None:
    return page.run("return sessionStorage.getItem(`strata scene ${location.pathname}?`)")


def connected(page) -> None:
    page.until(lambda page: page.live == "open", "the page is connected")


def reload(page) -> None:
    page.front().refresh()
    connected(page)


def field_value(page, identifier: str) -> str | None:
    return page.run("return document.querySelector(`[data-identifier='${arguments[0]}']`)?.value", identifier)


def focused(page) -> str | None:
    return page.run("return document.activeElement.dataset.identifier")


def fill_sheet(page) -> None:
    """Opens the sheet, and types half of what one would type."""
    click(page, "scene.edit")
    shows(page, "scene.title")
    page.element("scene.notes").send_keys("first line", Keys.ENTER, "second")
    page.element("scene.title").send_keys("Half a tit")
    page.until(lambda page: "10 letters" in (page.text("scene.state") or ""), "the server has the text")
    # Between two letters.
    page.element("scene.title").send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    page.until(lambda page: ",8,8]" in page.run("return JSON.stringify({ ...sessionStorage })"), "the tab keeps the selected range")


def shows_sheet(page) -> None:
    page.until(lambda page: field_value(page, "scene.title") == "Half a tit", "the title is as it was typed")
    assert field_value(page, "scene.notes") == "first line\nsecond"
    page.until(lambda page: focused(page) == "scene.title", "the title has the focus")
    assert page.run("return document.activeElement.selectionStart") == 8
    page.until(lambda page: "10 letters, rated 3, editing the title" in page.text("scene.state"), "the app knows the focus")


def leave_trails(page) -> None:
    """Selects a row far down in the long list."""
    click(page, "scene.trails")
    shows(page, "scene.selected")
    page.run("identified('scene.list').scrollTop = 20000")
    page.until(lambda page: top_row(page) > 200, "the rows there are shown")
    row = top_row(page) + 3
    page.element(f"scene.trail.{row}").click()
    page.until(lambda page: page.text("scene.selected") == f"Selected: trail {row}", "the row is selected")
    # The tab keeps the position a moment after the last scrolling.
    page.until(lambda page: page.run("return Object.entries(sessionStorage).some(([key, value]) => key.includes('places') && value.includes('scrolls\":[['))"), "the position is kept")
    page.quiet()


def top_row(page) -> int:
    """The number of the first row at the top of the list."""
    return page.run(
        """
        const list = identified("scene.list");
        const { top } = list.getBoundingClientRect();
        const row = [...list.querySelectorAll(".row")].find((row) => row.getBoundingClientRect().bottom > top + 1);
        return row ? Number(row.textContent.match(/\\d+/)[0]) : -1;
        """
    )


def saved(app: App, name: str, key: str, value: str) -> bool:
    """Whether the store has a value of a scene."""
    if not app.scenes.exists():
        return False
    with sqlite3.connect(app.scenes, timeout=300) as store:
        # The file has its tables a moment after it was created.
        if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'ZSCENE'").fetchone():
            return False
        rows = store.execute("SELECT ZVALUES FROM ZSCENE WHERE ZNAME = ?", [name]).fetchall()
    return bool(rows) and key.encode() in rows[0][0] and value.encode() in rows[0][0]


@pytest.fixture(params=["reload", "kill", "terminate"])
def interrupt(request, scene):
    """A function that interrupts the page: it reloads, or the server ends and is started again."""

    def run(page):
        page.run("window.before = true")
        if request.param == "reload":
            return reload(page)
        if request.param == "kill":
            scene.app.kill()
        else:
            scene.app.process.send_signal(signal.SIGTERM)
            scene.app.process.wait()
        scene.app.start()
        page.until(lambda page: page.run("return window.before") is None and page.live == "open", "the page was loaded again")

    return run


def test_the_sheet_with_half_typed_fields(scene, interrupt):
    page = scene.open()
    fill_sheet(page)
    interrupt(page)
    shows_sheet(page)
    click(page, "scene.done")
    page.until(lambda page: page.front().find_elements(By.CSS_SELECTOR, "dialog") == [], "the sheet is closed")
    reload(page)
    assert page.front().find_elements(By.CSS_SELECTOR, "dialog") == []


def test_the_tab_the_selection_and_the_scroll_position(scene, interrupt):
    page = scene.open()
    leave_trails(page)
    row, selected = top_row(page), page.text("scene.selected")
    eventually(lambda: saved(scene.app, name_of(page), "SceneExample.trail", ""), "the selection is saved")
    interrupt(page)
    page.until(lambda page: page.text("scene.selected") == selected, "the row is selected")
    page.until(lambda page: top_row(page) == row, "the same row is at the top")
    assert page.run("return document.querySelector('.tab[aria-selected=true]').innerText.trim()") == "Trails"


def test_the_navigation_path_the_title_and_the_position_in_a_page(scene, interrupt):
    page = scene.open()
    click(page, "scene.park.2")
    page.until(lambda page: title(page) == "Zion", "the park's page shows")
    page.run("identified('scene.scroll').scrollTop = 1234")
    page.until(lambda page: page.run("return Object.entries(sessionStorage).some(([key, value]) => key.includes('places') && value.includes('1234'))"), "the position is kept")
    interrupt(page)
    page.until(lambda page: title(page) == "Zion", "the park's page shows again")
    page.until(lambda page: page.run("return identified('scene.scroll').scrollTop") == 1234, "the position is restored")
    assert "path=Park:" in page.run("return location.search")
    page.front().back()
    page.until(lambda page: title(page) == "Parks", "Back leads to the first page")
    assert not page.run("return location.search")


def test_the_address_wins_over_the_stored_path(scene):
    page = scene.open()
    click(page, "scene.park.2")
    page.until(lambda page: title(page) == "Zion", "the park's page shows")
    name = name_of(page)
    eventually(lambda: saved(scene.app, name, "path", "Zion"), "the path is saved")
    scene.app.kill()
    page.until(lambda page: page.live == "lost", "the page has lost the server")
    page.front().back()
    scene.app.start()
    page.until(lambda page: page.was_reloaded and page.live == "open", "the page was loaded again")
    page.until(lambda page: title(page) == "Parks", "the page is that of the address")
    # The app restores its path when the view appears, a moment after the page is shown.
    eventually(lambda: not saved(scene.app, name, "path", "Zion"), "the stored path is that of the address")
    assert title(page) == "Parks"
    page.front().forward()
    page.until(lambda page: title(page) == "Zion", "Forward leads to the park")


def test_text_that_the_server_never_got(scene):
    page = scene.open()
    fill_sheet(page)
    eventually(lambda: saved(scene.app, name_of(page), "title", "Half a tit"), "the sheet is saved")
    scene.app.kill()
    page.until(lambda page: page.live == "lost", "the page has lost the server")
    page.element("scene.title").send_keys(Keys.END, "le")
    scene.app.start()
    page.until(lambda page: page.live == "open", "the page is connected")
    page.until(lambda page: field_value(page, "scene.title") == "Half a title", "the text is there")
    page.until(lambda page: "12 letters" in page.text("scene.state"), "the server has it, too")
    eventually(lambda: saved(scene.app, name_of(page), "title", "Half a title"), "it is saved")


def test_text_of_the_last_moment_before_a_kill(scene):
    """The server has processed the text, but not saved it."""
    page = scene.open()
    fill_sheet(page)
    eventually(lambda: saved(scene.app, name_of(page), "title", "Half a tit"), "the sheet is saved")
    for round in range(3):
        page.element("scene.title").send_keys(Keys.END, "x")
        letters = 11 + round
        page.until(lambda page: f"{letters} letters" in page.text("scene.state"), "the server has the letter")
        scene.app.kill()
        page.until(lambda page: page.live == "lost", "the page has lost the server")
        scene.app.start()
        page.until(lambda page: f"{letters} letters" in (page.text("scene.state") or "") and page.live == "open", "the letter is there")


def test_a_page_that_is_left_and_returned_to(scene):
    page = scene.open()
    fill_sheet(page)
    page.front().get("about:blank")
    page.front().back()
    connected(page)
    shows_sheet(page)


def test_a_tab_that_the_browser_restores(scene, browser):
    """A browser that crashed opens its tabs again with their sessionStorage."""
    page = scene.open()
    fill_sheet(page)
    storage = page.run("return JSON.stringify({ ...sessionStorage })")
    first = [window for window in browser.window_handles if window != page.window][0]
    page.front().close()
    browser.switch_to.window(first)
    browser.switch_to.new_window("tab")
    page.window = browser.current_window_handle
    browser.get(scene.app.url + "/?scene=another")
    browser.execute_script(
        "for (const [key, value] of Object.entries(JSON.parse(arguments[0]))) sessionStorage.setItem(key, value)", storage)
    browser.get(scene.app.url)
    connected(page)
    page.until(lambda page: field_value(page, "scene.title") == "Half a tit", "the sheet is there")
    assert field_value(page, "scene.notes") == "first line\nsecond"


def test_two_tabs_share_nothing(scene):
    first, second = scene.open(), scene.open()
    fill_sheet(first)
    assert second.front().find_elements(By.CSS_SELECTOR, "dialog") == []
    assert name_of(second) is None
    fill_sheet(second)
    assert name_of(first) != name_of(second)
    first.element("scene.title").send_keys("!")
    first.until(lambda page: "11 letters" in page.text("scene.state"), "the server has the text")
    assert field_value(second, "scene.title") == "Half a tit"


def duplicate(page, browser) -> Page:
    """Duplicates a tab: `window.open` copies the sessionStorage of its opener, as "Duplicate" does."""
    known = set(browser.window_handles)
    page.run("window.open(location.href)")
    eventually(lambda: set(browser.window_handles) - known, "the tab is open")
    copy = object.__new__(Page)
    copy.browser, copy.url = browser, page.url
    copy.window = (set(browser.window_handles) - known).pop()
    connected(copy)
    return copy


def test_a_duplicated_tab_is_a_copy_and_then_apart(scene, browser):
    page = scene.open()
    fill_sheet(page)
    copy = duplicate(page, browser)
    copy.until(lambda copy: field_value(copy, "scene.title") == "Half a tit", "the copy has the sheet")
    copy.until(lambda copy: name_of(copy) not in (None, name_of(page)), "the copy has a name of its own")
    copy.element("scene.title").send_keys(Keys.END, " of the copy")
    copy.until(lambda copy: "22 letters" in copy.text("scene.state"), "the server has the text")
    assert field_value(page, "scene.title") == "Half a tit"
    reload(copy)
    copy.until(lambda copy: field_value(copy, "scene.title") == "Half a tit of the copy", "the copy is restored")
    reload(page)
    shows_sheet(page)


def test_the_network_is_lost_for_a_while(scene):
    """The driver's own emulation of a lost network leaves a WebSocket open."""
    tunnel = Tunnel(scene.app.port)
    try:
        page = scene.tab(tunnel)
        fill_sheet(page)
        tunnel.cut()
        page.until(lambda page: page.live == "lost", "the page has lost the server")
        page.element("scene.title").send_keys(Keys.END, "le")
        tunnel.thaw()
        page.until(lambda page: page.live == "open", "the page is connected again")
        page.until(lambda page: "12 letters" in page.text("scene.state"), "the server has the text")
        assert not page.was_reloaded
    finally:
        tunnel.stop()


def test_a_tab_that_slept_longer_than_its_window(executable, tmp_path, tab):
    """The server goes on, and closes the window of a sleeping laptop. It restores the scene when the laptop wakes."""
    app = App(executable.with_name("Gallery"), tmp_path, ["--max-windows", "1"], environment={"GALLERY": "scene"}).start()
    tunnel = Tunnel(app.port)

    def has_room() -> bool:
        """Whether the server opens another window: it closes the first one for it, if that has no connection."""
        try:
            with urllib.request.urlopen(app.url) as response:
                return response.status == 200
        except urllib.error.HTTPError as error:
            assert error.code == 503
            return False

    try:
        page = tab(tunnel)
        fill_sheet(page)
        assert not has_room()
        page.run("window.before = true")
        tunnel.cut()
        eventually(has_room, "the server has closed the window")
        assert page.run("return window.before")
        tunnel.thaw()
        page.until(lambda page: page.run("return window.before") is None and page.live == "open", "the page was loaded again")
        shows_sheet(page)
    finally:
        tunnel.stop()
        app.stop()


def test_an_expired_scene_is_forgotten(scene):
    page = scene.open()
    fill_sheet(page)
    name = name_of(page)
    eventually(lambda: saved(scene.app, name, "title", "Half a tit"), "the sheet is saved")
    scene.app.kill()
    with sqlite3.connect(scene.app.scenes, timeout=300) as store:
        store.execute("UPDATE ZSCENE SET ZLASTSEEN = ZLASTSEEN - 31 * 86400")
    page.run("sessionStorage.removeItem(Object.keys(sessionStorage).find((key) => key.startsWith('strata places')))")
    page.run("window.before = true")
    scene.app.start()
    page.until(lambda page: page.run("return window.before") is None and page.live == "open", "the page was loaded again")
    assert page.front().find_elements(By.CSS_SELECTOR, "dialog") == []
    eventually(lambda: "The scene has expired. Refused so far: 1" in scene.app.log, "the log says why")
    click(page, "scene.edit")
    eventually(lambda: name_of(page) not in (None, name) and saved(scene.app, name_of(page), "isEditing", ""), "another scene is saved")
    with sqlite3.connect(scene.app.scenes, timeout=300) as store:
        assert store.execute("SELECT COUNT(*) FROM ZSCENE WHERE ZNAME = ?", [name]).fetchone() == (0,)


def test_a_closed_tab_is_gone_for_good(scene, browser):
    page = scene.open()
    fill_sheet(page)
    name = page.until(name_of, "the tab has a name")
    page.front().close()
    browser.switch_to.window(browser.window_handles[0])
    page = scene.open()
    assert page.front().find_elements(By.CSS_SELECTOR, "dialog") == []
    assert name_of(page) is None
    fill_sheet(page)
    assert name_of(page) not in (None, name)


def test_a_new_version_of_the_app_keeps_what_it_knows(scene):
    """Another view tree: a key has another type, some keys are gone, and one is new."""
    page = scene.open()
    leave_trails(page)
    click(page, "scene.parks")
    fill_sheet(page)
    name = page.until(name_of, "the tab has a name")
    eventually(lambda: saved(scene.app, name, "title", "Half a tit"), "the sheet is saved")

    def replace(version: str):
        page.run("window.before = true")
        scene.app.kill()
        scene.app.environment["GALLERY"] = version
        scene.app.start()
        page.until(lambda page: page.run("return window.before") is None and page.live == "open", "the page was loaded again")

    replace("sceneUpdate")
    page.until(lambda page: field_value(page, "update.title") == "Half a tit", "the field has its text")
    assert page.text("update.state") == "Tab 7, color none"
    click(page, "update.paint")
    page.until(lambda page: page.text("update.state") == "Tab 7, color red", "the new key works")
    eventually(lambda: saved(scene.app, name, "SceneUpdateExample.color", "red"), "the new key is saved")
    # The version before finds the keys that the new one did not know.
    replace("scene")
    page.until(lambda page: field_value(page, "scene.title") == "Half a tit", "the sheet is there")
    assert field_value(page, "scene.notes") == "first line\nsecond"
    click(page, "scene.done")
    page.until(lambda page: page.front().find_elements(By.CSS_SELECTOR, "dialog") == [], "the sheet is closed")
    click(page, "scene.trails")
    page.until(lambda page: (page.text("scene.selected") or "").startswith("Selected: trail"), "the row is selected")


def test_a_name_of_another_scene_is_refused_each_time(scene):
    page = scene.open()
    fill_sheet(page)
    name = page.until(name_of, "the tab has a name")
    eventually(lambda: saved(scene.app, name, "title", "Half a tit"), "the sheet is saved")
    other = scene.tab(scene.app, "/?scene=note&value=7")
    for count in [1, 2]:
        other.run("sessionStorage.setItem(`strata scene ${location.pathname}?scene=note&value=7`, arguments[0])", name)
        reload(other)
        other.until(lambda page: page.text("note.number") == "Note 7", "the window shows its own scene")
        eventually(
            lambda: f"It belongs to another scene or person. Refused so far: {count}" in scene.app.log, "the log says so")
    assert name not in scene.app.log
    assert field_value(page, "scene.title") == "Half a tit"


@pytest.mark.parametrize("name", ["forged", "0" * 32, "../../../etc/passwd"])
def test_a_forged_name_is_refused(scene, name):
    page = scene.open()
    click(page, "scene.edit")
    shows(page, "scene.title")
    page.until(lambda page: name_of(page), "the tab has a name")
    page.run("sessionStorage.setItem(`strata scene ${location.pathname}?`, arguments[0])", name)
    reload(page)
    assert page.front().find_elements(By.CSS_SELECTOR, "dialog") == []
    assert name_of(page) is None
    eventually(lambda: "scene name that was refused" in scene.app.log, "the log says so")
    assert name not in scene.app.log
    click(page, "scene.edit")
    shows(page, "scene.title")


def test_names_are_in_no_log_and_no_address(scene):
    page = scene.open()
    fill_sheet(page)
    name = page.until(name_of, "the tab has a name")
    reload(page)
    assert name not in scene.app.log
    assert name not in page.run("return location.href")
    assert name not in page.run("return performance.getEntriesByType('resource').map((each) => each.name).join()")
    assert name not in page.run("return document.cookie")


@pytest.fixture(params=["cut off", "full", "a folder", "a folder without room", "a file size limit"])
def bad_store(request, executable, tmp_path, tab):
    """The example with a store that cannot be used."""
    program = executable.with_name("Gallery")
    if request.param == "a file size limit":
        # As on a full device, writing fails: a file has 16 KB at most, less than a store needs.
        program = tmp_path / "bin" / "Gallery"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\ntrap '' XFSZ\nulimit -f 32\nexec '{executable.with_name('Gallery')}' \"$@\"\n")
        program.chmod(0o755)
    app = App(program, tmp_path, environment={"GALLERY": "scene"})
    if request.param == "a folder without room":
        # No file can be made in it, not even by root, who runs the tests.
        app.scenes.parent.symlink_to("/sys/kernel")
    else:
        app.scenes.parent.mkdir()
    if request.param == "cut off":
        app.scenes.write_bytes(b"SQLite format 3\0" + bytes(100))
    elif request.param == "a folder":
        app.scenes.mkdir()
    elif request.param == "full":
        # A device that is always full. Nothing is read-only to root, who runs the tests.
        app.scenes.symlink_to("/dev/full")
    yield app.start()
    app.stop()
    print(f"--- Gallery printed:\n{app.log}")


def test_a_bad_store_stops_nothing(bad_store, tab):
    page = tab(bad_store)
    fill_sheet(page)
    eventually(lambda: "Scenes cannot be" in bad_store.log, "the log says so")
    reload(page)
    shows_sheet(page)
    page.element("scene.title").send_keys("!")
    page.until(lambda page: "11 letters" in page.text("scene.state"), "the app works")
    assert bad_store.log.count("Scenes cannot be") == 1


@pytest.mark.parametrize("damage", ["read-only", "truncated"])
def test_a_store_that_was_damaged_stops_nothing(scene, damage):
    """The app starts, says so once, and works. What it can still read, it restores."""
    page = scene.open()
    fill_sheet(page)
    eventually(lambda: saved(scene.app, name_of(page), "title", "Half a tit"), "the sheet is saved")
    page.run("window.before = true")
    scene.app.stop()
    # The last connection that is closed moves the write-ahead log into the file.
    with contextlib.closing(sqlite3.connect(scene.app.scenes, timeout=300)) as store:
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if damage == "read-only":
        # SQLite only reads a file of a later format than it can write. Permissions do not stop root.
        with scene.app.scenes.open("r+b") as file:
            file.seek(18)
            file.write(b"\x03")
    else:
        os.truncate(scene.app.scenes, scene.app.scenes.stat().st_size // 2)
    scene.app.start()
    page.until(lambda page: page.run("return window.before") is None and page.live == "open", "the page was loaded again")
    if page.front().find_elements(By.CSS_SELECTOR, "dialog") == []:
        click(page, "scene.edit")
    shows(page, "scene.title")
    page.element("scene.title").send_keys(Keys.END, "?")
    page.until(lambda page: (field_value(page, "scene.title") or "").endswith("?"), "the field is edited")
    eventually(lambda: "Scenes cannot be" in scene.app.log, "the log says so")
    reload(page)
    page.until(lambda page: (field_value(page, "scene.title") or "").endswith("?"), "a reload restores the sheet")
    assert scene.app.log.count("Scenes cannot be") == 1


def test_an_app_without_scene_storage_makes_no_store(gallery, tab):
    page = tab(gallery, gallery_query("toggles"))
    page.run("document.querySelector('[data-identifier=\"toggle.switch\"]').click()")
    page.until(lambda page: "Wi-Fi is off" in page.text("toggle.state"), "the app works")
    gallery.stop()
    assert not gallery.scenes.exists()
    assert name_of(page) is None
