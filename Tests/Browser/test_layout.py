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
        frame, view = box(page, "layers.frame"), box(page, word)
        return all(map(near, middle(page, "layers.frame"), middle(page, word))) and all(near(frame[of], view[of]) for of in ("width", "height"))

    for word in ("layers.word.second", "layers.word.third"):
        click(page, word)
        page.until(lambda page: is_around(page, word), "the frame is around the word")


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


@pytest.mark.page("effects")
def test_a_blended_overlay_is_not_drawn_as_a_whole_before(page):
    assert element(page, "effects.blended", "getComputedStyle(e.closest('.blended')).mixBlendMode") == "multiply"
    assert element(page, "effects.blended", "getComputedStyle(e.closest('.layer')).zIndex") == "auto"
    other = "[...document.querySelectorAll('.layer:not(.behind)')].find((each) => !each.querySelector('.blended'))"
    assert page.run(f"return getComputedStyle({other}).zIndex") == "1"


@pytest.mark.page("scrolling")
def test_a_binding_has_the_position_of_a_scroll_view_and_sets_it(page):
    def line():
        return element(page, "scroll.line", "e.innerText")

    view = "(e.matches('.scroll') ? e : e.querySelector('.scroll'))"
    assert line() == "Not scrolled"
    element(page, "scroll.position", f"{view}.scrollTop = 95")
    page.until(lambda page: line() == "At line 4", "the line at the top is reported")
    element(page, "scroll.position", f"{view}.scrollTop = 100")
    element(page, "scroll.position", f"{view}.scrollTop = 150")
    page.until(lambda page: line() == "At line 6", "the next line is reported")
    click(page, "scroll.line100")
    place = f"""(v => [...v.querySelectorAll('.targets > [data-id]')].find((each) => each.innerText === 'Line 100')
        ?.getBoundingClientRect().top - v.getBoundingClientRect().top)({view})"""

    def distance():
        """The distance of line 100 from the top; None while it does not exist."""
        return element(page, "scroll.position", place)

    # Without an anchor, the view scrolls as little as possible.
    page.until(lambda page: distance() is not None and abs(distance() - 90) < 2, "line 100 is at the bottom")
    assert line() == "At line 100"
    page.run("dispatchEvent(new Event('wheel'))")
    element(page, "scroll.position", f"{view}.scrollTop = 3600")
    page.until(lambda page: line() == "At line 121", "a line behind is reported")
    click(page, "scroll.line100")
    page.until(lambda page: distance() is not None and abs(distance()) < 2, "line 100 is at the top")
    assert line() == "At line 100"


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
def test_a_shape_without_another_leaves_it_out(page):
    page.until(lambda page: element(page, "shapes.crescent", "!!e.querySelector('path')"), "the crescent is drawn")
    # The fraction of the width, in the middle of the height, at which the shape is filled or not.
    filled = """((path, box) => [0.05, 0.3, 0.5, 0.95].map((part) => path.isPointInFill(
        new DOMPoint(box.left + box.width * part, box.top + box.height / 2).matrixTransform(path.getScreenCTM().inverse()))))(
        e.querySelector('path'), e.getBoundingClientRect())"""
    assert element(page, "shapes.crescent", filled) == [True, True, False, False]


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
def test_a_view_with_a_maximum_width_and_padding_is_in_the_middle_of_a_scroll_view(page):
    scroll, view = box(page, "cards.center"), box(page, "cards.centered")
    assert near(view["width"], 120)
    assert near(view["x"] + view["right"], scroll["x"] + scroll["right"])


@pytest.mark.page("cards")
def test_a_view_with_a_maximum_width_and_padding_is_at_the_edge_of_its_stack(page):
    stack, view = box(page, "cards.lead"), box(page, "cards.leading")
    assert near(view["width"], 120)
    assert near(view["x"] - stack["x"], 10)


@pytest.mark.page("cards")
def test_a_border_around_a_row_ends_at_the_maximum_widths_of_its_views(page):
    stack, row = box(page, "cards.lead"), box(page, "cards.row")
    assert near(row["width"], 10 + 120 + 6 + 40 + 10)
    assert near(row["x"], stack["x"])


@pytest.mark.page("cards")
def test_an_image_in_the_label_of_a_link_fills_its_width(page):
    image = box(page, "cards.link.image")
    assert near(image["width"], 150)
    assert abs(image["width"] / image["height"] - 1.6) < 0.02


@pytest.mark.page("cards")
def test_a_plain_link_has_the_color_of_text(page):
    color = "getComputedStyle(e).color"
    assert element(page, "cards.plain", color) == element(page, "cards.progress", color)
    assert element(page, "cards.plain", "e.getAttribute('role')") == "link"


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
        page.quiet()
        card = box(page, "layers.card")
        assert card["width"] > 70
        assert card["height"] < 70
    finally:
        page.front().set_window_size(1100, 900)


@pytest.mark.page("sizes")
def test_a_text_with_a_priority_is_whole_where_another_ends_early(page):
    page.front().set_window_size(375, 800)
    try:
        page.until(lambda page: page.run("return innerWidth") < 400, "the window is narrow")
        page.quiet()
        needed = element(
            page,
            "sizes.kept",
            "(() => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect().width })()",
        )
        assert box(page, "sizes.kept")["width"] >= needed - 0.02
        # What is cut off are further lines.
        other = element(page, "sizes.kept", "[e.nextElementSibling.scrollHeight, e.nextElementSibling.clientHeight]")
        assert other[0] > other[1]
    finally:
        page.front().set_window_size(1100, 900)


@pytest.mark.page("text")
def test_a_text_is_cut_at_its_start_or_in_its_middle(page):
    words = "/home/strata/documents/earthquakes/report.txt"
    shown = {mode: page.run(f"return identified('text.{mode}').dataset.localTruncated ?? null") for mode in ("head", "middle", "tail")}
    assert shown["head"].startswith("…")
    assert shown["head"].endswith("report.txt")
    assert shown["middle"].startswith("/home")
    assert "…" in shown["middle"]
    assert shown["middle"].endswith(".txt")
    assert shown["tail"] is None
    for mode in ("head", "middle"):
        assert page.run(f"return identified('text.{mode}').textContent") == words, "the page has the whole text"
        width = page.run(
            f"const copy = identified('text.{mode}').cloneNode(true); copy.textContent = copy.dataset.localTruncated;"
            "copy.style.whiteSpace = 'nowrap'; copy.style.position = 'absolute'; identified('text.tail').parentElement.append(copy);"
            "const { width } = copy.getBoundingClientRect(); copy.remove(); return width"
        )
        assert 120 < width <= 181, "the cut text fills the width and fits"


@pytest.mark.page("effects")
def test_a_visual_effect_follows_the_place_of_its_view_in_a_scroll_view(page):
    # The distance from the edge of the scroll view, and the angle in degrees of the outer effect.
    state = """
      const e = identified('effects.placed.4');
      const { a, b } = new DOMMatrix(getComputedStyle(e.firstElementChild).transform);
      return [e.getBoundingClientRect().left - e.closest('.scroll').getBoundingClientRect().left, Math.atan2(b, a) * 180 / Math.PI];
    """

    def follows(page) -> bool:
        distance, angle = page.run(state)
        return angle == pytest.approx(distance / 5, abs=0.5)

    page.until(lambda page: page.run(state)[0] > 200 and follows(page), "the tile is turned by its place")
    page.run("identified('effects.places').scrollLeft = 1e6")
    page.until(lambda page: page.run(state)[0] < 200 and follows(page), "the tile is turned as it is scrolled")


@pytest.mark.page("scrolling")
def test_scrollbars_are_thin_and_hidden_indicators_take_no_space(page):
    hidden, shown = page.run("return ['.scroll.bare', '.scroll.along-y:not(.bare, .still)'].map((of) => document.querySelector(of))")
    assert page.run("return getComputedStyle(arguments[0]).scrollbarWidth", hidden) == "none"
    assert page.run("return getComputedStyle(arguments[0]).scrollbarWidth", shown) == "thin"
    assert page.run("return arguments[0].offsetHeight - arguments[0].clientHeight", hidden) == 0


@pytest.mark.page("values")
def test_labels_begin_at_the_right_edge_where_the_layout_does(page):
    page.run("document.documentElement.dir = 'rtl'")
    label = page.run(
        """
        const label = [...document.querySelectorAll('.column-wise > .control-label > .text')].find((text) => text.textContent === 'Download');
        const range = document.createRange();
        range.selectNodeContents(label);
        return [range.getBoundingClientRect().right, label.parentElement.getBoundingClientRect().right];
        """
    )
    assert near(*label)
    value, button = page.run(
        """
        const value = document.querySelector('.stepper > .text');
        return [value.getBoundingClientRect().left, value.parentElement.querySelector('.button').getBoundingClientRect().right];
        """
    )
    assert value - button > 5, "there is space between the value and its buttons"


@pytest.mark.page("sizes")
def test_views_keep_their_state_when_their_layout_changes(page):
    click(page, "layout.first")
    page.until(lambda page: page.text("layout.first") == "Foreshocks: 1", "the press is counted")
    first, second = box(page, "layout.first"), box(page, "layout.second")
    assert near(first["y"], second["y"]) and second["x"] > first["right"]
    click(page, "layout.column")
    page.until(
        lambda page: box(page, "layout.second")["y"] >= box(page, "layout.first")["bottom"]
        and near(box(page, "layout.first")["x"], box(page, "layout.second")["x"]),
        "the second button is below the first",
    )
    assert page.text("layout.first") == "Foreshocks: 1"


@pytest.mark.page("layers")
def test_glass_blurs_what_is_behind_it_and_the_pointer_has_its_style(page):
    assert element(page, "layers.crosshair", "getComputedStyle(e).cursor") == "crosshair"
    glass = "[...e.closest('.layers').querySelectorAll('*')].find(e => getComputedStyle(e).backdropFilter.startsWith('blur'))"
    assert element(page, "layers.glass", f"{glass} !== undefined")
