"""Undo and redo of a window by the keyboard, beside the browser's own undo in fields."""

import pytest
from selenium.webdriver.common.keys import Keys

from harness.page import gallery_query
from test_scenes import field_value


@pytest.fixture
def state(gallery, tab):
    return tab(gallery, gallery_query("state"))


def shows(page, points: int) -> None:
    page.until(lambda page: page.text("undo.score") == f"Score {points}", f"the score is {points}")


def score(page, points: int) -> None:
    page.settled(page.element("undo.add")).click()
    shows(page, points)


def test_the_keys_undo_and_redo_steps(state):
    score(state, 1)
    score(state, 2)
    state.press(Keys.CONTROL, "z")
    shows(state, 1)
    state.press(Keys.CONTROL, Keys.SHIFT, "z")
    shows(state, 2)
    state.press(Keys.CONTROL, "z")
    shows(state, 1)
    state.press(Keys.CONTROL, "z")
    shows(state, 0)
    state.press(Keys.CONTROL, "y")
    shows(state, 1)


def test_a_field_keeps_the_undo_of_the_browser(state):
    score(state, 1)
    field = state.settled(state.element("state.name0"))
    field.click()
    field.send_keys(Keys.END, "x")
    state.until(lambda page: field_value(page, "state.name0") == "Adax" and page.text("state.total") == "9 letters", "it is typed")
    state.press(Keys.CONTROL, "z")
    state.until(lambda page: field_value(page, "state.name0") == "Ada" and page.text("state.total") == "8 letters", "it is undone")
    # Nothing is left to undo in the field.
    state.press(Keys.CONTROL, "z")
    state.run("document.activeElement.blur()")
    score(state, 2)


def test_tabs_undo_their_own_steps(gallery, tab, state):
    other = tab(gallery, gallery_query("state"))
    score(state, 1)
    score(other, 1)
    state.press(Keys.CONTROL, "z")
    shows(state, 0)
    assert other.text("undo.score") == "Score 1"
