"""Lazy stacks and grids, and a list of a million rows, in the Gallery."""

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from test_layout import box, click, element, near


pytestmark = pytest.mark.page("lazy")

SCROLLER = "document.querySelector('[data-identifier=\"%s\"]')"


def visible(page, scroller: str, prefix: str) -> list[int]:
    """Returns the numbers of the views whose identifier has a prefix and that are visible in a scroller, in order."""
    return page.run(
        """
        const [name, prefix] = arguments;
        const view = document.querySelector(`[data-identifier="${name}"]`).getBoundingClientRect();
        return [...document.querySelectorAll(`[data-identifier^="${prefix}"]`)].filter((each) => {
          const box = each.getBoundingClientRect();
          return box.bottom > view.top + 1 && box.top < view.bottom - 1 && box.right > view.left + 1 && box.left < view.right - 1;
        }).map((each) => Number(each.dataset.identifier.slice(prefix.length))).filter((number) => !Number.isNaN(number));
        """,
        scroller, prefix)


def numbers(page, scroller: str) -> list[int]:
    """Returns the numbers of the visible rows of the list, in order."""
    return page.run(
        """
        const list = document.querySelector(`[data-identifier="${arguments[0]}"]`);
        const view = list.getBoundingClientRect();
        return [...list.querySelectorAll(".row")].filter((row) => {
          const box = row.getBoundingClientRect();
          return box.bottom > view.top + 1 && box.top < view.bottom - 1;
        }).map((row) => Number(row.innerText.replace("Row ", "")));
        """,
        scroller)


def made(page, prefix: str) -> int:
    return page.run("return document.querySelectorAll(`[data-identifier^=\"${arguments[0]}\"]`).length", prefix)


def scroll(page, scroller: str, property: str, position: str) -> None:
    page.run(f"const e = {SCROLLER % scroller}; e.scrollIntoView({{ block: 'center' }}); e.{property} = {position}")


def is_filled(page, scroller: str) -> bool:
    """Whether no gap is visible in a scroller."""
    return page.run(
        """
        const view = document.querySelector(`[data-identifier="${arguments[0]}"]`).getBoundingClientRect();
        return [...document.querySelectorAll(`[data-identifier="${arguments[0]}"] :is(.gap, .gap-lines)`)].every((gap) => {
          const box = gap.getBoundingClientRect();
          return box.height === 0 || box.width === 0 || box.bottom <= view.top + 1 || box.top >= view.bottom - 1
            || box.right <= view.left + 1 || box.left >= view.right - 1;
        });
        """,
        scroller)


# For each row of a list, the remainder of its number by 2, and whether the row has a background.
STRIPES = """
    return [...document.querySelectorAll(`[data-identifier="${arguments[0]}"] .row:not(:hover)`)]
      .map((row) => [Number(row.innerText.replace("Row ", "")) % 2, getComputedStyle(row).backgroundColor !== "rgba(0, 0, 0, 0)"]);
"""


def are_consecutive(values: list[int]) -> bool:
    return len(values) > 1 and values == list(range(values[0], values[0] + len(values)))


def test_a_lazy_stack_makes_the_rows_near_the_visible_ones(page):
    assert 0 < made(page, "lazy.row") < 200
    scroll(page, "lazy.column", "scrollTop", "e.scrollHeight / 2")
    page.until(lambda page: is_filled(page, "lazy.column") and are_consecutive(visible(page, "lazy.column", "lazy.row")), "the rows in the middle")
    assert 45_000 < visible(page, "lazy.column", "lazy.row")[0] < 55_000
    assert made(page, "lazy.row") < 200


def test_the_header_of_a_section_stays_above_its_rows(page):
    # In the middle of a section, whose header is at its own place at the start.
    scroll(page, "lazy.column", "scrollTop", "e.scrollHeight * 0.375")
    page.until(lambda page: is_filled(page, "lazy.column") and visible(page, "lazy.column", "lazy.row"), "the rows in the middle")
    section = (visible(page, "lazy.column", "lazy.row")[1] - 1) // 1_000
    header = element(page, f"lazy.header{section}", "e.closest('.section-header').getBoundingClientRect().top")
    assert near(header, box(page, "lazy.column")["y"])


def test_a_stack_is_scrolled_to_its_end(page):
    scroll(page, "lazy.column", "scrollTop", "e.scrollHeight")
    page.until(lambda page: is_filled(page, "lazy.column") and visible(page, "lazy.column", "lazy.row")[-1:] == [100_000], "the last row")


def test_rows_are_read_without_gaps_or_repetitions(page):
    scroll(page, "lazy.column", "scrollTop", "0")
    seen = []
    for _ in range(60):
        page.until(lambda page: is_filled(page, "lazy.column"), "the rows are there")
        seen += [row for row in visible(page, "lazy.column", "lazy.row") if row not in seen]
        page.run(f"{SCROLLER % 'lazy.column'}.scrollTop += 200")
    assert len(seen) > 150
    assert are_consecutive(seen)


def test_a_proxy_scrolls_to_a_row_that_is_not_made(page):
    click(page, "lazy.to77777")
    page.until(lambda page: 77_777 in visible(page, "lazy.column", "lazy.row"), "the row is visible")

    def distance(page) -> float:
        view, row = box(page, "lazy.column"), box(page, "lazy.row77777")
        return abs(row["y"] + row["height"] / 2 - view["y"] - view["height"] / 2)

    page.until(lambda page: distance(page) < 3, "the row is in the middle")
    click(page, "lazy.to5000")
    page.until(lambda page: 5_000 in visible(page, "lazy.column", "lazy.row") and is_filled(page, "lazy.column"), "an animated scroll arrives")
    click(page, "lazy.top")
    page.until(lambda page: 1 in visible(page, "lazy.column", "lazy.row"), "the first row is visible again")


def test_rows_inserted_above_do_not_move_the_page(page):
    click(page, "lazy.to77777")
    page.until(lambda page: 77_777 in visible(page, "lazy.column", "lazy.row"), "the row is visible")
    before = box(page, "lazy.row77777")["y"]
    rows = visible(page, "lazy.column", "lazy.row")
    click(page, "lazy.insert")
    click(page, "lazy.insert")
    page.quiet()
    page.until(lambda page: near(box(page, "lazy.row77777")["y"], before), "the row is where it was")
    assert visible(page, "lazy.column", "lazy.row") == rows


def test_a_horizontal_stack(page):
    assert made(page, "lazy.card") < 200
    scroll(page, "lazy.line", "scrollLeft", "e.scrollWidth / 2")
    page.until(lambda page: is_filled(page, "lazy.line") and are_consecutive(visible(page, "lazy.line", "lazy.card")), "the cards in the middle")
    assert 4_000 < visible(page, "lazy.line", "lazy.card")[0] < 6_000
    click(page, "lazy.lastCard")
    page.until(lambda page: visible(page, "lazy.line", "lazy.card")[-1:] == [9_999], "the last card")


def columns(page) -> list[list[int]]:
    """Returns the visible tiles, line by line."""
    tiles = visible(page, "lazy.tiles", "lazy.tile")
    lines: dict[int, list[int]] = {}
    for tile in tiles:
        lines.setdefault(round(box(page, f"lazy.tile{tile}")["y"]), []).append(tile)
    return list(lines.values())


def test_the_lines_of_a_grid_are_whole_after_a_gap(page):
    count = len(columns(page)[0])
    assert count > 3
    click(page, "lazy.to5003")
    page.until(lambda page: 5_003 in visible(page, "lazy.tiles", "lazy.tile") and is_filled(page, "lazy.tiles"), "the tile is visible")
    page.until(lambda page: near(box(page, "lazy.tile5003")["y"], box(page, "lazy.tiles")["y"]), "the tile is at the top")
    page.quiet()
    for line in columns(page):
        assert line[0] % count == 0
        assert line == list(range(line[0], line[0] + count))
    click(page, "lazy.lastTile")
    page.until(lambda page: visible(page, "lazy.tiles", "lazy.tile")[-1:] == [9_999], "the last tile")
    assert all(line[0] % count == 0 for line in columns(page))


def test_a_grid_has_whole_lines_in_a_narrower_window(page):
    click(page, "lazy.to5003")
    page.until(lambda page: 5_003 in visible(page, "lazy.tiles", "lazy.tile"), "the tile is visible")
    page.front().set_window_size(600, 900)
    try:
        page.until(lambda page: is_filled(page, "lazy.tiles") and (lines := columns(page))
                   and all(line[0] % len(lines[0]) == 0 for line in lines), "lines begin with multiples")
    finally:
        page.front().set_window_size(1100, 900)


def test_the_end_key_reaches_the_last_of_a_million_rows(page):
    page.run(f"{SCROLLER % 'million.list'}.scrollIntoView({{ block: 'center' }})")
    listed = page.front().find_element("css selector", "[data-identifier='million.list']")
    listed.find_element("css selector", ".row").click()
    ActionChains(page.front()).send_keys(Keys.END).perform()
    page.until(lambda page: is_filled(page, "million.list") and numbers(page, "million.list")[-1:] == [999_999], "the last row")
    assert are_consecutive(numbers(page, "million.list"))
    listed.find_element("css selector", ".row:last-child").click()
    ActionChains(page.front()).send_keys(Keys.HOME).perform()
    page.until(lambda page: numbers(page, "million.list")[:1] == [0], "the first row")


def test_the_scroll_bar_leads_to_any_of_a_million_rows(page):
    # Where the scroll bar is dragged, the browser sets the position.
    for share in [0.25, 0.5, 0.9, 0.999]:
        scroll(page, "million.list", "scrollTop", f"(e.scrollHeight - e.clientHeight) * {share}")
        page.until(lambda page: is_filled(page, "million.list") and are_consecutive(numbers(page, "million.list")), "rows fill the list")
        assert {tuple(each) for each in page.run(STRIPES, "million.list")} == {(0, False), (1, True)}
        assert abs(numbers(page, "million.list")[0] - share * 1_000_000) < 200
    scroll(page, "million.list", "scrollTop", "e.scrollHeight")
    page.until(lambda page: is_filled(page, "million.list") and numbers(page, "million.list")[-1:] == [999_999], "the last row")
    last = f"return [...{SCROLLER % 'million.list'}.querySelectorAll('.row')].at(-1).getBoundingClientRect().bottom"
    page.until(lambda page: abs(page.run(last) - box(page, "million.list")["bottom"]) < 2, "the last row is at the end of the list")


def test_rows_near_the_end_of_a_million_are_read_one_by_one(page):
    scroll(page, "million.list", "scrollTop", "e.scrollHeight")
    page.until(lambda page: numbers(page, "million.list")[-1:] == [999_999], "the last row")
    seen = set()
    for _ in range(40):
        page.until(lambda page: is_filled(page, "million.list"), "the rows are there")
        seen.update(numbers(page, "million.list"))
        page.run(f"{SCROLLER % 'million.list'}.scrollTop -= 150")
    assert sorted(seen) == list(range(min(seen), 1_000_000))
    assert len(seen) > 120


def test_a_proxy_scrolls_to_any_of_a_million_rows(page):
    click(page, "million.to654321")
    page.until(lambda page: 654_321 in numbers(page, "million.list"), "the row is visible")
    page.until(lambda page: are_consecutive(numbers(page, "million.list")), "its neighbors are visible")
    click(page, "million.last")
    page.until(lambda page: numbers(page, "million.list")[-1:] == [999_999], "the last row")
