"""Several tabs on one store, and the list while an import goes on."""

import pytest

from harness.feed import by_day, feed_of, generated, matching, read
from harness.feed_server import body


def test_deleting_in_one_tab_shows_in_the_other(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    first, second = tab(app).fill(160), tab(app).fill(160)
    row = first.rows[1]
    place_below = first.rows[2].place

    first.delete_with_button(row)

    for page in (first, second):
        page.until(lambda page: page.count == 159, "the count follows")
        page.until_rows(lambda rows: rows[1].place == place_below, "the row below has moved up")
        assert not page.was_reloaded


def test_refresh_in_one_tab_fills_both(feed_server, earthquakes, tab):
    feed_server["/feed"] = body(feed_of(generated(10)[5:]))
    app = earthquakes(feed_server.url("/feed"))
    first, second = tab(app).fill(5), tab(app).fill(5)
    feed_server["/feed"] = body(feed_of(generated(10)))

    first.refresh()

    for page in (first, second):
        page.until(lambda page: page.count == 10 and len(page.rows) == 10, "the new rows are there")
        assert not page.was_reloaded


def test_each_tab_has_its_own_filter(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    first, second = tab(app).fill(160), tab(app).fill(160)
    before = second.rows

    first.filter("alaska")
    first.until_rows(lambda rows: rows and all("Alaska" in row.place for row in rows), "the first tab is filtered")

    assert [row.key for row in second.rows] == [row.key for row in before]
    assert second.element("filter").get_attribute("value") == ""


def test_the_list_stays_usable_during_an_import(feed_server, earthquakes, tab):
    shown = generated(3_000)
    feed_server["/feed"] = body(feed_of(shown))
    app = earthquakes(feed_server.url("/feed"))
    page = tab(app).fill(3_000)
    # Older than those shown, so that what is in view ought to stay where it is.
    feed_server["/feed"] = body(feed_of(generated(60_000)))
    page.refresh()
    page.until(lambda page: page.is_working and app.store.count() > 3_000, "the import is under way")

    waits = [page.run_slowly(f"scrollTo({top})") for top in (4_000, 40_000, 0)]
    field = page.element("filter")
    field.click()
    field.send_keys("reykjavik")
    page.until_rows(lambda rows: rows and all("Reykjavík" in row.place for row in rows), "the filter works", 5)
    assert page.run("return [document.activeElement === identified('filter'), identified('filter').value]") == [
        True,
        "reykjavik",
    ]
    assert app.store.count() < 60_000, "the import ended too early to prove anything; give the test more quakes"
    assert max(waits) < 3_000, f"milliseconds until rows filled the view: {waits}"

    page.filter("")
    page.until(lambda page: page.count == 60_000 and not page.is_working, "the import ends", timeout=180)


def test_only_a_window_of_a_long_list_is_in_the_document(all_week, earthquakes, tab):
    quakes = read(all_week)
    page = tab(earthquakes(all_week)).fill(4_711)
    assert 0 < len(page.rows) < 400
    oldest = min(quakes, key=lambda quake: quake.time)

    page.run_slowly("scrollTo(scroller().scrollHeight)")
    page.until_rows(lambda rows: rows[-1].place == oldest.place, "the end shows the oldest")
    assert 0 < len(page.rows) < 400

    rows, most = page.all_rows()
    assert len(rows) == 4_711
    assert most < 400
    sections = {}
    for row in rows:
        sections[row.day] = sections.get(row.day, 0) + 1
    assert list(sections.items()) == [(day, len(members)) for day, members in by_day(quakes)]


def test_a_filter_over_a_long_list(all_week, earthquakes, tab):
    quakes = read(all_week)
    page = tab(earthquakes(all_week)).fill(4_711)
    page.filter("volcano, hawaii")
    page.until_rows(lambda rows: rows and all("Volcano, Hawaii" in row.place for row in rows), "it is filtered")
    rows, _ = page.all_rows()
    assert len(rows) == len(matching(quakes, "volcano, hawaii"))
