"""Tables of the Gallery, in a browser."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from test_gallery import element

pytestmark = pytest.mark.page("tables")

PEAKS = [("Aconcagua", 6961), ("Denali", 6190), ("Kilimanjaro", 5895), ("Elbrus", 5642)]


def inside(page, identifier: str, selector: str):
    return page.front().find_elements("css selector", f"[data-identifier='{identifier}'] {selector}")


def texts(page, identifier: str, selector: str) -> list[str]:
    """Returns the texts of the visible elements inside one, read at once: a patch may replace them."""
    return page.run(
        """
        const [identifier, selector] = arguments;
        return [...document.querySelectorAll(`[data-identifier="${identifier}"] ${selector}`)]
          .filter((each) => each.checkVisibility()).map((each) => each.innerText.trim());
        """,
        identifier, selector)


def with_text(page, identifier: str, selector: str, text: str):
    """Returns the first element inside another that has a text, found at once."""
    return page.run(
        """
        const [identifier, selector, text] = arguments;
        return [...document.querySelectorAll(`[data-identifier="${identifier}"] ${selector}`)].find((each) => each.innerText.includes(text));
        """,
        identifier, selector, text)


def names(page, identifier: str = "table.peaks") -> list[str]:
    return [text for text in texts(page, identifier, ".row > .table-cell:first-of-type") if text]


def title(page, name: str):
    return with_text(page, "table.peaks", ".table-title", name)


def shows(page, expected: list[str], identifier: str = "table.peaks"):
    page.until(lambda page: names(page, identifier) == expected, f"the rows are {expected}")


def press(page, *keys):
    actions = ActionChains(page.front())
    for key in keys[:-1]:
        actions.key_down(key)
    actions.send_keys(keys[-1])
    for key in keys[:-1]:
        actions.key_up(key)
    actions.perform()


def test_a_click_on_a_title_sorts(page):
    shows(page, [name for name, _ in PEAKS])
    assert title(page, "Height").get_attribute("aria-sort") == "descending"
    page.settled(title(page, "Name")).find_element("css selector", "button").click()
    shows(page, sorted(name for name, _ in PEAKS))
    assert title(page, "Name").get_attribute("aria-sort") == "ascending"
    assert title(page, "Height").get_attribute("aria-sort") == "none"
    title(page, "Name").find_element("css selector", "button").send_keys(Keys.ENTER)
    shows(page, sorted((name for name, _ in PEAKS), reverse=True))


def test_rows_are_chosen_by_pointer_and_keyboard(page):
    row = inside(page, "table.peaks", ".row")[0]
    page.settled(row).click()
    chosen = lambda text: page.until(lambda page: element(page, "table.chosen", "e.innerText") == f"Chosen: {text}", f"{text} is chosen")
    chosen("Aconcagua")
    press(page, Keys.ARROW_DOWN)
    chosen("Denali")
    press(page, Keys.SHIFT, Keys.ARROW_DOWN)
    chosen("Denali, Kilimanjaro")


def test_the_menu_of_the_titles_hides_and_moves_columns(page):
    columns = lambda: texts(page, "table.peaks", ".table-title")
    items = ".table-menu [role^=menuitem]"
    page.settled(inside(page, "table.peaks", ".table-menu button")[0]).click()
    page.until(lambda page: "Country" in texts(page, "table.peaks", items), "the menu opens")
    with_text(page, "table.peaks", items, "Country").click()
    page.until(lambda page: len(columns()) == 2, "the column is hidden")
    assert "Country" not in " ".join(columns())


def test_sections_and_row_menus(page):
    titles = [each.text for each in inside(page, "table.sections", ".table-section-title")]
    assert titles == ["Over 6000 m", "Below"]
    row = inside(page, "table.sections", ".row")[1]
    ActionChains(page.front()).context_click(page.settled(row)).perform()
    page.until(lambda page: page.front().find_elements("css selector", ".context-menu[open]"), "the menu opens")
    page.front().find_element("xpath", "//*[contains(@class, 'context-menu')]//button[normalize-space()='Climb']").click()
    page.until(lambda page: element(page, "table.inspected", "e.innerText") == "Inspected: Aconcagua", "the item is for the row")


def test_folders_open(page):
    button = inside(page, "table.folders", ".row button")[0]
    page.settled(button).click()
    page.until(lambda page: len(inside(page, "table.folders", ".row")) == 4, "the folder is open")


def test_a_table_beside_a_sidebar_keeps_its_columns(page, browser):
    browser.set_window_size(820, 900)
    try:
        page.until(lambda page: page.run("return innerWidth") < 830, "the window is as wide as a tablet held upright")
        assert title(page, "").is_displayed()
        cells = inside(page, "table.peaks", ".row:first-of-type .table-cell")
        assert [each.is_displayed() for each in cells] == [True, True, True]
    finally:
        browser.set_window_size(1100, 900)


def test_a_narrow_table_shows_its_first_column(page, browser):
    browser.set_window_size(500, 900)
    try:
        page.until(lambda page: not title(page, "").is_displayed(), "the titles are hidden")
        cells = inside(page, "table.peaks", ".row:first-of-type .table-cell")
        assert [each.is_displayed() for each in cells] == [True, False, False]
    finally:
        browser.set_window_size(1100, 900)
