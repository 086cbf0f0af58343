"""The search field of the Gallery, in a browser."""

import pytest
from selenium.webdriver.common.keys import Keys

from harness.app import App
from harness.page import Page


@pytest.fixture
def page(executable, tmp_path, tab):
    app = App(executable.with_name("Gallery"), tmp_path, environment={"GALLERY": "search"})
    yield tab(app.start())
    app.stop()
    print(f"--- Gallery printed:\n{app.log}")


def field(page: Page):
    return page.front().find_element("css selector", "input[type=search]")


def rows(page: Page) -> list[str]:
    return page.run("return [...document.querySelectorAll('.list .row .text:first-child')].map((e) => e.textContent)")


def options(page: Page) -> list[str]:
    return page.run("return [...document.querySelectorAll('[role=option]')].map((e) => e.textContent.trim())")


def tokens(page: Page) -> list[str]:
    return page.run("return [...document.querySelectorAll('.search-token')].map((e) => e.textContent.trim())")


def has_focus(page: Page) -> bool:
    return page.run("return document.activeElement.type === 'search'")


def shown(page: Page) -> str:
    return page.run("return document.querySelector('.list .header').textContent")


def test_search_filters_and_escape_cancels(page):
    field(page).click()
    page.until(lambda page: shown(page) == "13 found", "the search begins")
    field(page).send_keys("ap")
    page.until(lambda page: shown(page) == "2 found", "the results are filtered")
    page.press(Keys.ESCAPE)
    page.until(lambda page: shown(page) == "All food", "the search ends")
    assert field(page).get_attribute("value") == ""
    assert not has_focus(page)


def test_search_the_arrow_keys_choose_a_suggestion(page):
    field(page).click()
    page.until(lambda page: options(page) == ["Fruit", "Vegetable", "Nut"], "tokens are suggested")
    field(page).send_keys("ap")
    page.until(lambda page: options(page) == ["Apple", "Apricot"], "completions are suggested")
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.ARROW_DOWN)
    active = page.run("return document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent.trim()")
    assert active == "Apricot"
    page.press(Keys.ENTER)
    page.until(lambda page: field(page).get_attribute("value") == "Apricot", "the suggestion completes the text")
    page.until(lambda page: options(page) == [], "the suggestions are gone")
    assert has_focus(page)
    assert page.text("search.submitted") == "Submitted: nothing"
    page.press(Keys.ENTER)
    page.until(lambda page: page.text("search.submitted") == "Submitted: Apricot", "Return submits")


def test_search_tokens_are_chosen_and_removed(page):
    field(page).click()
    page.until(lambda page: "Nut" in options(page), "tokens are suggested")
    page.front().find_element("xpath", "//*[@role='option'][normalize-space()='Nut']").click()
    page.until(lambda page: tokens(page) == ["Nut"], "the token is in the field")
    page.until(lambda page: shown(page) == "4 found", "it filters")
    assert has_focus(page)
    page.press(Keys.BACKSPACE)
    page.until(lambda page: tokens(page) == [], "Backspace removes it")
    field(page).send_keys("fr")
    page.until(lambda page: options(page)[:1] == ["Fruit"], "a token is suggested for the text")
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.ENTER)
    page.until(lambda page: tokens(page) == ["Fruit"], "the token is chosen by keyboard")
    assert field(page).get_attribute("value") == ""
    page.front().find_element("css selector", "[aria-label='Remove Fruit']").click()
    page.until(lambda page: tokens(page) == [], "its button removes it")


def test_search_the_clear_button_keeps_the_focus_and_cancel_ends(page):
    field(page).click()
    field(page).send_keys("pear")
    page.until(lambda page: shown(page) == "1 found", "the results are filtered")
    page.front().find_element("css selector", ".search [aria-label=Clear]").click()
    page.until(lambda page: shown(page) == "13 found", "the field is empty, and the search goes on")
    assert field(page).get_attribute("value") == ""
    assert has_focus(page)
    page.front().find_element("xpath", "//*[contains(@class, 'search')]/button[normalize-space()='Cancel']").click()
    page.until(lambda page: shown(page) == "All food", "Cancel ends the search")


def test_search_scopes_filter_and_leaving_an_empty_field_ends(page):
    field(page).click()
    page.until(lambda page: shown(page) == "13 found", "the search begins")
    page.front().find_element("xpath", "//*[@role='radio'][normalize-space()='Cooked']").click()
    page.until(lambda page: shown(page) == "5 found", "the scope filters")
    page.front().find_element("xpath", "//button[normalize-space()='Reset']").click()
    page.until(lambda page: shown(page) == "All food", "the search has ended")
