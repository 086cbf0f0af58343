"""Layout and drawing in the Gallery, in a browser."""

import re

import pytest
from selenium.webdriver import ActionChains

BOX = "(({ x, y, width, height, right, bottom }) => ({ x, y, width, height, right, bottom }))(e.getBoundingClientRect())"


def element(page, identifier: str, expression: str):
    """Returns the value of a JavaScript expression about `e`, the element with an identifier."""
    return page.run(f"const e = document.querySelector('[data-identifier=\"{identifier}\"]'); return {expression}")


def box(page, identifier: str) -> dict:
    return element(page, identifier, BOX)


def click(page, identifier: str) -> None:
    page.run(f"document.querySelector('[data-identifier=\"{identifier}\"]').scrollIntoView({{ block: 'center' }})")
    page.front().find_element("css selector", f"[data-identifier='{identifier}']").click()


def near(a: float, b: float) -> bool:
    return abs(a - b) < 1


@pytest.mark.page("layers")
def test_an_overlay_is_at_the_corner_of_its_view(page):
    badge = box(page, "layers.badge")
    view = element(page, "layers.badge", f"(e => {BOX})(e.closest('.layers'))")
    assert near(badge["right"], view["right"])
    assert near(badge["y"], view["y"])
    assert near(view["width"], 44)


@pytest.mark.page("layers")
def test_an_overlay_follows_the_anchor_of_the_selected_view(page):
    def middle(page, identifier: str) -> tuple[float, float]:
        place = box(page, identifier)
        return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2

    def is_around(page, word: str) -> bool:
        return element(page, "layers.frame", "e !== null") and all(map(near, middle(page, "layers.frame"), middle(page, word)))

    for word in ("layers.word.second", "layers.word.third"):
        click(page, word)
        page.until(lambda page: is_around(page, word), "the frame is around the word")
        assert near(box(page, "layers.frame")["width"], box(page, word)["width"])
        assert near(box(page, "layers.frame")["height"], box(page, word)["height"])


@pytest.mark.page("layers")
def test_modifiers_of_several_views_apply_to_each(page):
    padding = element(page, "layers.third", f"(e => {BOX})(e.parentElement)")
    text = box(page, "layers.third")
    assert near(text["x"] - padding["x"], 4)
    assert near(padding["height"] - text["height"], 8)
    assert element(page, "layers.third", "e.parentElement.innerText") == "its own padding"


@pytest.mark.page("grids")
def test_cells_of_a_grid_are_aligned_and_as_wide_as_there_is_space(page):
    first, second = box(page, "grid.cell0"), box(page, "grid.cell1")
    grid = box(page, "grid.lazy")
    assert near(first["y"], second["y"])
    assert near(first["width"], second["width"])
    assert near(second["x"] - first["right"], 10)
    assert first["width"] >= 90
    columns = round((grid["width"] + 10) / (first["width"] + 10))
    assert near(columns * (first["width"] + 10) - 10, grid["width"])


@pytest.mark.page("grids")
def test_columns_of_a_grid_have_their_alignment(page):
    place, magnitude = box(page, "grid.place"), box(page, "grid.magnitude")
    header = page.run("return [...document.querySelectorAll('.grid-row .text')].filter((e) => e.innerText === 'Magnitude')[0].getBoundingClientRect().right")
    assert near(magnitude["right"], header)
    assert magnitude["x"] > place["right"]


@pytest.mark.page("scrolling")
def test_a_reader_passes_its_size_to_its_content(page):
    page.until(lambda page: element(page, "scroll.half", "!!e"), "the size is reported")
    reader, half = box(page, "scroll.reader"), box(page, "scroll.half")
    assert near(half["width"], reader["width"] / 2)
    assert near(half["height"], 40)
    page.front().set_window_size(700, 800)
    try:
        page.until(lambda page: near(box(page, "scroll.half")["width"], box(page, "scroll.reader")["width"] / 2)
                   and not near(box(page, "scroll.reader")["width"], reader["width"]), "the content follows the window")
    finally:
        page.front().set_window_size(1100, 900)


@pytest.mark.page("sizes")
def test_a_view_knows_how_far_it_is_scrolled(page):
    # The identifier belongs to the border around the scroll view.
    view = "e.querySelector('.scroll')"

    def offset(page) -> float:
        return element(page, "sizes.scroll", f"{view}.scrollTop")

    page.until(lambda page: page.text("sizes.offset") == "Scrolled by 0 points", "the first location is reported")
    for top in [37, 120, 5]:
        element(page, "sizes.scroll", f"{view}.scrollTo(0, {top})")
        page.until(lambda page: offset(page) == top, "the view is scrolled")
        page.until(lambda page: page.text("sizes.offset") == f"Scrolled by {top} points", "the new location is reported")


@pytest.mark.page("sizes")
def test_a_view_knows_its_place_in_a_named_space(page):
    page.until(lambda page: (page.text("sizes.place") or "").startswith("At 30, 12 of the board"), "the place is reported")
    reader = page.element("sizes.reader")
    page.run("arguments[0].scrollIntoView({ block: 'center' })", reader)
    width, height = reader.rect["width"], reader.rect["height"]
    ActionChains(page.front()).move_to_element_with_offset(reader, int(5 - width / 2), int(8 - height / 2)).click().perform()

    def pressed(page) -> list[int]:
        return [int(number) for number in re.findall(r"-?\d+", (page.text("sizes.place") or "").partition("pressed at")[2])]

    page.until(lambda page: pressed(page) != [0, 0], "the press is reported")
    assert all(abs(a - b) <= 1 for a, b in zip(pressed(page), [35, 20], strict=True)), pressed(page)


@pytest.mark.page("scrolling")
def test_a_proxy_scrolls_to_a_row(page):
    def row(number):
        """The distances of a row from the top and the bottom; None while the lazy stack has not made it."""
        return page.run(
            """
            const [view, row] = [...arguments].map((name) => identified(name)?.getBoundingClientRect());
            return view && row ? [row.y - view.y, view.bottom - row.bottom] : null;
            """, "scroll.rows", f"scroll.row{number}")

    click(page, "scroll.to40")
    page.until(lambda page: (place := row(40)) and abs(place[0] - place[1]) < 3, "row 40 is in the middle")
    click(page, "scroll.first")
    page.until(lambda page: (place := row(1)) and near(place[0], 0), "row 1 is at the top")


@pytest.mark.page("scrolling")
def test_scrolling_ends_at_a_card_whose_width_is_relative(page):
    page.run("document.querySelector('[data-identifier=\"scroll.cards\"]').scrollIntoView({ block: 'center' })")
    view, card = box(page, "scroll.cards"), box(page, "scroll.card1")
    # A view that scrolls sideways is as high as its content and its scroll bar where the page scrolls.
    assert 0 <= view["height"] - card["height"] < 20
    assert near(card["width"], (view["width"] - 24) / 3 * 2 + 12)
    assert near(box(page, "scroll.card2")["x"] - card["right"], 12)
    element(page, "scroll.cards", "e.scrollBy({ left: e.clientWidth / 2, behavior: 'instant' })")
    page.until(lambda page: near(box(page, "scroll.card2")["x"], view["x"]), "the second card is at the edge")


@pytest.mark.page("scrolling")
def test_the_first_alternative_that_fits_is_shown(page):
    def shown():
        return page.run("return [...document.querySelectorAll(\".fitting > :not(.unfit)\")].map((e) => e.innerText)")

    page.until(lambda page: shown()[0].startswith("A long title"), "the long title is shown")
    page.front().set_window_size(500, 800)
    try:
        page.until(lambda page: shown() == ["A short title"], "the short title is shown")
    finally:
        page.front().set_window_size(1100, 900)
    page.until(lambda page: shown()[0].startswith("A long title"), "the long title is shown again")


@pytest.mark.page("shapes")
def test_a_shape_of_the_app_is_drawn_in_its_size(page):
    page.until(lambda page: element(page, "shapes.star", "!!e.querySelector('path')"), "the star is drawn")
    star = box(page, "shapes.star")
    drawn = element(page, "shapes.star", f"(e => {BOX})(e.querySelector('path'))")
    assert near(drawn["y"], star["y"])
    assert near(drawn["x"] + drawn["width"] / 2, star["x"] + star["width"] / 2)
    assert near(drawn["height"], 36 + 36 * 0.809)


@pytest.mark.page("shapes")
def test_a_trimmed_ring_follows_its_value(page):
    def length():
        return page.run("return getComputedStyle(document.querySelector('circle[pathLength=\"1\"]')).strokeDasharray")

    assert length().startswith("0.65")
    click(page, "shapes.more")
    page.until(lambda page: length().startswith("0.75"), "the ring is longer")
    assert element(page, "shapes.percent", "e.innerText") == "75%"


@pytest.mark.page("cards")
def test_a_card_is_as_wide_as_its_column_and_a_badge_is_at_its_end(page):
    banner, card = box(page, "cards.banner"), box(page, "cards.Noto")
    assert near(banner["width"], card["width"])
    assert 100 < banner["height"] < 250
    right = page.run("return [...document.querySelector('[data-identifier=\"cards.Noto\"]').querySelectorAll('.text')].at(-1).getBoundingClientRect().right")
    assert near(card["right"] - right, 12 + 10)


@pytest.mark.page("cards")
def test_a_tile_keeps_its_proportions(page):
    tile, next_tile = box(page, "cards.tile0"), box(page, "cards.tile1")
    assert abs(tile["width"] / tile["height"] - 1.6) < 0.02
    assert near(next_tile["x"] - tile["right"], 10)


@pytest.mark.page("cards")
def test_what_is_in_a_scroll_view_fills_its_width(page):
    scroll, text = box(page, "cards.scroll"), box(page, "cards.right")
    assert near(scroll["height"], 240)
    assert scroll["right"] - text["right"] < 40


@pytest.mark.page("cards")
def test_a_reader_behind_a_view_has_its_size(page):
    page.until(lambda page: element(page, "cards.bar", "!!e"), "the size is reported")
    view, bar = box(page, "cards.progress"), box(page, "cards.bar")
    assert near(bar["width"], view["width"] * 0.4)
    assert near(bar["height"], view["height"])


@pytest.mark.page("cards")
def test_a_text_on_a_filled_shape_is_in_front_of_it(page):
    page.run("document.querySelector('[data-identifier=\"cards.tile0\"]').scrollIntoView({ block: 'center' })")
    front = page.run(
        "const text = document.querySelector('[data-identifier=\"cards.tile0\"] .text').getBoundingClientRect();"
        "return document.elementFromPoint(text.x + text.width / 2, text.y + text.height / 2).className"
    )
    assert front.startswith("text")


@pytest.mark.page("layers")
def test_words_in_a_narrow_row_stay_whole(page):
    page.front().set_window_size(500, 800)
    try:
        page.until(lambda page: page.run("return innerWidth") < 510, "the window is narrow")
        card = box(page, "layers.card")
        assert card["width"] > 70
        assert card["height"] < 70
    finally:
        page.front().set_window_size(1100, 900)
