"""Controls of the Gallery, used with the mouse and the keyboard."""

import re

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.page import gallery_query


def element(page, identifier: str, expression: str):
    """Returns the value of a JavaScript expression about `e`, the element with an identifier."""
    return page.run(f"const e = document.querySelector('[data-identifier=\"{identifier}\"]'); return {expression}")


def find(page, identifier: str):
    return page.settled(page.front().find_element("css selector", f"[data-identifier='{identifier}']"))


def text(page, identifier: str) -> str:
    return element(page, identifier, "e.innerText")


def until_text(page, identifier: str, expected: str, what: str) -> None:
    page.until(lambda page: text(page, identifier) == expected, what)


def focused(page):
    return page.run("return document.activeElement.dataset.identifier")


def press(page, *keys) -> None:
    ActionChains(page.front()).send_keys(*keys).perform()


@pytest.mark.page("buttons")
def test_a_style_of_the_app_shows_the_press(page):
    button = find(page, "button.bubble")
    ActionChains(page.front()).click_and_hold(button).perform()
    until_text(page, "button.phase", "down", "the style shows that the button is down")
    ActionChains(page.front()).release().perform()
    until_text(page, "button.phase", "up", "the style shows that the button is up")
    until_text(page, "button.presses", "1 press", "the press counts once")


@pytest.mark.page("buttons")
def test_a_primitive_style_runs_the_action_twice(page):
    find(page, "button.twice").click()
    until_text(page, "button.presses", "2 presses", "the style triggers twice")


@pytest.mark.page("fields")
def test_a_number_that_does_not_parse_stays_and_is_not_written(page):
    field = find(page, "textfield.number")
    # WebDriver's clear() would take the focus from the field and report no input.
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("2.50")
    page.until(lambda page: "number 2.5," in text(page, "textfield.state"), "the number is written")
    assert field.get_property("value") == "2.50"
    field.send_keys(Keys.TAB)
    page.until(lambda page: field.get_property("value") == "2.5", "the number is shown in its format")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("abc", Keys.TAB)
    page.until(lambda page: "focus none" in text(page, "textfield.state"), "the focus has left")
    assert field.get_property("value") == "abc"
    assert "number 2.5," in text(page, "textfield.state")


@pytest.mark.page("fields")
def test_a_german_browser_reads_and_shows_numbers_with_a_comma(page):
    page.front().execute_cdp_cmd("Network.enable", {})
    page.front().execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": "de-DE,de;q=0.9"}})
    try:
        page.open(gallery_query("fields"))
    finally:
        page.front().execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
    field = find(page, "textfield.number")
    assert field.get_property("value") == "1,5"
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("2,25", Keys.TAB)
    page.until(lambda page: "number 2.25," in text(page, "textfield.state"), "the number is written")
    assert field.get_property("value") == "2,25"
    # A point separates groups of three digits, so this is no number once it is complete: it stays as typed, and is not taken for 3.5
    # or 35. What was a number before was written.
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("3.5", Keys.TAB)
    page.until(lambda page: "focus none" in text(page, "textfield.state"), "the focus has left")
    assert field.get_property("value") == "3.5"
    assert "number 3.0," in text(page, "textfield.state")


@pytest.mark.page("fields")
def test_the_state_moves_the_focus_and_the_focus_sets_the_state(page):
    find(page, "textfield.focusName").click()
    page.until(lambda page: focused(page) == "textfield.name", "the field has the focus")
    page.until(lambda page: "focus name" in text(page, "textfield.state"), "the state names the field")
    press(page, Keys.TAB)
    page.until(lambda page: "focus number" in text(page, "textfield.state"), "the state follows the user")
    assert focused(page) == "textfield.number"
    find(page, "textfield.unfocus").click()
    page.until(lambda page: "focus none" in text(page, "textfield.state"), "the focus is given up")


@pytest.mark.page("fields")
def test_return_submits_a_field(page):
    find(page, "textfield.name").send_keys("Ada", Keys.RETURN)
    page.until(lambda page: "1 submissions" in text(page, "textfield.state"), "the submission counts")


@pytest.mark.page("fields")
def test_fields_of_several_lines_agree(page):
    field = find(page, "textfield.lines")
    field.send_keys(Keys.CONTROL + Keys.END)
    field.send_keys(Keys.RETURN, "end")
    page.until(
        lambda page: element(page, "textfield.editor", "e.value").endswith("earthquake.\nend"), "the editor has the new line")
    assert "1 submissions" not in text(page, "textfield.state")


@pytest.mark.page("pickers")
def test_a_picker_is_chosen_by_its_menu(page):
    assert element(page, "picker.menu", "e.selectedOptions[0].text") == "Time"
    page.run("const e = document.querySelector('[data-identifier=\"picker.menu\"]'); e.selectedIndex = 1;"
             "e.dispatchEvent(new Event('change', {bubbles: true}))")
    until_text(page, "picker.state", "Order: magnitude", "the selection is written")
    assert element(page, "picker.segmented", "e.querySelector('[aria-checked=true]').innerText") == "Magnitude"


@pytest.mark.page("pickers")
def test_the_choices_of_a_picker_with_sections_are_one_group(page):
    checked, focused = page.run(
        """
        const picker = identified("picker.inline");
        const choices = [...picker.querySelectorAll(".choice")];
        for (const choice of choices) {
          const section = document.createElement("div");
          choice.before(section);
          section.append(choice);
        }
        choices[0].click();
        choices.at(-1).click();
        const checked = choices.filter(({ ariaChecked }) => ariaChecked === "true").map((choice) => choices.indexOf(choice));
        choices.at(-1).focus();
        choices.at(-1).dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
        return [checked, choices.indexOf(document.activeElement)];
        """
    )
    assert checked == [2], "the choices of the other section are not chosen anymore"
    assert focused == 0, "the arrow keys move through all sections"


@pytest.mark.page("pickers")
def test_a_picker_whose_binding_rejects_the_option_shows_the_former_one(page):
    assert element(page, "picker.fixed", "e.selectedOptions[0].text") == "Place"
    page.run("const e = document.querySelector('[data-identifier=\"picker.fixed\"]'); e.selectedIndex = 0;"
             "e.dispatchEvent(new Event('change', {bubbles: true}))")
    page.until(lambda page: element(page, "picker.fixed", "e.selectedOptions[0].text") == "Place", "the option is back")


@pytest.mark.page("pickers")
def test_arrow_keys_move_the_choice(page):
    find(page, "picker.segmented")
    element(page, "picker.segmented", "e.querySelector('[tabindex=\"0\"]').focus()")
    press(page, Keys.ARROW_RIGHT)
    until_text(page, "picker.state", "Order: magnitude", "the next segment is chosen")
    press(page, Keys.ARROW_RIGHT)
    until_text(page, "picker.state", "Order: place", "the last segment is chosen")
    assert page.run("return document.activeElement.innerText") == "Place"


@pytest.mark.page("pickers")
def test_a_date_is_entered(page):
    field = find(page, "picker.date")
    field.send_keys("12242020")
    until_text(page, "picker.dateState", "2020-12-24T09:19:39Z", "the day is written, and the time stays")


@pytest.mark.page("pickers")
def test_a_color_is_chosen(page):
    page.run("const e = document.querySelector('[data-identifier=\"picker.color\"]'); e.value = '#00ff80';"
             "e.dispatchEvent(new Event('change', {bubbles: true}))")
    page.until(lambda page: "rgb(0, 255, 128)" in element(page, "picker.chosen", "getComputedStyle(e).backgroundColor"), "the color is written")


@pytest.mark.page("values")
def test_a_slider_is_moved_by_the_keyboard(page):
    find(page, "value.slider").send_keys(Keys.ARROW_RIGHT)
    until_text(page, "value.state", "4.5", "a step to the right")
    assert element(page, "value.gauge", "e.getAttribute('aria-valuenow')") == "45"


@pytest.mark.page("values")
def test_a_slider_is_dragged(page):
    slider = find(page, "value.slider")
    ActionChains(page.front()).click_and_hold(slider).move_by_offset(30, 0).perform()
    page.until(lambda page: text(page, "value.state").endswith("editing"), "editing begins")
    ActionChains(page.front()).release().perform()
    page.until(lambda page: not text(page, "value.state").endswith("editing"), "editing ends")
    assert float(text(page, "value.state")) > 5


@pytest.mark.page("values")
def test_a_stepper_keeps_the_focus_at_its_limit(page):
    find(page, "value.slider").send_keys(Keys.END)
    until_text(page, "value.state", "10.0", "the slider is at its end")
    find(page, "value.stepper")
    element(page, "value.stepper", "e.querySelector('[aria-label=Decrement]').click()")
    until_text(page, "value.state", "9.5", "a step down")
    element(page, "value.stepper", "e.querySelector('[aria-label=Increment]').focus()")
    press(page, " ")
    until_text(page, "value.state", "10.0", "a step up")
    assert page.run("return document.activeElement.ariaLabel") == "Increment"
    assert page.run("return document.activeElement.ariaDisabled") == "true"


@pytest.mark.page("menus")
def test_a_menu_is_used_by_the_mouse(page):
    find(page, "menu.actions").click()
    assert element(page, "menu.actions", "e.ariaExpanded") == "true"
    # click() of the element itself may scroll the page behind the menu, which closes the menu.
    ActionChains(page.front()).click(find(page, "menu.copy")).perform()
    until_text(page, "menu.state", "copy, grid off, size 1", "the entry runs")
    assert focused(page) == "menu.actions"
    assert element(page, "menu.actions", "e.ariaExpanded") is None


@pytest.mark.page("menus")
def test_a_menu_is_used_by_the_keyboard(page):
    find(page, "menu.actions").send_keys(Keys.ARROW_DOWN)
    assert focused(page) == "menu.copy"
    press(page, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    assert focused(page) == "menu.print"
    press(page, Keys.ESCAPE)
    assert page.run("return document.activeElement.innerText.trim()") == "More"
    press(page, "g", Keys.ENTER)
    until_text(page, "menu.state", "nothing, grid on, size 1", "the toggle is switched")
    assert focused(page) == "menu.actions"
    press(page, Keys.ARROW_DOWN, "l", Keys.ENTER)
    until_text(page, "menu.state", "nothing, grid on, size 2", "the choice is made")
    press(page, Keys.ARROW_DOWN, Keys.ESCAPE)
    assert page.run("return document.querySelectorAll(':popover-open').length") == 0


@pytest.mark.page("groups")
def test_a_disclosure_group_opens(page):
    find(page, "group.advanced").click()
    page.until(lambda page: element(page, "group.advanced", "e.ariaExpanded") == "true", "the group is open")
    assert "Depth in kilometers" in page.run("return document.body.innerText")


@pytest.mark.page("menus")
def test_the_entries_of_a_palette_are_side_by_side(page):
    find(page, "menu.palette").click()
    page.until(lambda page: page.run("return document.querySelector(':popover-open') !== null"), "the menu is open")
    tops = page.run(
        "return [...document.querySelectorAll(':popover-open .palette > .button')].map((e) => e.getBoundingClientRect().y)"
    )
    assert len(tops) == 2
    assert tops[0] == tops[1]


@pytest.mark.page("menus")
def test_a_menu_stays_open_after_an_action_that_keeps_it_open(page):
    find(page, "menu.count").click()
    for count in (1, 2):
        page.run("identified('menu.more').click()")
        until_text(page, "menu.counted", f"Counted {count}", "the action runs")
        assert element(page, "menu.more", "e.closest('.menu-items').matches(':popover-open')")
    page.run("identified('menu.reset').click()")
    until_text(page, "menu.counted", "Counted 0", "the other action runs")
    assert page.run("return document.querySelectorAll(':popover-open').length") == 0


@pytest.fixture
def low_window(browser):
    """A window that is lower than its page, so that an element can be at the lower edge."""
    size = browser.get_window_size()
    browser.set_window_size(1100, 500)
    yield
    browser.set_window_size(size["width"], size["height"])


@pytest.mark.page("menus")
def test_the_first_entry_is_the_nearest_to_a_button_below_its_menu(page, low_window):
    page.run("identified('menu.order').scrollIntoView({ block: 'end' })")
    # A later report of the scrolling would close the menu.
    page.run_slowly("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.run("identified('menu.order').focus()")
    press(page, Keys.ENTER)
    page.until(lambda page: page.run("return document.querySelector(':popover-open') !== null"), "the menu is open")
    tops = page.run("return ['third', 'second', 'first'].map((e) => identified(`menu.${e}`).getBoundingClientRect().top)")
    assert tops == sorted(tops)
    title = page.run("return document.querySelector(':popover-open .menu-title').getBoundingClientRect().top")
    assert title < tops[0], "a title is above its entries"
    assert tops[2] < element(page, "menu.order", "e.getBoundingClientRect().top")
    assert focused(page) == "menu.first"
    press(page, Keys.ARROW_UP)
    assert focused(page) == "menu.second"
    press(page, Keys.ENTER)
    page.until(lambda page: text(page, "menu.state").startswith("second,"), "the entry runs")


@pytest.mark.page("menus")
def test_the_entries_of_a_compact_menu_are_side_by_side(page):
    find(page, "menu.compact").click()
    page.until(lambda page: page.run("return document.querySelector(':popover-open') !== null"), "the menu is open")
    tops = page.run(
        "return [...document.querySelectorAll(':popover-open .palette > .button')].map((e) => e.getBoundingClientRect().y)"
    )
    assert len(tops) == 2
    assert tops[0] == tops[1]


@pytest.mark.page("pickers")
def test_a_picker_with_a_label_for_its_value_is_chosen_by_a_menu(page):
    find(page, "picker.current").click()
    page.until(lambda page: page.run("return document.querySelector(':popover-open') !== null"), "the menu is open")
    page.run("document.querySelectorAll(':popover-open [role=menuitemradio]')[2].click()")
    until_text(page, "picker.state", "Order: place", "the selection is written")
    page.until(lambda page: "By place" in text(page, "picker.current"), "the label shows the value")
    assert find(page, "picker.current").accessible_name.startswith("Order By place")


@pytest.mark.page("groups")
def test_a_form_in_columns_ends_its_labels_where_its_values_begin(page):
    find(page, "columns.sound")
    starts = [element(page, f"columns.{name}", "e.getBoundingClientRect().left") for name in ("sound", "value", "alarm", "reset")]
    # The border of a control is a pixel wide.
    assert max(starts) - min(starts) < 1.5
    ends = page.run(
        "const form = document.querySelector('.form-columns');"
        "const labels = [form.querySelector('.control-label'), form.querySelector('.labeled-content > :first-child')];"
        "return labels.map((e) => e.getBoundingClientRect().right)"
    )
    assert abs(ends[0] - ends[1]) < 1
    assert ends[0] < starts[0]


@pytest.mark.page("groups")
def test_a_clock_ticks(page):
    find(page, "group.clock")
    before = text(page, "group.clock")
    page.until(lambda page: text(page, "group.clock") != before, "the timeline is evaluated again")


@pytest.mark.page("fields")
def test_a_field_is_lighter_than_its_page_in_the_dark(page):
    scheme = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    page.front().execute_cdp_cmd("Emulation.setEmulatedMedia", scheme)
    try:
        fill = page.run("return getComputedStyle(document.querySelector('.field:not(.rounded, .plain, .editor)')).backgroundColor")
        red, *_, alpha = [float(part) for part in re.findall(r"[\d.]+", fill)]
        assert red > 0x1C
        assert 0 < alpha < 1
    finally:
        page.front().execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.page("buttons")
def test_a_prominent_button_has_the_color_of_its_tint(page):
    def color(identifier: str, property: str) -> str:
        return page.run(f"return getComputedStyle(identified('{identifier}')).getPropertyValue('{property}')")

    assert color("button.tinted", "background-color") != color("button.prominent", "background-color")
    assert color("button.tinted", "--accent") != color("button.prominent", "--accent")


@pytest.mark.page("buttons")
def test_a_shortcut_is_a_character_for_which_a_keyboard_needs_shift(page):
    page.press(Keys.SHIFT, "?")
    until_text(page, "button.presses", "1 press", "the shortcut presses the button")
    page.press(Keys.CONTROL, Keys.SHIFT, "?")
    page.quiet()
    assert page.text("button.presses") == "1 press", "other modifiers make it another shortcut"
    page.press(Keys.SHIFT, "?")
    until_text(page, "button.presses", "2 presses", "the shortcut presses the button again")


@pytest.mark.page("buttons")
def test_a_shortcut_with_shift_is_another_one_than_its_character(page):
    before = page.text("button.presses")
    # After the button with the shortcut "?".
    page.run(
        """
        const button = document.createElement("button");
        button.setAttribute("aria-keyshortcuts", "Shift+?");
        button.onclick = () => (window.isPressed = true);
        document.body.append(button);
        """
    )
    page.press(Keys.SHIFT, "?")
    page.until(lambda page: page.run("return window.isPressed === true"), "the shortcut with Shift presses its button")
    page.quiet()
    assert page.text("button.presses") == before


def backgrounds(page, elements: str, pseudo: str | None = None) -> list[str]:
    """The colors of the backgrounds of the elements of a selector, or of their pseudo-elements."""
    return page.run(
        "return [...document.querySelectorAll(arguments[0])].map((e) => getComputedStyle(e, arguments[1]).backgroundColor)", elements, pseudo)


def test_forced_colors_show_states(shared_gallery, tab):
    page = tab(shared_gallery, gallery_query("toggles"))
    page.front().execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
    try:
        page.quiet()
        page.stand_still()
        on, off = ([], [])
        for each, color in zip(page.front().find_elements("css selector", ".switch"), backgrounds(page, ".switch", "::after")):
            (on if each.get_attribute("aria-checked") == "true" else off).append(color)
        assert on and off and not set(on) & set(off), "a switch that is on has another color"
        rows = backgrounds(page, ".sidebar .row:has([aria-current])", "::after"), backgrounds(page, ".sidebar .row", "::after")
        assert len(rows[0]) == 1 and rows[1].count(rows[0][0]) == 1, "the row of the present page has a bar"
        page.open(gallery_query("pickers"))
        chosen = backgrounds(page, "[data-identifier='picker.segmented'] > [aria-checked='true']")
        others = backgrounds(page, "[data-identifier='picker.segmented'] > [aria-checked='false']")
        assert chosen and others and chosen[0] not in others, "the chosen segment has another color"
        page.open(gallery_query("values"))
        for control in (".progress:not(.unknown)", ".gauge.line.capacity"):
            part, track = backgrounds(page, control, "::before"), backgrounds(page, control)
            assert part and part[0] != track[0], f"a part of {control} has another color"
    finally:
        page.front().execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
