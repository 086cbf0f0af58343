"""Matched views of the Gallery in a browser: followers, hero transitions, and a page that zooms."""

import pytest

# Pauses each animation at its start, so that tests can look at any moment of it.
PAUSE = """
window.started = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const animation = animate.call(this, frames, timing);
  animation.pause();
  window.started.push(animation);
  return animation;
};
"""
HALF = "for (const each of window.started) each.currentTime = each.effect.getComputedTiming().endTime / 2"
FINISH = "for (const each of window.started.splice(0)) if (each.playState !== 'idle') each.finish()"
BOX = "const { left, top, width, height } = e.getBoundingClientRect(); return [left, top, width, height]"


def box(page, identifier: str) -> list[float]:
    """Returns the left and top edge, the width and the height of an element on the screen."""
    return page.run(f"const e = identified(arguments[0]); {BOX}", identifier)


def center(box: list[float]) -> list[float]:
    left, top, width, height = box
    return [left + width / 2, top + height / 2]


def between(a: list[float], b: list[float]) -> list[float]:
    return [(one + other) / 2 for one, other in zip(a, b)]


def near(numbers: list[float]):
    return pytest.approx(numbers, abs=0.75)


def show(page, identifier: str) -> None:
    """Scrolls a view to the middle of the window."""
    page.run("identified(arguments[0]).scrollIntoView({ block: 'center' })", identifier)


def exists(page, identifier: str) -> bool:
    return page.run("return identified(arguments[0]) !== null", identifier)


def begun(page) -> int:
    """The number of animations of matched views."""
    return page.run("return window.started.filter(({ id }) => id === 'match').length")


@pytest.mark.page("matches")
def test_a_follower_has_the_size_of_its_source_and_keeps_its_space(page):
    source, follower, slot = (box(page, f"matched.size.{name}") for name in ["source", "follower", "slot"])
    assert source[2:] == near([50, 40])
    assert follower[2:] == near(source[2:])
    assert center(follower) == near(center(slot))
    assert slot[3] > 41

    page.element("matched.size.toggle").click()

    page.until(lambda page: box(page, "matched.size.follower")[2:] == near([100, 40]), "the follower is as wide as its source")
    assert box(page, "matched.size.slot")[2:] == near(slot[2:])


@pytest.mark.page("matches")
def test_followers_have_the_position_of_their_source_and_their_own_size(page):
    source = box(page, "matched.position.source")
    for name in ["red", "blue"]:
        follower = box(page, f"matched.position.{name}")
        assert center(follower) == near(center(source))
        assert follower[2:] == near(source[2:])


@pytest.mark.page("matches")
def test_followers_stay_with_a_source_that_is_scrolled(page):
    show(page, "matched.scroll")
    follows = lambda page: box(page, "matched.outline") == near(box(page, "matched.square.3"))
    page.until(follows, "the outline has the frame of the square")
    before = box(page, "matched.outline")

    page.run("identified('matched.scroll').scrollLeft = 90")

    page.until(lambda page: box(page, "matched.outline")[0] == pytest.approx(before[0] - 90, abs=1), "the outline moved along")
    page.until(follows, "the outline still has the frame of the square")
    # The anchor of the mark is at twice its height.
    left, top, width, height = box(page, "matched.mark")
    assert [left + width / 2, top + 2 * height] == near(center(box(page, "matched.square.3")))


@pytest.mark.page("matches")
def test_followers_stay_with_a_source_in_another_window_size(page):
    follows = lambda page: box(page, "matched.outline") == near(box(page, "matched.square.3"))
    page.until(follows, "the outline has the frame of the square")
    size = page.front().get_window_size()
    try:
        page.front().set_window_size(size["width"] - 250, size["height"] - 100)
        page.until(follows, "the outline has the frame of the square in the smaller window")
    finally:
        page.front().set_window_size(size["width"], size["height"])


@pytest.mark.page("matches")
def test_a_selection_moves_from_one_source_to_another(page):
    show(page, "matched.pill")
    day, week = box(page, "matched.tab.Day"), box(page, "matched.tab.Week")
    page.until(lambda page: box(page, "matched.pill") == near(day), "the first tab is selected")
    page.run(PAUSE)

    page.front().find_element("css selector", "[data-identifier='matched.tab.Week'] button").click()

    page.until(begun, "the selection moves")
    assert box(page, "matched.pill") == near(day)
    page.run(HALF)
    assert box(page, "matched.pill") == near(between(day, week))
    page.run(FINISH)
    assert box(page, "matched.pill") == near(week)


@pytest.mark.page("matches")
def test_who_wants_no_motion_sees_the_result(page):
    page.front().execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )
    show(page, "matched.pill")
    week = box(page, "matched.tab.Week")
    page.run(PAUSE)

    page.front().find_element("css selector", "[data-identifier='matched.tab.Week'] button").click()

    page.until(lambda page: box(page, "matched.pill") == near(week), "the other tab is selected")
    assert page.run("return window.started.length") == 0


def grow(page) -> tuple[list[float], list[float]]:
    """Selects the second color, whose transition stops at its start. Returns the frame of the small view, and the final
    frame of the large one."""
    show(page, "matched.small.1")
    small = box(page, "matched.small.1")
    page.run(PAUSE)
    page.element("matched.small.1").click()
    page.until(begun, "the color grows")
    large = page.run(f"const e = identified('matched.large').parentElement; {BOX}")
    return small, large


# The view in the copy of the row that was removed.
LEAVING = "const e = document.querySelectorAll('.leaving .matched')[1].firstElementChild;"


@pytest.mark.page("matches")
def test_a_view_grows_from_the_frame_of_the_one_that_it_replaces(page):
    small, large = grow(page)
    assert large[2] > 2 * small[2]
    assert box(page, "matched.large") == near(small)

    page.run(HALF)

    assert box(page, "matched.large") == near(between(small, large))
    # The copy of the small view moves along, and fades.
    assert page.run(LEAVING + BOX) == near(between(small, large))
    assert page.run("return Number(getComputedStyle(document.querySelector('.leaving')).opacity)") == pytest.approx(0.5, abs=0.01)
    page.run(FINISH)
    page.until(lambda page: page.run("return document.querySelectorAll('.leaving').length") == 0, "the copy is gone")
    assert box(page, "matched.large") == near(large)


@pytest.mark.page("matches")
def test_the_views_around_do_not_move_during_a_hero_transition(page):
    grow(page)
    close = box(page, "matched.close")
    page.run(HALF)
    assert box(page, "matched.close") == near(close)
    page.run(FINISH)
    assert box(page, "matched.close") == near(close)


@pytest.mark.page("matches")
def test_an_interrupted_transition_continues_from_the_screen(page):
    small, large = grow(page)
    page.run(HALF)
    half = box(page, "matched.large")
    assert half == near(between(small, large))

    page.element("matched.close").click()

    page.until(lambda page: exists(page, "matched.small.1") and begun(page), "the color shrinks")
    page.until(lambda page: box(page, "matched.small.1") == near(half), "it begins where the large view was")
    page.run(FINISH)
    assert box(page, "matched.small.1") == near(small)


@pytest.mark.page("matches")
def test_a_view_in_a_sheet_has_the_size_of_one_below(page):
    show(page, "matched.sheet.show")
    source = box(page, "matched.sheet.source")
    page.element("matched.sheet.show").click()
    page.until(lambda page: exists(page, "matched.sheet.follower"), "the sheet is open")
    page.until(lambda page: box(page, "matched.sheet.follower")[2:] == near(source[2:]), "the view has the size of the other")


@pytest.mark.page("matches")
def test_a_page_zooms_from_its_link(page):
    show(page, "matched.zoom.show")
    page.element("matched.zoom.show").click()
    page.until(lambda page: exists(page, "matched.zoom.link"), "the sheet is open")
    page.until(lambda page: page.run("return document.querySelector('dialog').getAnimations().length === 0"), "it stands still")
    link = box(page, "matched.zoom.link")
    page.run(PAUSE)

    page.element("matched.zoom.link").click()

    page.until(lambda page: exists(page, "matched.zoom.page") and page.run("return window.started.length"), "the page grows")
    grown = page.run(f"const e = identified('matched.zoom.page').closest('.page'); {BOX}")
    assert grown[:3] == near(link[:3])
    page.run(FINISH)
    grown_page = page.run(f"const e = identified('matched.zoom.page').closest('.page'); {BOX}")
    page.front().find_element("css selector", "dialog .page:last-child .back").click()
    page.until(lambda page: not exists(page, "matched.zoom.page"), "the page is left")
    # It shrinks to the link again.
    copy = "const e = document.querySelector('.leaving');"
    page.until(lambda page: page.run(f"{copy} return e !== null"), "a copy of the page leaves")
    assert page.run(copy + BOX) == near(grown_page)
    page.run("for (const each of window.started) each.currentTime = each.effect.getComputedTiming().endTime - 0.01")
    assert page.run(copy + BOX)[:3] == near(link[:3])
    page.run(FINISH)
    page.until(lambda page: page.run(f"{copy} return e === null"), "the copy is gone")
