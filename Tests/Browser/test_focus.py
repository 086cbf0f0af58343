"""The keyboard focus in the Gallery: states, values for the menus, defaults, and both sides at once."""

import pytest
from selenium.webdriver.common.keys import Keys


def find(page, identifier: str):
    return page.settled(page.front().find_element("css selector", f"[data-identifier='{identifier}']"))


def focused(page) -> str | None:
    return page.run("return document.activeElement.closest('[data-identifier]')?.dataset.identifier")


def until_focused(page, identifier: str) -> None:
    page.until(lambda page: focused(page) == identifier, f"{identifier} has the focus")


def until_text(page, identifier: str, expected: str) -> None:
    page.until(lambda page: page.text(identifier) == expected, f"{identifier} says {expected!r}")


@pytest.mark.page("focus")
def test_focus_follows_the_user_and_leaves(page):
    find(page, "focus.name").click()
    until_text(page, "focus.state", "Focus: name")
    page.press(Keys.TAB)
    until_focused(page, "focus.city")
    until_text(page, "focus.state", "Focus: city")
    page.press(Keys.TAB)
    # The field after it is disabled, and the button is connected with no state.
    until_focused(page, "focus.setname")
    until_text(page, "focus.state", "Focus: none")


@pytest.mark.page("focus")
def test_focus_is_moved_by_the_app_once_and_again(page):
    find(page, "focus.setname").click()
    until_focused(page, "focus.name")
    until_text(page, "focus.state", "Focus: name")
    page.press(Keys.TAB)
    until_text(page, "focus.state", "Focus: city")
    find(page, "focus.setname").click()
    until_focused(page, "focus.name")
    until_text(page, "focus.state", "Focus: name")


@pytest.mark.page("focus")
@pytest.mark.parametrize("button", ["focus.setlocked", "focus.setnowhere"])
def test_focus_on_a_view_that_cannot_have_it_is_cleared(page, button):
    find(page, "focus.name").click()
    until_text(page, "focus.state", "Focus: name")
    # The press arrives without a move of the focus to the button.
    page.run("identified(arguments[0]).click()", button)
    until_text(page, "focus.state", "Focus: none")


@pytest.mark.page("focus")
def test_focus_of_a_view_that_is_removed_is_cleared(page):
    find(page, "focus.city").send_keys(Keys.RETURN)
    page.until(lambda page: page.run("return !identified('focus.city')"), "the field is gone")
    until_text(page, "focus.state", "Focus: none")
    until_text(page, "focus.text", "Text: none")


@pytest.mark.page("focus")
def test_focus_moved_by_the_user_wins_over_the_app(page):
    # The server answers the press before it knows of the move, which is sent right after it.
    page.run("identified('focus.setname').click(); identified('focus.city').focus()")
    until_text(page, "focus.state", "Focus: city")
    assert focused(page) == "focus.city"
    # Also if the user moves it to a view that is connected with no state.
    page.run("identified('focus.setname').click(); identified('focus.sheet').focus()")
    until_text(page, "focus.state", "Focus: none")
    assert focused(page) == "focus.sheet"
    # A later request of the app moves it again.
    page.run("identified('focus.setname').click()")
    until_focused(page, "focus.name")
    until_text(page, "focus.state", "Focus: name")


@pytest.mark.page("focus")
def test_focus_gives_the_menus_the_value_of_its_view(page):
    find(page, "focus.city").click()
    until_text(page, "focus.text", "Text: Delft")
    page.run("[...document.querySelectorAll('.command-menu summary')].find((e) => e.innerText === 'Help').id = 'help'")
    page.front().find_element("id", "help").click()
    page.until(lambda page: page.run("return !identified('command.shout').disabled"), "the command is enabled")
    assert page.text("focus.state") == "Focus: city"
    find(page, "command.shout").click()
    page.until(lambda page: page.run("return identified('focus.city').value") == "DELFT", "the field has changed")
    until_focused(page, "focus.city")
    assert page.run("return identified('focus.name').value") == "Ada"


@pytest.mark.page("focus")
def test_focus_in_one_window_gives_another_no_value(page, gallery, tab):
    other = tab(gallery, "/?path=GalleryPage:%22focus%22")
    find(page, "focus.name").click()
    until_text(page, "focus.text", "Text: Ada")
    assert other.text("focus.text") == "Text: none"
    assert other.run("return identified('command.shout').disabled")


@pytest.mark.page("focus")
def test_focus_of_a_sheet_is_its_default_and_returns(page):
    find(page, "focus.sheet").click()
    until_focused(page, "focus.note")
    until_text(page, "focus.sheetstate", "The note has the focus")
    find(page, "focus.done").click()
    page.until(lambda page: page.run("return !document.querySelector('dialog[open]')"), "the sheet closes")
    until_focused(page, "focus.sheet")


@pytest.mark.page("focus")
def test_focus_is_reset_to_the_preferred_view(page):
    find(page, "focus.scope").click()
    until_focused(page, "focus.second")
    find(page, "focus.first").click()
    until_focused(page, "focus.first")
    find(page, "focus.reset").click()
    until_focused(page, "focus.second")


@pytest.mark.page("focus")
def test_focus_is_known_to_the_view_that_has_it(page):
    page.run("identified('focus.tile').closest('[tabindex]').focus()")
    until_text(page, "focus.tile", "With the focus")
    find(page, "focus.name").click()
    until_text(page, "focus.tile", "Without the focus")


@pytest.mark.page("focus")
def test_focus_directs_the_keys_of_commands(page):
    page.run("identified('focus.tile').closest('[tabindex]').focus()")
    page.press(Keys.ARROW_LEFT)
    until_text(page, "focus.command", "Command: moved left")
    page.press(Keys.BACKSPACE)
    until_text(page, "focus.command", "Command: deleted")
    page.press(Keys.ARROW_DOWN)
    until_text(page, "focus.command", "Command: moved down")
    # A field keeps the keys that it uses, but not Escape.
    find(page, "focus.beside").send_keys(Keys.END, Keys.ARROW_LEFT, Keys.BACKSPACE)
    page.until(lambda page: page.run("return identified('focus.beside').value") == "wors", "the field has the key")
    assert page.text("focus.command") == "Command: moved down"
    page.press(Keys.ESCAPE)
    until_text(page, "focus.command", "Command: left")


@pytest.mark.page("focus")
def test_focus_is_known_to_the_buttons_above_the_keyboard(page):
    find(page, "focus.name").click()
    until_text(page, "focus.state", "Focus: name")
    find(page, "focus.next").click()
    until_focused(page, "focus.city")
    until_text(page, "focus.state", "Focus: city")
    find(page, "focus.leave").click()
    until_text(page, "focus.state", "Focus: none")
    find(page, "focus.city").click()
    until_text(page, "focus.state", "Focus: city")


@pytest.mark.page("focus")
def test_focus_returns_from_an_alert_to_its_row_or_the_next_one(page):
    find(page, "focus.remove.b").click()
    page.until(lambda page: page.run("return document.querySelector('dialog[open]')"), "the alert opens")
    page.press(Keys.ESCAPE)
    until_focused(page, "focus.remove.b")
    page.press(Keys.ENTER)
    page.until(lambda page: page.run("return document.querySelector('dialog[open]')"), "the alert opens again")
    page.front().find_element("xpath", "//dialog[@open]//button[normalize-space()='Remove']").click()
    page.until(lambda page: page.run("return !identified('focus.remove.b')"), "the row is removed")
    until_focused(page, "focus.remove.c")


@pytest.mark.page("focus")
def test_focus_moves_between_sections_by_the_arrow_keys(page):
    find(page, "focus.section.1")
    page.run("identified('focus.section.1').focus()")
    for key, expected in [
        (Keys.ARROW_DOWN, "2"),
        # A is further down, but the frame of its section is at the right.
        (Keys.ARROW_RIGHT, "A"),
        (Keys.ARROW_DOWN, "B"),
        (Keys.ARROW_UP, "A"),
        (Keys.ARROW_LEFT, "2"),
        (Keys.ARROW_UP, "1"),
    ]:
        page.press(key)
        assert focused(page) == f"focus.section.{expected}"


@pytest.mark.page("focus")
def test_focus_leaves_sections_by_the_tab_key_in_the_order_of_the_page(page):
    page.run("identified('focus.section.2').focus()")
    page.press(Keys.TAB)
    assert focused(page) == "focus.section.A"
    page.press(Keys.SHIFT, Keys.TAB)
    assert focused(page) == "focus.section.2"


@pytest.mark.page("focus")
def test_focus_in_a_field_beside_sections_keeps_the_arrow_keys(page):
    find(page, "focus.city").send_keys(Keys.HOME)
    page.press(Keys.ARROW_RIGHT)
    page.press(Keys.ARROW_DOWN)
    assert focused(page) == "focus.city"


@pytest.mark.page("buttons")
def test_focus_does_not_follow_the_arrow_keys_in_a_page_without_sections(page):
    # There are buttons above and below, and on both sides.
    page.run("identified('button.confirm').focus()")
    for key in [Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_RIGHT]:
        page.press(key)
        assert focused(page) == "button.confirm"


@pytest.mark.page("focus")
def test_a_menu_shows_the_shortcuts_of_its_commands(page):
    page.run("[...document.querySelectorAll('.command-menu summary')].find((e) => e.innerText === 'Count').id = 'count'")
    page.front().find_element("id", "count").click()
    page.until(lambda page: page.run("return identified('command.add').checkVisibility()"), "the menu is open")
    shown = page.run("return getComputedStyle(identified('command.add'), '::after').content")
    assert shown.startswith('"Ctrl+Shift+U"')
    assert page.run("return identified('command.add').innerText") == "Add one"


@pytest.mark.page("focus")
def test_the_buttons_above_the_keyboard_are_above_one_that_covers_the_page(page):
    assert "interactive-widget=resizes-content" in page.run("return document.querySelector('meta[name=viewport]').content")
    # As Safari does on a phone: the keyboard covers the page, and only the visual viewport is lower.
    keyboard = """
        const [height] = arguments;
        Object.defineProperty(visualViewport, "height", { configurable: true, get: () => innerHeight - height });
        visualViewport.dispatchEvent(new Event("resize"));
        return innerHeight - identified("focus.next").getBoundingClientRect().bottom;
    """
    find(page, "focus.name").click()
    page.until(lambda page: page.element("focus.next").is_displayed(), "the field has buttons above the keyboard")
    assert page.run(keyboard, 300) >= 300
    assert page.run("return innerHeight - document.querySelector('.window').getBoundingClientRect().bottom") == 300
    assert page.run(keyboard, 0) < 300
    # The bars of a browser are no keyboard.
    assert page.run(keyboard, 60) < 60
