"""Animations of rows that are inserted, removed and moved, and those of the Gallery."""

import math

import pytest

from test_matched_geometry import BOX, FINISH, HALF, PAUSE, box, center, near, show

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
    page.stand_still()
    after = page.row_element(below).rect["y"]
    x, y = (float(part.removesuffix("px")) for part in start.split())
    assert x == 0 and y == pytest.approx(before - after, abs=1)


def test_rows_move_as_a_spring_does(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)
    page.run(
        """
        window.springs = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, timing) {
          const animation = animate.call(this, frames, timing);
          animation.pause();
          if ("translate" in frames) window.springs.push(animation);
          return animation;
        };
        """
    )

    page.delete_with_button(page.rows[1])

    page.until(lambda page: page.run("return window.springs.length"), "the rows below move up")
    fractions = [0, 0.1, 0.25, 0.5, 0.75, 1]
    progress = page.run(
        """
        const [spring] = window.springs;
        return arguments[0].map((fraction) => {
          spring.currentTime = fraction * spring.effect.getTiming().duration;
          return spring.effect.getComputedTiming().progress ?? 1;
        });
        """,
        fractions,
    )
    # The default animation is a spring without bounce, which takes this time to settle, at a frequency of 1.
    settled = math.log(1000) * 4 / 3
    assert progress == pytest.approx([1 - math.exp(-settled * each) * (1 + settled * each) for each in fractions], abs=0.005)


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


def element(page, identifier: str, expression: str):
    """Returns the value of a JavaScript expression about `e`, the element with an identifier; None without one."""
    return page.run(f"const e = document.querySelector('[data-identifier=\"{identifier}\"]'); return e && ({expression})")


def press(page, identifier: str) -> None:
    page.front().find_element("css selector", f"[data-identifier='{identifier}']").click()


HOLD = """
const animate = Element.prototype.animate;
window.held = [];
Element.prototype.animate = function (frames, timing) {
  const animation = animate.call(this, frames, timing);
  const identifier = this.dataset.identifier ?? null;
  if (this.closest("[data-scroll-transition]") === null) {
    animation.pause();
    animation.currentTime = timing.duration / 2;
    window.held.push({ identifier, frames, isPicture: this.matches(".leaving") });
  }
  return animation;
};
"""


@pytest.mark.page("animation")
def test_an_animation_of_a_value_applies_to_its_view_only(page):
    page.run(HOLD)
    press(page, "animation.widen")
    page.until(lambda page: element(page, "animation.still", "getComputedStyle(e).width") == "200px", "the bars are wide")
    assert element(page, "animation.animated", "getComputedStyle(e).width") == "150px"
    assert not [each for each in page.run("return window.held") if each["identifier"] == "animation.still"]


@pytest.mark.page("animation")
def test_a_view_whose_offset_is_animated_moves_once(page):
    left = "e.getBoundingClientRect().left"
    show(page, "animation.dot")
    start = element(page, "animation.dot", left)
    page.run(PAUSE)
    press(page, "animation.widen")
    page.until(lambda page: element(page, "animation.dot", "e.getAnimations().length") > 0, "the dot moves")
    assert element(page, "animation.dot", left) == pytest.approx(start, abs=1)
    page.run(HALF)
    assert element(page, "animation.dot", left) == pytest.approx(start + 50, abs=1)
    page.run(FINISH)
    assert element(page, "animation.dot", left) == pytest.approx(start + 100, abs=1)


@pytest.mark.page("animation")
def test_a_transition_of_the_apps_own_is_half_way_at_half_time(page):
    show(page, "animation.note.toggle")
    page.run(HOLD)
    press(page, "animation.note.toggle")
    page.until(lambda page: element(page, "animation.note", "true"), "the note is shown")
    frames = next(each["frames"] for each in page.run("return window.held") if each["identifier"] == "animation.note")
    assert frames["transform"] == ["rotate(-90deg)", "none"]
    assert frames["opacity"] == [0, 1]
    assert float(element(page, "animation.note", "getComputedStyle(e).opacity")) == pytest.approx(0.5, abs=0.01)


@pytest.mark.page("animation")
def test_a_number_is_counted_up(page):
    page.run("""
        const text = document.querySelector("[data-identifier='animation.percentage']");
        window.numbers = [];
        new MutationObserver(() => window.numbers.push(parseInt(text.textContent)))
          .observe(text, { childList: true, subtree: true, characterData: true });
    """)

    def counts_up(page) -> bool:
        """Fills and empties the wedge. Returns whether numbers between were seen: a busy machine may count for less than a second."""
        page.run("window.numbers = []")
        press(page, "animation.fill")
        page.until(lambda page: element(page, "animation.percentage", "e.textContent") == "100 %", "the number is reached")
        numbers = page.run("return window.numbers")
        assert numbers == sorted(numbers)
        # 30 steps a second at most, with some for the time that a step takes.
        assert len(set(numbers)) <= 40
        press(page, "animation.fill")
        page.until(lambda page: element(page, "animation.percentage", "e.textContent") == "0 %", "the number is back")
        return any(0 < number < 100 for number in numbers)

    page.until(counts_up, "the number is counted up")


@pytest.mark.page("animation")
def test_a_symbol_jumps_when_its_value_changes(page):
    page.run(HOLD)
    press(page, "animation.tap")
    held = "window.held.filter(each => each.identifier === 'animation.bell')"
    page.until(lambda page: page.run(f"return {held}.length") == 1, "the bell jumps")
    assert page.run(f"return {held}[0].frames.map(each => each.scale)") == [1, 1.25, 0.95, 1]


@pytest.mark.page("animation")
def test_a_card_grows_as_it_scrolls_in(page):
    scale = "new DOMMatrix(getComputedStyle(e.closest('[data-scroll-transition]').firstElementChild).transform).a"
    page.until(lambda page: element(page, "animation.card.11", scale) == pytest.approx(0.5, abs=0.01), "the last card is small")
    page.run("document.querySelector(\"[data-identifier='animation.cards']\").scrollLeft = 1e6")
    page.until(lambda page: element(page, "animation.card.11", scale) == pytest.approx(1, abs=0.01), "the last card is large")
    page.until(lambda page: element(page, "animation.card.1", scale) == pytest.approx(0.5, abs=0.01), "the first card is small")


@pytest.mark.page("animation")
def test_a_transaction_says_when_its_animation_is_complete(page):
    press(page, "animation.complete")
    # The order of the two says that the spring arrives before it rests.
    page.until(lambda page: page.text("animation.completions") == "arrived, at rest", "the spring rests")


@pytest.mark.page("animation")
def test_who_wants_no_motion_sees_the_end_of_every_animation(page):
    page.front().execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    )
    page.run(HOLD)
    press(page, "animation.widen")
    page.until(lambda page: element(page, "animation.animated", "getComputedStyle(e).width") == "200px", "the bar is wide")
    press(page, "animation.note.toggle")
    page.until(lambda page: element(page, "animation.note", "true"), "the note is shown")
    assert page.run("return window.held") == []
@pytest.mark.page("transitions")
def test_a_view_that_leaves_a_sheet_is_in_front_of_it_and_stays_scrolled(page):
    page.element("transition.sheet").click()
    page.until(lambda page: page.run("return identified('transition.lines') !== null"), "the sheet is open")
    page.until(lambda page: page.run("return document.querySelector('dialog').getAnimations().length === 0"), "it stands still")
    scroller = "const e = identified('transition.lines'); const s = e.matches('.scroll') ? e : (e.querySelector('.scroll') ?? e.closest('.scroll'));"
    page.run(f"{scroller} s.scrollTop = 100")
    box = page.run(f"{scroller} const {{ x, y }} = s.getBoundingClientRect(); return [x, y]")
    page.run(PAUSE)

    page.element("transition.lines.toggle").click()

    page.until(lambda page: page.run("return document.querySelector('.leaving .scroll, .leaving.scroll') !== null"), "the lines leave")
    copy = "const c = document.querySelector('.leaving'); const s = c.matches('.scroll') ? c : c.querySelector('.scroll');"
    assert page.run(f"{copy} return c.matches(':popover-open')")
    assert page.run(f"{copy} return s.scrollTop") == 100
    assert page.run(f"{copy} const {{ x, y }} = s.getBoundingClientRect(); return [x, y]") == pytest.approx(box, abs=1)
    page.run(FINISH)
    page.until(lambda page: page.run(PICTURES) == 0, "the copy is gone")


@pytest.mark.page("transitions")
def test_a_view_moves_once_when_its_container_grows(page):
    page.element("transition.sheet").click()
    page.until(lambda page: page.run("return identified('transition.lines') !== null"), "the sheet is open")
    still = "return document.querySelector('dialog').getAnimations({ subtree: true }).length === 0"
    page.until(lambda page: page.run(still), "it stands still")
    page.element("transition.lines.toggle").click()
    page.until(lambda page: page.run("return identified('transition.lines') === null"), "the lines leave")
    page.until(lambda page: page.run(f"{PICTURES} === 0") and page.run(still), "they have left")
    before = box(page, "transition.lines.toggle")
    page.run(PAUSE)

    page.element("transition.lines.toggle").click()

    # The stack gets as wide as the sheet, and higher. The button stays in the middle, and moves up.
    page.until(lambda page: page.run("return window.started.length"), "the lines come back")
    assert box(page, "transition.lines.toggle") == near(before)
    page.run(HALF)
    half = box(page, "transition.lines.toggle")
    page.run(FINISH)
    after = box(page, "transition.lines.toggle")
    assert half[0] == pytest.approx(before[0], abs=1)
    assert after[0] == pytest.approx(before[0], abs=1)
    assert after[1] <= half[1] < before[1] - 1


# The frame of the note, and its opacity in percent.
NOTE_LOOK = """
  const { left, top, width, height } = e.getBoundingClientRect();
  return [left, top, width, height, 100 * getComputedStyle(e).opacity];
"""
NOTE_COPY = "const e = [...document.querySelectorAll('.leaving')].find((each) => each.textContent === 'Twirls in');"


@pytest.mark.page("animation")
def test_a_transition_that_is_reversed_continues_from_the_screen(page):
    note = "const e = identified('animation.note');"
    show(page, "animation.note.toggle")
    page.run(PAUSE)
    press(page, "animation.note.toggle")
    page.until(lambda page: element(page, "animation.note", "true"), "the note comes")
    page.run(HALF)
    half = page.run(note + NOTE_LOOK)
    assert half[4] == pytest.approx(50, abs=1)

    page.run("window.started = []")
    press(page, "animation.note.toggle")

    page.until(lambda page: page.run(f"{NOTE_COPY} return e !== undefined"), "the note leaves")
    assert page.run(NOTE_COPY + NOTE_LOOK) == near(half)
    page.run(HALF)
    quarter = page.run(NOTE_COPY + NOTE_LOOK)
    assert quarter[4] == pytest.approx(25, abs=1)

    page.run("window.started = []")
    press(page, "animation.note.toggle")

    page.until(lambda page: element(page, "animation.note", "true"), "the note comes back")
    assert page.run(note + NOTE_LOOK) == near(quarter)
    assert page.run(f"{NOTE_COPY} return e === undefined")
    page.run(FINISH)
    assert page.run(note + NOTE_LOOK)[4] == 100


@pytest.mark.page("animation")
def test_a_view_that_is_scaled_stays_where_it_is(page):
    show(page, "animation.heart")
    before = center(box(page, "animation.heart"))
    page.run(PAUSE)
    press(page, "animation.tap")
    scaled = "window.started.some(({ effect }) => effect.target === identified('animation.heart') && effect.getKeyframes().some(({ transform }) => transform))"
    page.until(lambda page: page.run(f"return {scaled}"), "the heart grows")
    assert center(box(page, "animation.heart")) == near(before)
    page.run(HALF)
    assert center(box(page, "animation.heart")) == near(before)
    page.run(FINISH)
    assert center(box(page, "animation.heart")) == near(before)


@pytest.mark.page("animation")
def test_dots_begin_where_they_are_and_end_beside_each_other(page):
    left = lambda name: box(page, f"animation.dot.{name}")[0]
    names = ["Smooth", "Bouncy", "Delayed", "Three times"]
    before = {name: left(name) for name in names}
    page.run(PAUSE)
    press(page, "animation.move")
    page.until(lambda page: page.run("return window.started.length") >= 8, "all dots move")
    assert {name: left(name) for name in names} == before
    page.run(FINISH)
    for name in names:
        assert left(name) == pytest.approx(before[name] + 140, abs=0.75)


@pytest.mark.page("animation")
def test_a_change_without_an_animation_ends_one_without_an_end(page):
    blinking = """
        const isEndless = ({ id, effect }) => id === "appearance" && effect.getComputedTiming().iterations === Infinity;
        const [each, ...others] = document.getAnimations().filter(isEndless);
        if (!each) return null;
        const frames = each.effect.getKeyframes().map(({ opacity }) => opacity);
        return { start: each.startTime, time: each.currentTime, frames, others: others.length };
    """
    press(page, "animation.blink")
    page.until(lambda page: (page.run(blinking) or {}).get("start") is not None, "the light blinks")
    before = page.run(blinking)
    assert before["frames"] == ["1", "0.2"] and before["others"] == 0
    press(page, "animation.rename")
    page.until(lambda page: page.run("return document.querySelector('[aria-label=Lamp]') !== null"), "another change arrives")
    page.quiet()
    after = page.run(blinking)
    assert after["frames"] == before["frames"] and after["time"] > before["time"]
    assert abs(after["start"] - before["start"]) < 0.1, "the animation goes on without a pause"
    press(page, "animation.stop")
    page.until(lambda page: page.run(blinking) is None, "the light stands still")
    opacity = page.run(
        """
        let opacity = 1;
        for (let e = document.querySelector("[aria-label=Lamp]"); e; e = e.parentElement) opacity *= getComputedStyle(e).opacity;
        return opacity;
        """
    )
    assert opacity == 1


@pytest.mark.page("transitions")
def test_tiles_that_have_left_come_back(page):
    tiles = "[...document.querySelectorAll('[data-identifier^=\"transition.sample.\"]')]"
    boxes = f"return {tiles}.map((e) => {{ {BOX} }})"
    before = page.run(boxes)
    assert len(before) == 9
    press(page, "transition.samples")
    page.until(lambda page: page.run(f"return {tiles}.length") == 0, "the tiles leave")
    page.until(lambda page: page.run(PICTURES) == 0, "they have left")
    page.run(PAUSE)
    press(page, "transition.samples")
    page.until(lambda page: page.run(f"return {tiles}.length") == 9, "the tiles come back")
    # A view fades to the opacity that it has.
    pale = "window.started.find(({ effect }) => effect.target.dataset.identifier === 'transition.sample.Pale')"
    assert page.run(f"return {pale}.effect.getKeyframes().map(({{ opacity }}) => opacity)") == ["0", "0.5"]
    page.run(FINISH)
    assert sum(page.run(boxes), []) == near(sum(before, []))
    assert page.run(f"return {tiles}.map((e) => getComputedStyle(e).opacity)") == ["1"] * 8 + ["0.5"]
