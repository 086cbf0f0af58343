"""Several tabs with one store, and the list during an import."""

import os
from itertools import groupby

from harness.feed import by_day, feed_of, generated, matching, read
from harness.feed_server import body


def test_deleting_in_one_tab_shows_in_the_other(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    first, second = tab(app).filled(160), tab(app).filled(160)
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
    first, second = tab(app).filled(5), tab(app).filled(5)
    feed_server["/feed"] = body(feed_of(generated(10)))

    first.refresh()

    for page in (first, second):
        page.until(lambda page: page.count == 10 and len(page.rows) == 10, "the new rows are there")
        assert not page.was_reloaded


def test_each_tab_has_its_own_filter(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    first, second = tab(app).filled(160), tab(app).filled(160)
    before = second.rows[:10]

    first.filter("alaska")
    first.until_rows(lambda rows: rows and all("Alaska" in row.place for row in rows), "the first tab is filtered")

    assert [row.key for row in second.rows[:10]] == [row.key for row in before]
    assert second.filter_field.get_attribute("value") == ""


# An import of 57,000 takes half a minute in a debug build.
IMPORTED = 57_000 if "STRATA_SOAK" in os.environ else 25_000


def begin_import(page, feed_server, store) -> None:
    """Imports thousands of quakes more than there are, and waits until the first ones are in, or all of them."""
    count = store.count()
    held = feed_server.hold("/feed", then=body(feed_of(generated(count + IMPORTED))))
    page.refresh()
    page.until(lambda page: page.is_working, "the feed is fetched")
    held.release()
    page.until(lambda page: store.count() > count, "the import is under way")


def test_the_list_stays_usable_during_an_import(feed_server, earthquakes, tab):
    shown = generated(3_000)
    feed_server["/feed"] = body(feed_of(shown))
    app = earthquakes(feed_server.url("/feed"))
    page = tab(app).filled(3_000)
    def scrolls_often(page) -> bool:
        """Scrolls during an import. If the list waits for that, it scrolls no second time."""
        begin_import(page, feed_server, app.store)
        waits = []
        while page.is_working:
            waits += [page.run_slowly(f"scrollTo({top})") for top in (4_000, 40_000, 0)]
        return len(waits) > 3

    # This process may stop for longer than an import takes.
    page.until(scrolls_often, "the list is scrolled several times during an import")
    page.until(lambda page: page.count == app.store.count() > 3_000, "the whole feed is in")


def test_the_filter_works_during_an_import(feed_server, earthquakes, tab):
    shown = generated(3_000)
    feed_server["/feed"] = body(feed_of(shown))
    app = earthquakes(feed_server.url("/feed"))
    page = tab(app).filled(3_000)
    def filters(page) -> bool:
        """Filters during an import. Returns whether that was still under way when the list was filtered."""
        page.filter("")
        begin_import(page, feed_server, app.store)
        page.filter("reykjavik")
        page.until_rows(lambda rows: rows and all("Reykjavík" in row.place for row in rows), "the list is filtered")
        was_working = page.is_working
        assert page.run("return filterState()")[:2] == [True, "reykjavik"]
        page.until(lambda page: not page.is_working, "the import ends")
        return was_working

    # This process may stop for longer than an import takes.
    page.until(filters, "the list is filtered during an import")
    page.until(lambda page: page.count == app.store.count() // 10 > 300, "the whole feed is in")


def test_only_a_window_of_a_long_list_is_in_the_document(all_week, earthquakes, tab):
    quakes = read(all_week)
    page = tab(earthquakes(all_week)).filled(4_711)
    assert 0 < len(page.rows) < 400
    oldest = min(quakes, key=lambda quake: quake.time)

    page.run_slowly("scrollTo(scroller().scrollHeight)")
    page.until_rows(lambda rows: rows[-1].place == oldest.place, "the end shows the oldest")
    assert 0 < len(page.rows) < 400

    rows, most = page.all_rows()
    assert len(rows) == 4_711
    assert most < 400
    shown = [(section, len(list(members))) for section, members in groupby(rows, key=lambda row: row.section)]
    assert shown == [((day, len(members)), len(members)) for day, members in by_day(quakes)]


def test_a_filter_over_a_long_list(all_week, earthquakes, tab):
    quakes = read(all_week)
    page = tab(earthquakes(all_week)).filled(4_711)
    wanted = matching(quakes, "volcano, hawaii")
    page.filter("volcano, hawaii")
    page.until(lambda page: page.count == len(wanted), "the count is that of the matching quakes")
    rows, _ = page.all_rows()
    assert len(rows) == len(wanted)
    assert all("Volcano, Hawaii" in row.place for row in rows)
