"""Invalid and hostile feeds: the alert names the reason, and the store keeps its quakes."""

import json

import pytest

from harness.feed import feed_of, generated, geojson, read
from harness.feed_server import body, cut, status, web_page

WHOLE = feed_of(generated(30))

BROKEN = {
    "not JSON": (web_page(), "not JSON"),
    "empty": (body(b""), "truncated"),
    "not GeoJSON": (body(json.dumps({"title": "Earthquakes", "items": []}).encode()), "not GeoJSON"),
    "a JSON list": (body(b"[1, 2, 3]"), "not GeoJSON"),
    "cut in the file": (cut(WHOLE, at=len(WHOLE) // 2, declared=len(WHOLE) // 2), "truncated"),
    "cut on the way": (cut(WHOLE, at=len(WHOLE) // 2, declared=len(WHOLE)), "truncated"),
    "404": (status(404), "404"),
    "500": (status(500), "500"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_the_alert_names_the_reason_and_nothing_is_lost(case, feed_server, earthquakes, tab):
    answer, reason = BROKEN[case]
    feed_server["/feed"] = body(feed_of(generated(20)))
    app = earthquakes(feed_server.url("/feed"))
    page = tab(app).filled(20)
    before = app.store.quakes()

    feed_server["/feed"] = answer
    page.refresh()
    alert = page.until(lambda page: page.alert, "the alert opens")
    assert reason in alert.message
    assert alert.title
    assert alert.buttons == ["OK"]

    page.dismiss_alert()
    assert page.count == 20
    assert len(page.rows) == 20
    assert app.store.quakes() == before
    feed_server["/feed"] = body(WHOLE)
    page.refresh()
    page.until(lambda page: page.count == 30, "a good answer is imported afterwards")


def test_a_feed_that_never_answers(feed_server, earthquakes, tab):
    feed_server.never_answer("/feed")
    page = tab(earthquakes(feed_server.url("/feed"), "--timeout", "1"))
    alert = page.until(lambda page: page.alert, "the alert opens")
    assert "did not answer" in alert.message
    page.dismiss_alert()
    page.until(lambda page: not page.is_working, "the work is done")


def test_a_server_that_is_not_there(feed_server, earthquakes, tab):
    url = feed_server.url("/feed")
    app = earthquakes(url)
    feed_server.stop()
    page = tab(app)
    alert = page.until(lambda page: page.alert, "the alert opens")
    assert alert.message


def test_a_file_that_is_not_there(earthquakes, tab, tmp_path):
    page = tab(earthquakes(tmp_path / "nowhere.geojson"))
    alert = page.until(lambda page: page.alert, "the alert opens")
    assert "nowhere.geojson" in alert.message


def test_a_file_that_is_cut(feeds, earthquakes, tab, tmp_path):
    whole = feeds.day.read_bytes()
    (tmp_path / "cut.geojson").write_bytes(whole[: len(whole) // 3])
    page = tab(earthquakes(tmp_path / "cut.geojson"))
    alert = page.until(lambda page: page.alert, "the alert opens")
    assert "truncated" in alert.message


def test_features_without_code_time_or_magnitude_are_skipped_and_counted(feed_server, earthquakes, tab):
    features = [quake.feature for quake in generated(40)]
    for number, name in enumerate(["code", "time", "mag"]):
        del features[number]["properties"][name]
        features[number + 10]["properties"][name] = None
    feed_server["/feed"] = body(geojson(features))
    app = earthquakes(feed_server.url("/feed"))
    page = tab(app).filled(34)
    page.until(lambda page: page.text("status") == "34 imported, 6 skipped", "the status counts both")
    assert app.store.count() == 34


HOSTILE = [
    "<script>window.broken = true</script>",
    '"><img src=x onerror="window.broken = true">',
    "</h2></section></body>",
    "&lt;not an entity&gt; &amp;",
    "it's \"quoted\" `so` ${and} \\so\\",
    "right to left: \u202egnp.ekauq",
    "\u200fאבג and العربية",
    "line\u2028separator and nul-like \u0001",
    "🌋 Popocatépetl 👩‍🔬",
]


def test_hostile_places_show_as_text(feed_server, earthquakes, tab):
    quakes = generated(len(HOSTILE) + 1)
    hostile = [type(quake)(quake.code, quake.magnitude, place, quake.time) for quake, place in zip(quakes, HOSTILE)]
    feed_server["/feed"] = body(feed_of(hostile + quakes[len(HOSTILE):]))
    page = tab(earthquakes(feed_server.url("/feed"))).filled(len(HOSTILE) + 1)

    assert [row.place for row in page.rows] == HOSTILE + [quakes[-1].place]
    assert page.run("return [window.broken ?? null, identified('list').querySelectorAll('script, img[src=x]').length]") == [
        None,
        0,
    ]
    # Right-to-left marks affect their own text only: the other columns keep their positions.
    columns = page.run(
        """
        return [...document.querySelectorAll(".row")].map((row) => [
          identified("magnitude", row).getBoundingClientRect().left < identified("place", row).getBoundingClientRect().left,
          Math.round(row.querySelector("time").getBoundingClientRect().height),
        ])
        """
    )
    assert len({tuple(column) for column in columns}) == 1

    page.filter('<script>')
    page.until_rows(lambda rows: [row.place for row in rows] == HOSTILE[:1], "the filter takes it as text, too")
    page.filter("it's \"quoted\"")
    page.until_rows(lambda rows: [row.place for row in rows] == HOSTILE[4:5], "quotes are text in the filter")


def test_an_alert_shows_markup_as_text(earthquakes, tab, tmp_path):
    name = "<b>bold<b>.geojson"
    page = tab(earthquakes(tmp_path / name))
    alert = page.until(lambda page: page.alert, "the alert opens")
    assert name in alert.message
