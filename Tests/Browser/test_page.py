"""The page of Earthquakes in one tab: the list, its texts, Refresh, the filter, deleting."""

import re
import sqlite3
import urllib.request
from contextlib import closing
from datetime import datetime, timedelta, timezone
from itertools import groupby

import pytest
from selenium.webdriver.common.keys import Keys

from harness.feed import Quake, by_day, feed_of, generated, matching, read
from harness.feed_server import body, status


def assert_shown(rows, quakes) -> None:
    """Asserts that the rows are the quakes, newest first, in any order within a second."""
    shown = sorted(rows, key=lambda row: (row.second, row.place))
    expected = sorted(quakes, key=lambda quake: (quake.second, quake.place))
    assert [(row.second, row.place) for row in shown] == [(quake.second, quake.place) for quake in expected]
    # The tolerance allows for rounding of values such as 1.25 in both directions.
    assert [row for row, quake in zip(shown, expected) if abs(row.number - quake.magnitude) > 0.0501] == []
    seconds = [row.second for row in rows]
    assert seconds == sorted(seconds, reverse=True)


def sections(rows) -> list[tuple]:
    """Returns the day and number in each section's header, with the number of rows below it."""
    return [(section, len(list(members))) for section, members in groupby(rows, key=lambda row: row.section)]


def test_the_list_is_the_feed_by_day_newest_first(feeds, earthquakes, tab):
    feed = feeds.week or feeds.day
    quakes = read(feed)
    page = tab(earthquakes(feed)).filled(len(quakes))

    rows, _ = page.all_rows()

    assert sections(rows) == [((day, len(members)), len(members)) for day, members in by_day(quakes)]
    assert_shown(rows, quakes)


def test_a_row_has_badge_place_and_relative_time(feed_server, earthquakes, tab):
    now = datetime.now(timezone.utc)
    ages = {"a": timedelta(minutes=5, seconds=20), "b": timedelta(hours=3, minutes=10), "c": timedelta(days=2, hours=1)}
    quakes = [Quake(code, 4.5, f"Place {code}", int((now - age).timestamp() * 1000)) for code, age in ages.items()]
    feed_server["/feed"] = body(feed_of(quakes))
    page = tab(earthquakes(feed_server.url("/feed"))).filled(3)

    rows = page.rows

    assert [row.place for row in rows] == ["Place a", "Place b", "Place c"]
    assert [row.magnitude for row in rows] == ["4.5", "4.5", "4.5"]
    # The formatter may abbreviate the units. The page has been opened after `now`, and read before the end.
    end = datetime.now(timezone.utc)
    for row, quake, (unit, seconds) in zip(rows, quakes, [("min", 60), ("h", 3_600), ("d", 86_400)]):
        count = int(re.fullmatch(rf"(\d+) {unit}.*", row.ago)[1])
        ages = [int((moment - quake.moment).total_seconds() // seconds) for moment in (now, end)]
        assert ages[0] <= count <= ages[1], row.ago
    assert [row.second for row in rows] == [quake.second for quake in quakes]


def test_updated_counts_the_seconds(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)

    def seconds(page):
        said = re.fullmatch(r"Updated (?:(\d+) min.*?)?(?:(\d+) sec.*)? ago", page.text("updated"))
        return said and 60 * int(said[1] or 0) + int(said[2] or 0)

    first = page.until(lambda page: seconds(page), "the page says how long ago it was updated")
    page.until(lambda page: (seconds(page) or 0) > first, "it goes on counting")


def test_the_page_names_its_feed(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)
    assert feeds.day.name in page.text("source")


def test_a_long_name_of_a_feed_leaves_the_time_on_one_line(feeds, earthquakes, tab, tmp_path):
    feed = tmp_path / f"{'long' * 30}.geojson"
    feed.write_bytes(feeds.day.read_bytes())
    page = tab(earthquakes(feed)).filled(160)
    updated, source = page.run("return ['updated', 'source'].map((name) => identified(name).getBoundingClientRect().height)")
    assert updated == pytest.approx(source, abs=1)


def test_after_a_restart_no_feed_is_named(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    tab(app).filled(160)
    app.stop()
    app.start()
    page = tab(app).filled(160)
    assert page.text("updated").startswith("Updated ")
    assert page.text("source") is None


def test_without_a_network_the_sample_is_shown_and_named(earthquakes, tab):
    # A proxy that refuses connections simulates a machine without a network.
    page = tab(earthquakes(None, environment=proxy("http://127.0.0.1:9"))).filled(160)
    assert page.text("source") == "Sample of 2022: earthquake.usgs.gov is unreachable"
    assert page.text("updated") is None


def test_after_a_restart_the_sample_is_still_named(earthquakes, tab):
    app = earthquakes(None, environment=proxy("http://127.0.0.1:9"))
    tab(app).filled(160)
    app.stop()
    app.start()
    page = tab(app).filled(160)
    assert page.text("source") == "Sample of 2022: earthquake.usgs.gov is unreachable"
    assert page.text("updated") is None


def test_after_a_restart_a_feed_replaces_the_sample(feed_server, earthquakes, tab):
    app = earthquakes(None, environment=proxy("http://127.0.0.1:9", "127.0.0.1"))
    tab(app).filled(160)
    app.stop()
    quakes = generated(20)
    feed_server["/feed"] = body(feed_of(quakes))
    app.arguments += ["--feed", feed_server.url("/feed")]
    app.start()
    page = tab(app).filled(20)
    assert_shown(page.rows, quakes)
    assert page.text("source").endswith("/feed")
    assert page.text("updated").startswith("Updated ")
    assert app.store.codes() == {quake.code for quake in quakes}


def test_the_sample_is_not_added_to_the_quakes_of_a_feed(feed_server, earthquakes, tab):
    feed_server["/feed"] = body(feed_of(generated(20)))
    app = earthquakes(feed_server.url("/feed"), environment=proxy("http://127.0.0.1:9", "127.0.0.1"))
    tab(app).filled(20)
    app.stop()
    # Without the feed that was named, which are the last two arguments.
    del app.arguments[-2:]
    app.start()
    page = tab(app).filled(20)
    page.refresh()
    page.until(lambda page: page.alert, "the alert opens")
    page.dismiss_alert()
    assert page.count == 20
    assert page.text("source") is None
    assert page.text("updated").startswith("Updated ")


def test_the_time_of_the_last_import_outlives_a_week(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    tab(app).filled(160)
    app.stop()
    with closing(sqlite3.connect(app.store.path, timeout=300)) as store, store:
        store.execute(f"UPDATE ATRANSACTION SET ZTIMESTAMP = ZTIMESTAMP - {8 * 86_400}")
    # The first start deletes the history of more than a week ago.
    for _ in range(2):
        app.start()
        assert tab(app).filled(160).text("updated").startswith("Updated ")
        app.stop()


def proxy(url: str, exceptions: str = "") -> dict[str, str]:
    """Returns an environment that names a proxy, and the hosts that are reached without it."""
    names = ("http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    return {**{name: url for name in names}, "no_proxy": exceptions, "NO_PROXY": exceptions}


def test_a_feed_comes_through_the_proxy_of_the_environment(feed_server, earthquakes, tab):
    feed = "http://feed.invalid/feed"
    feed_server[feed] = body(feed_of(generated(20)))
    tab(earthquakes(feed, environment=proxy(feed_server.url("")))).filled(20)


def test_a_host_that_the_environment_excepts_is_reached_without_the_proxy(feed_server, earthquakes, tab):
    feed_server["/feed"] = body(feed_of(generated(20)))
    tab(earthquakes(feed_server.url("/feed"), environment=proxy("http://127.0.0.1:9", "127.0.0.1"))).filled(20)


def test_pages_that_open_during_the_first_import_show_progress(feed_server, earthquakes, tab):
    held = feed_server.hold("/feed", then=body(feed_of(generated(20))))
    app = earthquakes(feed_server.url("/feed"))

    # What the server sends, before the page has connected.
    with urllib.request.urlopen(app.url) as response:
        html = response.read().decode()
    assert "Loading Earthquakes" in html
    assert "0 earthquakes" not in html
    assert "Not updated yet" not in html

    pages = [tab(app), tab(app)]
    assert held.asked.wait(300), "the first page asks for the feed"
    for page in pages:
        page.until(lambda page: page.is_working, "progress shows")
        assert "127.0.0.1/feed" in page.text("loading")
        assert page.text("count") is None
        assert page.text("updated") is None
    held.release()
    for page in pages:
        page.filled(20)
        assert page.text("loading") is None


def test_a_first_import_that_fails_leaves_no_progress(feed_server, earthquakes, tab):
    feed_server["/feed"] = status(404)
    page = tab(earthquakes(feed_server.url("/feed")))
    page.until(lambda page: page.alert, "the alert opens")
    page.dismiss_alert()
    page.until(lambda page: page.count == 0, "the number of quakes shows")
    assert not page.is_working
    assert page.text("loading") is None
    assert page.text("updated") == "Not updated yet"


@pytest.mark.parametrize("by", ["click", "keyboard"])
def test_refresh(by, feeds, feed_server, earthquakes, tab):
    quakes = generated(200)
    feed_server["/feed"] = body(feed_of(quakes[50:]))
    page = tab(earthquakes(feed_server.url("/feed"))).filled(150)
    feed_server["/feed"] = body(feed_of(quakes))

    if by == "click":
        page.refresh()
    else:
        assert page.element("refresh").get_attribute("aria-keyshortcuts") == "Alt+R"
        page.press(Keys.ALT, "r")

    page.until(lambda page: page.count == 200, "the new quakes are in")
    page.until_rows(lambda rows: rows[0].place == quakes[0].place, "the newest is the first row")
    assert not page.was_reloaded


def test_progress_shows_while_refresh_works(feed_server, earthquakes, tab):
    feed = feed_of(generated(20))
    feed_server["/feed"] = body(feed)
    page = tab(earthquakes(feed_server.url("/feed"))).filled(20)
    assert not page.is_working

    held = feed_server.hold("/feed", then=body(feed))
    page.refresh()
    page.until(lambda page: page.is_working, "progress shows")
    assert page.element("progress").get_attribute("role") == "progressbar"
    assert held.asked.wait(300), "Refresh asks for the feed"
    assert page.is_working
    held.release()
    page.until(lambda page: not page.is_working, "progress goes when the work is done")


@pytest.mark.parametrize("needle", ["Alaska", "aLASKA", "Méxicó", "km e", "%", "'", "no such place"])
def test_the_filter_narrows_to_what_matches_and_back(needle, feeds, earthquakes, tab):
    feed = feeds.week or feeds.day
    quakes = read(feed)
    page = tab(earthquakes(feed)).filled(len(quakes))
    first = [row.key for row in page.rows[:10]]
    wanted = matching(quakes, needle)

    page.filter(needle)
    page.until(lambda page: page.count == len(wanted), "the count is that of the matching quakes")
    rows, _ = page.all_rows()
    assert_shown(rows, wanted)

    page.filter("")
    page.until(lambda page: page.count == len(quakes), "the count is the whole list's")
    page.run_slowly("scrollTo(0)")
    page.until_rows(lambda rows: [row.key for row in rows[:10]] == first, "the whole list is back")


def test_typing_loses_neither_characters_nor_caret_nor_focus(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)
    field = page.filter_field
    caret = "return filterState()"
    field.click()

    text = "the quick brown fox jumps over the lazy dog"
    field.send_keys(text)
    page.until_rows(lambda rows: not rows, "the filter has reached the list")
    assert page.run(caret) == [True, text, len(text)]

    field.send_keys(Keys.HOME, Keys.ARROW_RIGHT * 4)
    for character in "very ":
        field.send_keys(character)
    assert page.run(caret) == [True, "the very quick brown fox jumps over the lazy dog", 9]

    page.filter("alaska")
    page.until_rows(lambda rows: rows and all("Alaska" in row.place for row in rows), "the last text counts")
    assert page.run(caret) == [True, "alaska", 6]


@pytest.mark.parametrize("by", ["button", "swipe"])
def test_delete(by, feeds, earthquakes, tab):
    quakes = {quake.second: quake for quake in read(feeds.day)}
    app = earthquakes(feeds.day)
    page = tab(app).filled(160)
    row = page.rows[2]

    if by == "button":
        page.delete_with_button(row)
    else:
        page.delete_with_swipe(row)

    page.until_rows(lambda rows: row.key not in [other.key for other in rows], "the row is gone")
    page.until(lambda page: page.count == 159, "the count follows")
    assert not page.was_reloaded
    gone = quakes[row.second]
    page.until(lambda _: app.store.count() == 159, "the store has one quake less")
    assert gone.code not in app.store.codes()


def test_a_short_swipe_deletes_nothing(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    page = tab(app).filled(160)
    row = page.rows[2]
    page.swipe_left(row, distance=10)
    # Once another deletion has arrived, one by the swipe would have arrived before it.
    page.delete_with_button(page.rows[4])
    page.until(lambda page: page.count == 159, "the other row is gone")
    assert row.key in [other.key for other in page.rows]


def test_the_keyboard_walks_the_rows_and_deletes(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)
    focused = "return document.activeElement.matches('.row') && document.activeElement.textContent"
    page.run("document.querySelector('.row').focus()")
    # More presses than there are rows in the document at first.
    for _ in range(90):
        page.press(Keys.ARROW_DOWN)
    assert page.run(focused), "the focus is on a row all the way"
    row = page.run(focused)

    page.press(Keys.DELETE)

    page.until(lambda page: page.count == 159, "the row is deleted")
    page.until(lambda page: page.run(focused) not in (False, row), "the next row has the focus")
