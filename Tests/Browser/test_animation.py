"""Animations of rows that are inserted, removed and moved."""

import pytest

RECORD = """
window.animations = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const place = this.querySelector("[data-identifier=place]")?.textContent;
  window.animations.push({ place, isPicture: this.matches(".leaving"), frames, duration: timing.duration });
  return animate.call(this, frames, timing);
};
"""

PICTURES = "return document.querySelectorAll('.leaving').length"


def test_rows_below_a_deleted_one_move_up_from_where_they_were(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)
    row, below = page.rows[1], page.rows[2]
    before = page.row_element(below).rect["y"]
    page.run(RECORD)

    page.delete_with_button(row)

    page.until_rows(lambda rows: rows[1].place == below.place, "the row below has moved up")
    animations = page.run("return window.animations")
    moves = [each for each in animations if each["place"] == below.place and "translate" in each["frames"]]
    assert len(moves) == 1 and moves[0]["duration"] > 100
    start, end = moves[0]["frames"]["translate"]
    assert end == "0 0"
    pictures = [each for each in animations if each["isPicture"]]
    assert len(pictures) == 1 and pictures[0]["frames"]["opacity"] == [1, 0]
    # The copy is removed, and the row is at its new position.
    page.until(lambda page: page.run(PICTURES) == 0, "nothing is left of the animation")
    after = page.row_element(below).rect["y"]
    x, y = (float(part.removesuffix("px")) for part in start.split())
    assert x == 0 and y == pytest.approx(before - after, abs=1)


def test_who_wants_no_motion_sees_none(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)
    page.front().execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )
    page.run(RECORD)
    row, below = page.rows[1], page.rows[2]

    page.delete_with_button(row)

    page.until_rows(lambda rows: rows[1].place == below.place, "the row below has moved up")
    assert page.run("return window.animations") == []


def test_filtering_moves_nothing(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)
    page.run(RECORD)

    page.filter("alaska")

    page.until_rows(lambda rows: rows and all("Alaska" in row.place for row in rows), "the list is filtered")
    assert page.run("return window.animations") == []
