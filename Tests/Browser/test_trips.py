"""The app that keeps trips with SwiftData."""

import sqlite3
from contextlib import closing

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from harness.axe import lasting_violations
from harness.waiting import eventually
from test_accessibility import appearance, emulate, settle  # noqa: F401
from test_navigation import click, shows
from test_products import restart
from test_scenes import field_value, reload

SAMPLES = 3000


def store(app):
    return app.log_path.parent / "Trips" / "default.store"


def rows(app, sql: str) -> list[tuple]:
    """Returns what the store's file has, which another process may be writing; nothing before the app has made its tables."""
    try:
        with closing(sqlite3.connect(f"file:{store(app)}?mode=ro", uri=True, timeout=300)) as connection:
            return connection.execute(sql).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error) or "unable to open" in str(error):
            return []
        raise


def stored(app, name: str) -> bool:
    return rows(app, f"SELECT count(*) FROM ZTRIP WHERE ZNAME = '{name}'") == [(1,)]


def names(page) -> list[str]:
    """The names of the trips in the rows that the document has."""
    return page.run("return [...document.querySelectorAll('[data-identifier=\"row.name\"]')].map((each) => each.textContent)")


def text(page) -> str:
    return page.run("return document.body.innerText")


def add(page, name: str, country: str) -> None:
    """Adds a trip, whose form stays open."""
    click(page, "add")
    page.until(lambda page: field_value(page, "form.name") == "New Trip", "the form of the new trip is open")
    replace(page, "form.name", name)
    replace(page, "form.country", country)
    page.until(lambda page: name in names(page) and country in text(page), "the list shows the new trip")


def replace(page, identifier: str, value: str) -> None:
    field = page.element(identifier)
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(value)
    page.until(lambda page: field_value(page, identifier) == value, "the text is typed")


def select(page, name: str) -> None:
    page.front().find_element(By.XPATH, f"//*[@data-identifier='row.name'][normalize-space()='{name}']").click()
    page.until(lambda page: field_value(page, "form.name") == name, f"the form of {name} is open")


def imported(page) -> None:
    """Imports the sample trips, and waits for their number."""
    click(page, "import")
    page.until(lambda page: (page.text("status") or "").startswith("3,000 trips · 42 countries"), "all trips are in")


def test_an_edit_in_one_tab_is_seen_in_the_other(trips, tab):
    first, second = tab(trips), tab(trips)
    assert "No Trips" in text(second)
    add(first, "Weekend in Ghent", "Belgium")
    second.until(lambda page: names(page) == ["Weekend in Ghent"] and "Belgium" in text(page), "the other tab shows the trip")
    select(second, "Weekend in Ghent")
    replace(second, "form.name", "A week in Ghent")
    first.until(lambda page: field_value(page, "form.name") == "A week in Ghent", "the form of the first tab shows the name")
    click(second, "rating.4")
    first.until(
        lambda page: page.run("return !!document.querySelector('.row [aria-label=\"4 stars\"]')"), "the row of the first tab has stars"
    )


def test_an_import_shows_its_progress_in_all_tabs_and_can_be_canceled(trips, tab):
    first, second = tab(trips), tab(trips)
    # In the page, since both tabs are so busy with the rows that the driver's commands may wait until the import has ended.
    second.run(
        """
        new MutationObserver((_, observer) => {
          if (!identified("cancel") || !identified("row.name")) return;
          observer.disconnect();
          window.wasWorking = identified("progress") !== null;
          identified("cancel").click();
        }).observe(document.body, { childList: true, subtree: true });
        """
    )
    click(first, "import")
    second.until(lambda page: page.run("return window.wasWorking"), "the list fills while the other tab shows the progress")
    first.until(lambda page: not page.is_working, "the import has ended")
    count = rows(trips, "SELECT count(*) FROM ZTRIP")[0][0]
    assert 0 < count < SAMPLES
    assert count % 100 == 0, "whole batches are stored"
    click(first, "arrange")
    first.front().find_element(By.XPATH, "//*[normalize-space()='Import Sample Trips']").click()
    for page in (first, second):
        page.until(lambda page: (page.text("status") or "").startswith("3,000 trips · 42 countries"), "the rest is imported")
    assert rows(trips, "SELECT count(*), count(DISTINCT ZSAMPLENUMBER) FROM ZTRIP") == [(SAMPLES, SAMPLES)]


def test_a_search_finds_names_countries_and_stops_in_sections(trips, tab):
    page = tab(trips)
    imported(page)
    assert "Argentina" in text(page)
    page.filter("bovec")
    [(count,)] = rows(
        trips,
        "SELECT count(DISTINCT t.Z_PK) FROM ZTRIP t LEFT JOIN ZSTOP s ON s.ZTRIP = t.Z_PK"
        " WHERE t.ZNAME LIKE '%bovec%' OR s.ZPLACE LIKE '%bovec%'",
    )
    assert count > 0
    page.until(lambda page: page.text("status") == f"{count} trips found", "the trips with the stop are found")
    assert "Slovenia" in text(page)
    assert "Argentina" not in text(page)
    page.filter("nowhere at all")
    page.until(lambda page: "No Results" in text(page), "nothing is found")
    reload(page)
    page.until(lambda page: "No Results" in text(page), "the search belongs to the window")
    page.filter("")
    page.until(lambda page: "Argentina" in text(page), "all trips are shown")
    click(page, "arrange")
    page.front().find_element(By.XPATH, "//*[@role='menuitemradio'][normalize-space()='Group by Year']").click()
    page.until(lambda page: "Argentina" not in text(page) and "2027" in text(page), "the sections are years")


def test_an_edit_survives_the_death_of_the_server(trips, tab):
    page = tab(trips)
    add(page, "By Bike from Graz to Linz", "Austria")
    click(page, "stop.add")
    page.until(lambda page: page.run("return !!identified('stop.place')"), "there is a stop")
    replace(page, "stop.place", "Graz")
    replace(page, "form.notes", "Bring a spare tube.")
    eventually(
        lambda: stored(trips, "By Bike from Graz to Linz")
        and rows(trips, "SELECT ZNOTES, ZCOUNTRY FROM ZTRIP") == [("Bring a spare tube.", "Austria")]
        and rows(trips, "SELECT ZPLACE FROM ZSTOP") == [("Graz",)],
        "the edit is saved",
    )
    restart(trips, page)
    page.until(lambda page: field_value(page, "form.name") == "By Bike from Graz to Linz", "the window shows the same trip")
    assert field_value(page, "form.notes") == "Bring a spare tube."
    assert field_value(page, "stop.place") == "Graz"


def test_a_deleted_trip_is_gone_from_all_tabs_and_from_the_store(trips, tab):
    first, second = tab(trips), tab(trips)
    add(first, "Museums of Turin", "Italy")
    add(first, "Sailing off Split", "Croatia")
    click(first, "stop.add")
    eventually(lambda: rows(trips, "SELECT count(*) FROM ZSTOP") == [(1,)], "the stop is stored")
    second.until(lambda page: len(names(page)) == 2, "the other tab shows both trips")
    select(second, "Museums of Turin")
    click(first, "form.delete")
    first.until(lambda page: "Delete Trip" in text(page), "the app asks")
    first.front().find_element(By.XPATH, "//button[normalize-space()='Delete Trip']").click()
    for page in (first, second):
        page.until(lambda page: names(page) == ["Museums of Turin"], "the trip is gone")
    assert "No Trip Selected" in text(first)
    eventually(lambda: rows(trips, "SELECT count(*) FROM ZSTOP") == [(0,)], "its stop is deleted with it")
    row = first.front().find_element(By.CSS_SELECTOR, ".row")
    ActionChains(first.front()).move_to_element(row).perform()
    button = row.find_element(By.CSS_SELECTOR, "[data-action=delete]")
    first.until(lambda _: button.is_displayed(), "hovering shows Delete")
    button.click()
    second.until(lambda page: "No Such Trip" in text(page), "the open form says that its trip is gone")
    eventually(lambda: rows(trips, "SELECT count(*) FROM ZTRIP") == [(0,)], "the store is empty")


def test_the_context_menu_opens_a_window_of_the_trip(trips, tab):
    page = tab(trips)
    add(page, "Food of Huế", "Vietnam")
    driver = page.front()
    before = set(driver.window_handles)
    ActionChains(driver).context_click(page.settled(driver.find_element(By.CSS_SELECTOR, ".row"))).perform()
    page.until(lambda page: page.run("return !!document.querySelector('.context-menu[open]')"), "the menu opens")
    driver.find_element(By.XPATH, "//*[contains(@class, 'context-menu')]//button[normalize-space()='Open in New Window']").click()
    page.until(lambda _: len(driver.window_handles) == len(before) + 1, "a tab opens")
    driver.switch_to.window((set(driver.window_handles) - before).pop())
    eventually(lambda: driver.title == "Food of Huế", "the window shows the trip")
    assert "value=" in driver.current_url


def test_a_store_that_cannot_be_opened_is_reported_and_left_as_it_is(trips, tab):
    trips.stop()
    store(trips).parent.mkdir(exist_ok=True)
    for suffix in ("-wal", "-shm"):
        store(trips).with_name(store(trips).name + suffix).unlink(missing_ok=True)
    store(trips).write_text("half a store")
    trips.start()
    page = tab(trips)
    page.until(lambda page: "The Trips Cannot Be Opened" in text(page), "the page says what is wrong")
    assert page.text("failure")
    assert store(trips).read_text() == "half a store"


@pytest.fixture(params=[375, 820, 1440])
def width(request, browser):
    browser.set_window_size(request.param, 900)
    yield request.param
    browser.set_window_size(1100, 900)


def test_nothing_violates_the_rules_of_accessibility(trips, tab, appearance, width):  # noqa: F811
    page = tab(trips)
    appearance()
    found = {}

    def check(name: str) -> None:
        settle(page)
        found[name] = lasting_violations(page)
        assert page.run("return document.documentElement.scrollWidth <= innerWidth"), f"{name} fits into the window"

    check("the empty list")
    click(page, "add")
    shows(page, "form.name")
    click(page, "stop.add")
    shows(page, "stop.place")
    check("the form")
    assert {name: list for name, list in found.items() if list} == {}
