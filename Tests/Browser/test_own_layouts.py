"""Layouts of the Gallery's own, which the server computes with the sizes that the page measures, in a browser."""

import pytest

pytestmark = pytest.mark.page("layouts")

# The frames of the elements with an identifier, without the transforms of animations.
FRAMES = """
  const layout = (e) => e.closest(".slot")?.parentElement.getBoundingClientRect() ?? { left: 0, top: 0 };
  return [...document.querySelectorAll(`[data-identifier="${arguments[0]}"]`)].map((e) => {
    const slot = (e.closest(".slot") ?? e).getBoundingClientRect();
    return { x: slot.left - layout(e).left, y: slot.top - layout(e).top, width: slot.width, height: slot.height, text: e.innerText,
             lines: Math.round(e.getBoundingClientRect().height / 20), left: slot.left, right: slot.right, top: slot.top, bottom: slot.bottom,
             isShown: e.checkVisibility({ visibilityProperty: true }) };
  });
"""


def frames(page, identifier: str) -> list[dict]:
    return page.run(FRAMES, identifier)


def are_placed(page, identifier: str) -> bool:
    return page.run("return document.querySelector('.slot.unplaced') === null") and all(each["isShown"] for each in frames(page, identifier))


def lines(views: list[dict]) -> list[list[str]]:
    """The texts of the views, by the line in which they are."""
    return [[view["text"] for view in views if view["y"] == top] for top in sorted({view["y"] for view in views})]


def is_near(a: float, b: float) -> bool:
    return abs(a - b) < 1


def overlap(a: dict, b: dict) -> bool:
    return a["left"] < b["right"] - 0.5 and b["left"] < a["right"] - 0.5 and a["top"] < b["bottom"] - 0.5 and b["top"] < a["bottom"] - 0.5


def test_tags_wrap_at_the_width_of_the_window(page):
    page.until(lambda page: are_placed(page, "layouts.tag"), "the tags have places")
    wide = frames(page, "layouts.tag")
    size = page.front().get_window_size()
    page.front().set_window_size(500, 900)
    try:
        page.until(
            lambda page: len(lines(frames(page, "layouts.tag"))) > len(lines(wide))
            and all(tag["right"] <= page.run("return innerWidth") for tag in frames(page, "layouts.tag")),
            "the tags wrap in a narrow window",
        )
        narrow = page.stand_still() and frames(page, "layouts.tag")
        assert [tag["text"] for tag in narrow] == [tag["text"] for tag in wide]
        assert not any(overlap(a, b) for index, a in enumerate(narrow) for b in narrow[index + 1 :])
        # No tag is narrower than its text.
        assert all(is_near(a["width"], b["width"]) for a, b in zip(narrow, wide, strict=True))
    finally:
        page.front().set_window_size(size["width"], size["height"])
    page.until(lambda page: lines(frames(page, "layouts.tag")) == lines(wide), "the tags are where they were")


def test_a_new_tag_is_placed_and_moves_the_others(page):
    page.until(lambda page: are_placed(page, "layouts.tag"), "the tags have places")
    before = frames(page, "layouts.tag")
    page.element("layouts.add").click()
    page.until(
        lambda page: len(frames(page, "layouts.tag")) == len(before) + 1 and are_placed(page, "layouts.tag"), "the new tag has a place")
    page.stand_still()
    after = frames(page, "layouts.tag")
    assert is_near(after[0]["x"], 0)
    assert is_near(after[0]["y"], 0)
    assert is_near(after[1]["x"], after[0]["width"] + 8)


def test_the_layout_changes_and_the_views_stay(page):
    page.until(lambda page: are_placed(page, "layouts.tag"), "the tags have places")
    page.run("document.querySelector('[data-identifier=\"layouts.tag\"]').isTheSame = true")
    page.element("layouts.round").click()

    def middles(page) -> list[tuple[float, float]]:
        return [(tag["x"] + tag["width"] / 2, tag["y"] + tag["height"] / 2) for tag in frames(page, "layouts.tag")]

    def is_circle(page) -> bool:
        places = middles(page)
        x = sum(place[0] for place in places) / len(places)
        y = sum(place[1] for place in places) / len(places)
        radii = [((place[0] - x) ** 2 + (place[1] - y) ** 2) ** 0.5 for place in places]
        return min(radii) > 50 and max(radii) - min(radii) < 2

    page.until(is_circle, "the tags are on a circle")
    assert page.run("return document.querySelector('[data-identifier=\"layouts.tag\"]').isTheSame") is True


def test_views_are_as_wide_as_the_widest(page):
    page.until(lambda page: are_placed(page, "layouts.equal"), "the buttons have places")
    buttons = page.run(
        "return [...document.querySelectorAll('[data-identifier=\"layouts.equal\"]')].map((e) => e.getBoundingClientRect().width)")
    assert len(buttons) == 3
    assert max(buttons) - min(buttons) < 1


def test_a_guide_indents_a_view(page):
    page.until(lambda page: are_placed(page, "layouts.indented"), "the views have places")
    heading, indented = frames(page, "layouts.heading")[0], frames(page, "layouts.indented")[0]
    assert is_near(indented["left"] - heading["left"], 20)
    assert is_near(indented["top"] - heading["bottom"], 4)


def test_a_guide_inside_another_stack_aligns_it(page):
    page.until(lambda page: are_placed(page, "layouts.aligned"), "the views have places")
    title, aligned = page.run(
        """
        return ["layouts.title", "layouts.aligned"].map((name) => {
          const { top, height } = document.querySelector(`[data-identifier="${name}"]`).getBoundingClientRect();
          return top + height / 2;
        });
        """
    )
    assert is_near(title, aligned)
