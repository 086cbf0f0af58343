"""Toggles of the Gallery, in a browser."""

import pytest

pytestmark = pytest.mark.page("toggles")


def element(page, identifier: str, expression: str):
    """Returns the value of a JavaScript expression about `e`, the element with an identifier."""
    return page.run(f"const e = document.querySelector('[data-identifier=\"{identifier}\"]'); return {expression}")


def click(page, identifier: str) -> None:
    page.front().find_element("css selector", f"[data-identifier='{identifier}']").click()


def state(page) -> str:
    return element(page, "toggle.state", "e.innerText")


def test_toggles_of_one_value_agree(page):
    assert state(page) == "Wi-Fi is on, Bluetooth is off."
    click(page, "toggle.switch")
    page.until(lambda page: state(page) == "Wi-Fi is off, Bluetooth is off.", "the switch sets the value")
    assert element(page, "toggle.switch", "e.getAttribute('aria-checked')") == "false"
    assert element(page, "toggle.button", "e.getAttribute('aria-pressed')") == "false"


def test_a_toggle_for_several_values_is_mixed_and_sets_them(page):
    assert element(page, "toggle.both", "e.getAttribute('aria-checked')") == "mixed"
    click(page, "toggle.both")
    page.until(lambda page: state(page) == "Wi-Fi is on, Bluetooth is on.", "both are set")
    page.until(lambda page: element(page, "toggle.both", "e.getAttribute('aria-checked')") == "true", "it is no longer mixed")


def test_a_toggle_whose_binding_rejects_the_change_moves_back(page):
    click(page, "toggle.constant")
    page.until(lambda page: element(page, "toggle.constant", "e.getAttribute('aria-checked')") == "true", "the toggle moves back")


def test_a_toggle_is_switched_by_the_keyboard(page):
    page.run("document.querySelector('[data-identifier=\"toggle.checkbox\"]').focus()")
    page.front().switch_to.active_element.send_keys(" ")
    page.until(lambda page: state(page) == "Wi-Fi is on, Bluetooth is on.", "the space bar switches")
    assert page.run("return document.activeElement.dataset.identifier") == "toggle.checkbox"


def test_a_style_of_the_app_draws_a_toggle(page):
    assert "CLOSED" in element(page, "toggle.sign", "e.innerText")
    click(page, "toggle.sign")
    page.until(lambda page: "OPEN" in element(page, "toggle.sign", "e.innerText"), "the sign turns")
    assert state(page) == "Wi-Fi is on, Bluetooth is on."
