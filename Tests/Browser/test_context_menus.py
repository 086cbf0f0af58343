"""Context menus of the Gallery: those over other presentations, and their submenus, in a browser."""

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.messages import tapped

FOCUSED = "return document.activeElement.textContent.trim()"


def dialogs(page) -> int:
    return page.run("return document.querySelectorAll('dialog[open]').length")


def press(page, selector: str) -> None:
    page.front().find_element("css selector", selector).click()


def open_menu(page, identifier: str) -> None:
    ActionChains(page.front()).context_click(page.settled(page.element(identifier))).perform()
    page.until(lambda page: page.run(FOCUSED) == "Copy", "the menu opens, and its first item has the focus")


@pytest.mark.page("sheets")
def test_presentation_a_context_menu_in_a_popover_works_by_mouse_and_keyboard(page):
    press(page, "[data-identifier='presentation.popover']")
    page.until(lambda page: dialogs(page) == 1, "the popover opens")
    open_menu(page, "presentation.popovertext")
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.ENTER)
    page.until(lambda page: page.text("presentation.log") == "Marked", "the item acts")
    page.until(lambda page: dialogs(page) == 1, "the menu closes, and the popover stays")
    open_menu(page, "presentation.popovertext")
    press(page, ".context-menu button")
    page.until(lambda page: page.text("presentation.log") == "Copied", "a click on an item acts, too")
    page.until(lambda page: dialogs(page) == 1, "the menu closes again")
    open_menu(page, "presentation.popovertext")
    page.press(Keys.ESCAPE)
    page.until(lambda page: dialogs(page) == 1, "Escape closes the menu, and not the popover")
    assert page.element("presentation.popovertext").is_displayed()


@pytest.mark.page("contextmenus")
def test_presentation_a_submenu_of_a_context_menu_works_by_mouse_and_keyboard(page):
    message = "//*[contains(@class, 'context-menu')]//button[normalize-space()='Message']"
    open_menu(page, "menu.log")
    press(page, ".context-menu .menu-button")
    page.until(lambda page: page.front().find_element("xpath", message).is_displayed(), "the submenu opens")
    page.front().find_element("xpath", message).click()
    page.until(lambda page: page.text("menu.log") == "Sent", "the entry acts")
    page.until(lambda page: dialogs(page) == 0, "the menu closes")
    open_menu(page, "menu.log")
    for name in ["Delete", "Share", "Copy"]:
        page.press(Keys.ARROW_DOWN)
        page.until(lambda page: page.run(FOCUSED).startswith(name), f"the arrow key moves to {name}")
    page.press(Keys.END)
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda page: page.run(FOCUSED) == "Mail", "the submenu opens")
    page.press(Keys.ARROW_DOWN)
    page.until(lambda page: page.run(FOCUSED) == "Message", "the arrow key moves in the submenu")
    page.press(Keys.ARROW_LEFT)
    page.until(lambda page: page.run(FOCUSED).startswith("Share"), "the submenu closes, and its entry has the focus")
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda page: page.run(FOCUSED) == "Mail", "the submenu opens again")
    page.press(Keys.ENTER)
    page.until(lambda page: page.text("menu.log") == "Mailed", "the entry acts")
    page.until(lambda page: dialogs(page) == 0, "the menu closes")


def test_presentation_a_click_with_control_beside_a_menu_closes_it_on_a_mac(shared_gallery, tab):
    page = tapped(tab, shared_gallery, "contextmenus", 'Object.defineProperty(navigator, "platform", { value: "MacIntel" });')
    open_menu(page, "menu.log")
    # Before the event for the next menu, which the dialog would keep from the view below it.
    assert page.run(
        """
        const menu = document.querySelector("dialog.context-menu");
        const place = { clientX: 1, clientY: 1, ctrlKey: true };
        menu.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, cancelable: true, ...place }));
        return menu.open;
        """
    ) is False
    page.until(lambda page: dialogs(page) == 0, "the menu closes")
