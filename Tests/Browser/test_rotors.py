"""Rotors: the menu of the parts of a page, between which the user jumps."""

import pytest
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.page("rotors")


def open_menu(page) -> list[str]:
    """Opens the menu by its shortcut, and returns the titles of the rotors."""
    # A later report of scrolling would close the menu.
    page.quiet()
    page.press(Keys.ALT, "r")
    page.until(lambda page: page.run("return document.querySelector('.rotors .menu-items').matches(':popover-open')"), "the menu opens")
    return page.run("return [...document.querySelectorAll('.rotors > .menu > .menu-items > .menu > button')].map((e) => e.textContent)")


def labels(page, title: str) -> list[str]:
    """Returns the labels of the entries of a rotor."""
    return page.run(
        """
        const button = [...document.querySelectorAll(".rotors .menu-items > .menu > button")].find((e) => e.textContent === arguments[0]);
        return [...button.nextElementSibling.children].map((e) => e.textContent);
        """,
        title,
    )


def choose(page, title: str, label: str) -> None:
    """Opens the menu and chooses an entry by the keyboard alone."""
    titles = open_menu(page)
    page.press(Keys.HOME)
    for _ in range(titles.index(title)):
        page.press(Keys.ARROW_DOWN)
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda page: page.run("return document.querySelectorAll('.rotors .menu-items:popover-open').length") == 2, "the rotor opens")
    for _ in range(labels(page, title).index(label)):
        page.press(Keys.ARROW_DOWN)
    page.press(Keys.ENTER)


# The identifier of the element that has the focus, if it is in sight.
FOCUSED = """
  const e = document.activeElement;
  const box = e.getBoundingClientRect();
  const list = e.closest(".list, .scroll")?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  return box.bottom > list.top && box.top < list.bottom && box.height > 0 ? (e.dataset.identifier ?? null) : null;
"""


def moves_to(page, identifier: str) -> None:
    page.until(lambda page: page.run(FOCUSED) == identifier, f"the focus moves to {identifier}, which is in sight")


def test_the_menu_has_the_rotors_of_the_app_and_those_of_the_page(page):
    titles = open_menu(page)
    assert titles[:4] == ["Steep falls", "Every hundredth day", "Volcanoes", "Years"]
    assert {"Headings", "Landmarks", "Links", "Lists", "Controls"} <= set(titles[4:])
    assert labels(page, "Every hundredth day") == [f"Day {day:,}" for day in range(100, 1001, 100)]
    assert labels(page, "Years") == ["1912", "1991", "2008"]
    assert "Main content" in labels(page, "Landmarks")
    assert "Rotors" in labels(page, "Headings")


def test_an_entry_scrolls_to_a_row_that_did_not_exist_and_gives_it_the_focus(page):
    assert page.run("return identified('rotor.day900')") is None
    choose(page, "Every hundredth day", "Day 900")
    moves_to(page, "rotor.day900")
    choose(page, "Every hundredth day", "Day 100")
    moves_to(page, "rotor.day100")


def test_an_entry_for_a_value_moves_to_the_view_with_its_id(page):
    assert page.run("return identified('rotor.mountain120')") is None
    choose(page, "Volcanoes", "Mountain 120")
    moves_to(page, "rotor.mountain120")


def test_an_entry_for_a_range_selects_the_text(page):
    choose(page, "Years", "1991")
    moves_to(page, "rotor.text")
    assert page.run("return getSelection().toString()") == "1991"


def test_a_rotor_of_the_page_moves_the_focus(page):
    choose(page, "Landmarks", "Main content")
    page.until(lambda page: page.run("return document.activeElement.matches('main')"), "the focus moves to the main content")
    page.press(Keys.TAB)
    assert page.run("return document.querySelector('main').hasAttribute('tabindex')") is False


def test_escape_returns_the_focus(page):
    page.run("identified('rotor.mountain1').focus()")
    open_menu(page)
    page.press(Keys.ESCAPE)
    moves_to(page, "rotor.mountain1")
    assert page.run("return document.querySelector('.rotors .menu-items').matches(':popover-open')") is False


def test_the_button_is_the_first_stop_and_visible_while_it_has_the_focus(page):
    width = "return document.querySelector('.rotors').getBoundingClientRect().width"
    assert page.run(width) <= 1
    page.press(Keys.TAB)
    assert page.run("return document.activeElement.dataset.identifier") == "rotors"
    assert page.run(width) > 20
    page.press(Keys.ENTER)
    page.until(lambda page: page.run("return document.querySelector('.rotors .menu-items').matches(':popover-open')"), "the menu opens")


@pytest.mark.page("focus")
def test_for_the_app_the_focus_stays_where_it_is_while_the_menu_is_open(page):
    page.run("identified('focus.name').focus()")
    page.until(lambda page: page.text("focus.state") == "Focus: name", "the field has the focus")
    page.run(
        """
        const state = identified("focus.state");
        window.states = [];
        new MutationObserver(() => states.push(state.textContent)).observe(state, { subtree: true, childList: true, characterData: true });
        """
    )
    open_menu(page)
    page.press(Keys.ESCAPE)
    moves_to(page, "focus.name")
    page.press(Keys.TAB)
    page.until(lambda page: page.text("focus.state") == "Focus: city", "the next field has the focus")
    assert "Focus: none" not in page.run("return states")


@pytest.mark.page("accessibility")
def test_rotors_do_not_find_what_an_element_that_ignores_its_children_is_made_of(page):
    stars = page.run("return [...identified('accessibility.rating').children].map((e) => e.ariaHidden)")
    assert stars == ["true"] * 5
    assert "Images" in open_menu(page)
    images = labels(page, "Images")
    assert "Rating" in images
    assert [label for label in images if "star" in label.lower()] == []


@pytest.mark.page("sheets")
def test_in_a_sheet_the_menu_has_the_parts_of_the_sheet(page):
    opener = page.text("presentation.sheet")
    page.settled(page.element("presentation.sheet")).click()
    page.until(lambda page: page.front().find_elements("css selector", "dialog[open]"), "the sheet opens")
    # Under the pointer, an entry would open its submenu, which Escape closes first.
    pointer = ActionBuilder(page.front())
    pointer.pointer_action.move_to_location(1, 1)
    pointer.perform()
    open_menu(page)
    entries = labels(page, "Controls")
    assert entries
    assert opener not in entries
    assert page.run("return document.querySelector('.rotors').closest('dialog') !== null")
    page.press(Keys.ESCAPE)
    page.until(lambda page: page.run("return document.querySelector('.rotors').parentElement === document.body"), "the menu closes")
    assert page.front().find_elements("css selector", "dialog[open]"), "Escape closes the menu, not the sheet"
