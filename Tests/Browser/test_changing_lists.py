"""A list from right to left in the Gallery, and one whose margin changes, in a browser."""

import time

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.app import App


@pytest.fixture
def lists(executable, tmp_path, tab):
    app = App(executable.with_name("Gallery"), tmp_path, environment={"GALLERY": "changingLists"})
    yield tab(app.start())
    app.stop()
    print(f"--- Gallery printed:\n{app.log}")


def swipe(page, element, by: float) -> None:
    """Moves a finger over an element, in eight steps."""
    page.settled(element)
    box = page.run("const { x, y, width, height } = arguments[0].getBoundingClientRect(); return { x, y, width, height }", element)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    begin = time.time() - 1
    page.touch("touchStart", begin, x, y)
    for step in range(1, 9):
        page.touch("touchMove", begin + step / 60, x + by * step / 8, y)
    page.touch("touchEnd", begin + 0.5)


def test_a_row_from_right_to_left_is_swiped_to_the_right_for_its_trailing_action(lists):
    row = lists.front().find_element("css selector", "[data-identifier='changing.mirrored'] .row")
    assert lists.run("return getComputedStyle(arguments[0]).direction", row) == "rtl"
    swipe(lists, row, 100)
    assert lists.run("return arguments[0].matches('.revealed')", row), "the trailing action is at the left"
    text = "return [...arguments[0].querySelectorAll('.text')].find((e) => e.textContent === 'Apple').getBoundingClientRect().x"
    lists.stand_still()
    shown = lists.run(text, row)
    swipe(lists, row, -100)
    lists.stand_still()
    assert lists.run("return arguments[0].matches('.revealed-leading')", row), "the leading action is at the right"
    assert shown - lists.run(text, row) == pytest.approx(88, abs=1), "the text made room for the trailing action"
    swipe(lists, row, 240)
    lists.until(lambda page: page.text("changing.action") == "Action: Archive", "a long swipe presses the trailing action")


def test_the_actions_of_two_modifiers_at_one_edge_are_side_by_side(lists):
    row = lists.front().find_element("css selector", "[data-identifier='changing.mirrored'] .row")
    swipe(lists, row, 100)
    lists.stand_still()
    boxes = """return [arguments[0], ...arguments[0].querySelectorAll(":scope > .trailing .button")]
        .map((e) => e.getBoundingClientRect()).map(({ left, right }) => [left, right])"""
    of_row, archive, mute = lists.run(boxes, row)
    assert archive[0] == pytest.approx(of_row[0], abs=1), "the action of the inner modifier is at the edge"
    assert mute[0] == pytest.approx(archive[1], abs=1)
    under = """const { top, bottom } = arguments[0].getBoundingClientRect()
        return document.elementFromPoint(arguments[1], (top + bottom) / 2).closest('.button')"""
    button = lists.run(under, row, (mute[0] + mute[1]) / 2)
    assert lists.run("return arguments[0].textContent.trim()", button) == "Mute"
    lists.run("arguments[0].click()", button)
    lists.until(lambda page: page.text("changing.action") == "Action: Mute", "the action of the outer modifier runs")


def test_actions_take_the_place_of_delete_unless_the_list_is_edited(lists):
    row = lists.front().find_element("css selector", "[data-identifier='changing.acting'] .row")
    display = "return getComputedStyle(arguments[0].querySelector(':scope > {}')).display"
    assert lists.run(display.format(".delete"), row) == "none"
    lists.run("arguments[0].focus()", row)
    lists.press(Keys.DELETE)
    lists.until(lambda page: page.text("changing.action") == "Action: Remove Cherry", "the key presses the action that deletes")
    lists.element("changing.edit").click()
    lists.until(lambda page: page.run(display.format(".delete"), row) != "none", "Delete is there in edit mode")
    assert lists.run(display.format(".swipe-actions"), row) == "none"
    lists.run("arguments[0].focus()", row)
    lists.press(Keys.DELETE)
    lists.until(lambda page: page.text("changing.action") == "Action: Delete 1", "the key deletes the row")


def test_an_action_has_its_tint(lists):
    def color(title: str) -> str:
        button = f"[...document.querySelectorAll('.swipe-actions > button')].find((e) => e.textContent.trim() === '{title}')"
        return lists.run(f"return getComputedStyle({button}).backgroundColor")

    assert color("Flag") != color("Archive")
    assert color("Pin") == color("Archive")


def test_the_check_mark_of_a_selected_row_has_the_tint_of_the_list(lists):
    rows = "document.querySelectorAll(\"[data-identifier='changing.tinted'] .row\")"
    mark, unselected = lists.run(f"return [...{rows}].map((row) => getComputedStyle(row, '::before').backgroundColor)")
    tint = """
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.background = "light-dark(var(--green), color-mix(in srgb, var(--green) 66%, #000))";
        const color = getComputedStyle(probe).backgroundColor;
        probe.remove();
        return color;
    """
    assert mark == lists.run(tint)
    assert unselected == "rgba(0, 0, 0, 0)"


def test_a_margin_that_is_removed_leaves_nothing_in_the_list(lists):
    padding = "return getComputedStyle(identified('changing.list')).paddingTop"
    before = lists.run(padding)
    lists.element("changing.margin").click()
    lists.until(lambda page: page.run(padding) == "40px", "the list has a margin")
    lists.element("changing.margin").click()
    lists.until(lambda page: page.run(padding) == before, "the margin is gone")
    assert lists.run("return identified('changing.list').style.getPropertyValue('--row-height')"), "the height of the rows stays"


def test_the_button_of_a_row_keeps_the_focus_while_the_row_changes(lists):
    row = lists.front().find_element("css selector", "[data-identifier='changing.list'] .row")
    ActionChains(lists.front()).move_to_element(lists.settled(row)).perform()
    lists.run("window.part = arguments[0].querySelector(':scope > .delete'); part.focus()", row)
    assert lists.run("return document.activeElement === part")
    lists.run("identified('changing.margin').click()")
    colored = "return arguments[0].style.getPropertyValue('--line') !== ''"
    lists.until(lambda page: page.run(colored, row), "the row has a line of another color")
    assert lists.run("return document.activeElement === part")
