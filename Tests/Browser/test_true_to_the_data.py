"""Imports store each quake once, and lose none."""

from harness.feed import Quake, feed_of, generated, read
from harness.feed_server import body
from harness.waiting import eventually


def test_day_week_day_leaves_each_quake_once(week, feeds, feed_server, earthquakes, tab):
    feed_server["/feed"] = body(feeds.day.read_bytes())
    app = earthquakes(feed_server.url("/feed"))
    page = tab(app).filled(160)

    feed_server["/feed"] = body(week.read_bytes())
    page.refresh()
    page.until(lambda page: page.count == 1_405 and not page.is_working, "the week is in")
    held = feed_server.hold("/feed", then=body(feeds.day.read_bytes()))
    page.refresh()
    page.until(lambda page: page.is_working, "the day is being fetched again")
    held.release()
    page.until(lambda page: not page.is_working, "the day is in again")

    assert page.count == 1_405
    assert app.store.count() == 1_405
    assert app.store.codes() == {quake.code for quake in read(week)}


def test_the_store_holds_what_the_feed_says(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    tab(app).filled(160)
    as_stored = [
        (quake.code, round(quake.magnitude, 4), quake.place, quake.time) for quake in app.store.quakes()
    ]
    expected = [(quake.code, round(quake.magnitude, 4), quake.place, quake.time) for quake in read(feeds.day)]
    assert as_stored == sorted(expected)


def test_a_quake_that_the_feed_corrects_is_corrected(feed_server, earthquakes, tab):
    before = Quake("same", 4.0, "Somewhere", 1_700_000_000_000)
    after = Quake("same", 4.4, "Somewhere else", 1_700_000_060_000)
    feed_server["/feed"] = body(feed_of([before]))
    app = earthquakes(feed_server.url("/feed"))
    page = tab(app).filled(1)

    feed_server["/feed"] = body(feed_of([after]))
    page.refresh()

    page.until_rows(lambda rows: rows[0].place == "Somewhere else", "the row follows")
    assert page.rows[0].magnitude == "4.4"
    assert [(quake.code, quake.place, quake.time) for quake in app.store.quakes()] == [
        ("same", "Somewhere else", 1_700_000_060_000)
    ]


def test_killed_in_the_middle_of_an_import(feed_server, earthquakes, tab, tmp_path):
    total = 40_000
    feed_server["/feed"] = body(feed_of(generated(total)))
    # This process may stop for longer than the import takes. Then the next app is killed.
    for attempt in range(20):
        app = earthquakes(feed_server.url("/feed"))
        page = tab(app)
        eventually(lambda: app.store.count() > 0, "some of the quakes are committed", poll=0.002)
        app.kill()
        left = app.store.copied(tmp_path / f"as the kill left it {attempt}")
        assert left.integrity() == "ok"
        committed = {quake.code: quake for quake in left.quakes()}
        if len(committed) < total:
            break
    assert 0 < len(committed) < total, "each import ended before the kill; give the test more quakes"
    page.until(lambda page: page.live == "lost", "the page knows that the app is gone")

    app.start()

    page.until(lambda page: page.live == "open", "the page connects again by itself")
    assert {code: quake for quake in app.store.quakes() if (code := quake.code) in committed} == committed
    page.refresh()
    page.until(lambda page: page.count == total and not page.is_working, "Refresh completes")
    assert app.store.integrity() == "ok"
    assert app.store.count() == total


def test_a_restart_shows_what_was_stored(feeds, feed_server, earthquakes, tab):
    feed_server["/feed"] = body(feeds.day.read_bytes())
    app = earthquakes(feed_server.url("/feed"))
    page = tab(app).filled(160)
    feed_server.never_answer("/feed")
    app.kill()
    app.start()
    page.until(lambda page: page.live == "open" and page.count == 160 and page.rows, "the rows are back")
