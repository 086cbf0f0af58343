"""Lists of the Gallery, in a browser."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from test_gallery import element

pytestmark = pytest.mark.page("lists")


def row(page, name: str):
    # At once, because a patch may replace rows.
    return page.run(
        "return [...identified('list.fruits').querySelectorAll('.row')].find((each) => each.innerText.includes(arguments[0]))", name)


def double_click(page, element):
    """Clicks twice. The driver's own two clicks are a double click only if it is not interrupted between them."""
    x, y = page.run("const box = arguments[0].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
                    page.settled(element))
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            page.front().execute_cdp_cmd(
                "Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": count})


def text(page, identifier: str) -> str:
    return element(page, identifier, "e.innerText")


def chosen(page, names: str):
    page.until(lambda page: text(page, "list.chosen") == f"Chosen: {names}", f"{names} are chosen")


def press(page, *keys):
    """Presses the last key while the others are held down."""
    actions = ActionChains(page.front())
    for key in keys[:-1]:
        actions.key_down(key)
    actions.send_keys(keys[-1])
    for key in keys[:-1]:
        actions.key_up(key)
    actions.perform()


def test_clicks_choose_one_row_several_and_a_range(page):
    row(page, "Banana").click()
    chosen(page, "Banana")
    ActionChains(page.front()).key_down(Keys.CONTROL).click(row(page, "Date")).key_up(Keys.CONTROL).perform()
    chosen(page, "Banana, Date")
    row(page, "Cherry").click()
    chosen(page, "Cherry")
    ActionChains(page.front()).key_down(Keys.SHIFT).click(row(page, "Elderberry")).key_up(Keys.SHIFT).perform()
    chosen(page, "Cherry, Date, Elderberry")
    assert row(page, "Date").get_attribute("aria-selected") == "true"
    assert row(page, "Fig").get_attribute("aria-selected") == "false"


def test_arrow_keys_choose_rows(page):
    row(page, "Apple").click()
    chosen(page, "Apple")
    press(page, Keys.ARROW_DOWN)
    chosen(page, "Banana")
    press(page, Keys.SHIFT, Keys.ARROW_DOWN)
    chosen(page, "Banana, Cherry")


def test_alt_and_an_arrow_key_move_a_row(page):
    row(page, "Apple").click()
    press(page, Keys.ALT, Keys.ARROW_DOWN)
    page.until(lambda page: text(page, "list.order").startswith("Banana Apple Cherry"), "the row is moved")


def test_a_row_that_is_moved_by_the_keyboard_keeps_the_focus(page):
    row(page, "Apple").click()
    for order in ["Banana Apple Cherry", "Banana Cherry Apple"]:
        press(page, Keys.ALT, Keys.ARROW_DOWN)
        page.until(lambda page: text(page, "list.order").startswith(order), "the row is moved")
        assert "Apple" in page.run("return document.activeElement.innerText")


def test_a_row_is_dragged_to_another_place(page):
    target = page.settled(row(page, "Date"))
    source = row(page, "Apple")
    box = target.size["height"]
    ActionChains(page.front()).click_and_hold(source).move_to_element_with_offset(target, 0, box // 2 - 4).pause(0.2).release().perform()
    page.until(lambda page: text(page, "list.order").startswith("Banana Cherry Date Apple"), "the row is dropped behind the other")


def test_a_swipe_action_is_pressed_with_the_pointer(page):
    apple = row(page, "Apple")
    ActionChains(page.front()).move_to_element(apple).perform()
    button = next(each for each in apple.find_elements("css selector", ".swipe-actions button") if each.text == "Pin")
    page.until(lambda page: button.is_displayed() and float(button.find_element("xpath", "..").value_of_css_property("opacity")) > 0.9, "it shows")
    button.click()
    page.until(lambda page: text(page, "list.pinned") == "Pinned: Apple", "the action runs")


def test_a_section_closes(page):
    page.front().find_element("css selector", "[aria-label='Close section']").click()
    page.until(lambda page: page.front().find_elements("css selector", "[aria-label='Open section']"), "the section is closed")
    # One script reads all rows, because the list replaces some of them after the section is closed.
    rows = "[...document.querySelectorAll('.row')].map((row) => row.innerText.trim())"
    page.until(
        lambda page: not [text for text in page.run(f"return {rows}") if text.startswith("Recent") and "\n" not in text],
        "its rows are gone")


def test_a_menu_is_for_the_chosen_rows_and_a_double_click_opens_one(page):
    page.settled(row(page, "Banana")).click()
    chosen(page, "Banana")
    ActionChains(page.front()).key_down(Keys.SHIFT).click(row(page, "Cherry")).key_up(Keys.SHIFT).perform()
    chosen(page, "Banana, Cherry")
    ActionChains(page.front()).context_click(row(page, "Cherry")).perform()
    page.until(lambda page: page.front().find_elements("css selector", ".context-menu[open]"), "the menu opens")
    page.front().find_element("xpath", "//*[contains(@class, 'context-menu')]//button[normalize-space()='Inspect']").click()
    page.until(lambda page: text(page, "list.inspected") == "Inspected: Banana, Cherry", "the menu is for both")
    double_click(page, row(page, "Date"))
    page.until(lambda page: text(page, "list.opened") == "Opened: Date", "the double click opens the row")
    press(page, Keys.ARROW_DOWN)
    chosen(page, "Elderberry")
    press(page, Keys.ENTER)
    page.until(lambda page: text(page, "list.opened") == "Opened: Elderberry", "Return opens the row")


def test_sections_have_the_space_that_the_app_sets(page):
    space = """(([first, second]) => second.getBoundingClientRect().top - first.getBoundingClientRect().bottom)(
        (e.matches('.list') ? e : e.querySelector('.list')).querySelectorAll(':scope > .section'))"""
    assert abs(element(page, "list.sections", space) - 20) < 1


def test_the_refresh_button_of_a_list_of_choices_is_behind_it(page):
    page.settled(page.element("list.numbers"))
    button = "identified('list.numbers').nextElementSibling"
    assert page.run(f"return {button}.className") == "refresh outside"
    assert page.run("return identified('list.numbers').querySelector('.refresh')") is None
    page.run(f"{button}.focus()")
    box = page.run(f"const box = {button}.getBoundingClientRect(); return [box.left, box.top]")
    around = page.run("const box = identified('list.numbers').getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]")
    assert around[0] < box[0] < around[2]
    assert around[1] < box[1] < around[3]
    press(page, Keys.ENTER)
    page.until(lambda page: text(page, "list.refreshes") == "Refreshed 1 time", "the list is refreshed")
    page.until(lambda page: page.run(f"return document.activeElement === {button}"), "the button keeps the focus")


def test_the_lines_of_sections(page):
    color = "getComputedStyle(e.closest('.row')).borderBottomColor"
    assert element(page, "list.lastWithout", color) == "rgba(0, 0, 0, 0)"
    assert element(page, "list.lastWithout", color.replace("e.closest('.row')", "e.closest('.row').previousElementSibling")) != "rgba(0, 0, 0, 0)"
    orange = page.run("const e = document.createElement('i'); e.style.color = 'var(--orange)'; document.body.append(e);"
                      "const { color } = getComputedStyle(e); e.remove(); return color")
    assert element(page, "list.lastTinted", color) == orange
    assert element(page, "list.lastTinted", "getComputedStyle(e.closest('.section').querySelector('.header')).borderBottomColor") == orange


def test_only_a_list_without_inset_groups_has_lines_at_the_head_of_its_sections(page):
    width = """
        const make = (parent, name, className) => {
            const element = document.createElement(name);
            element.className = className;
            parent.append(element);
            return element;
        };
        const list = make(document.body, "div", `list ${arguments[0]}`);
        const row = make(make(list, "section", "section with-line-above"), "div", "row");
        const width = getComputedStyle(row).borderTopWidth;
        list.remove();
        return width;
    """
    assert page.run(width, "insetGrouped") == "0px"
    assert page.run(width, "grouped") == "1px"


def test_a_list_shows_what_its_binding_has_made_of_a_selection(page):
    def selected() -> list[str]:
        return page.run("return [...identified('list.guarded').querySelectorAll('.row[aria-selected=true]')].map((e) => e.innerText.trim())")

    def press_row(name: str) -> None:
        page.settled(page.front().find_element(
            "xpath", f"//*[@data-identifier='list.guarded']//*[contains(@class, 'row')][normalize-space()='{name}']")).click()
        page.quiet()

    assert selected() == ["Hall"]
    press_row("Vault")
    assert selected() == ["Hall"]
    press_row("Door to the kitchen")
    assert selected() == ["Kitchen"]
    assert page.text("list.room") == "In: Kitchen"
    press_row("Door to the kitchen")
    assert selected() == ["Kitchen"]
    press_row("Vault")
    press_row("Hall")
    assert selected() == ["Hall"]
