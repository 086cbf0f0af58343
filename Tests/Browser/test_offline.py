"""Without a connection, controls look unavailable and do nothing, and text can be entered."""

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from harness.page import gallery_query
from harness.tunnel import Tunnel

REFUSED = "Nothing was done, because the app cannot be reached. Reconnecting …"


@pytest.fixture
def tunnel(gallery):
    tunnel = Tunnel(gallery.port)
    yield tunnel
    tunnel.stop()


@pytest.fixture
def offline(tunnel, tab):
    """A function that opens a page of the Gallery and then cuts its connection."""

    def open_page(name: str):
        page = tab(tunnel, gallery_query(name))
        tunnel.cut()
        page.until(lambda page: page.live == "lost", "the connection is lost")
        return page

    return open_page


def notice(page) -> str | None:
    return page.run("return document.querySelector('.lost-notice:popover-open')?.innerText")


def spoken(page) -> str:
    return page.run("return document.querySelector('.announcements').innerText")


def reconnect(page, tunnel):
    tunnel.thaw()
    page.until(lambda page: page.live == "open", "the page is connected again")
    # The server draws the window again after it has accepted the connection.
    page.quiet()
    assert not page.was_reloaded
    assert notice(page) is None


def test_a_press_is_not_executed_later_and_the_page_says_so(offline, tunnel):
    page = offline("scrolling")
    before = page.text("scroll.line")
    assert notice(page) == "Reconnecting …"
    page.settled(page.element("scroll.line100")).click()
    assert notice(page) == REFUSED
    page.until(lambda page: REFUSED in spoken(page), "a screen reader hears of it")
    reconnect(page, tunnel)
    assert page.text("scroll.line") == before
    page.settled(page.element("scroll.line100")).click()
    page.until(lambda page: page.text("scroll.line") == "At line 100", "the button acts")


def test_controls_look_unavailable_until_the_page_is_connected(offline, tunnel):
    page = offline("toggles")
    look = "const { filter, cursor } = getComputedStyle(identified('toggle.switch').closest('button, [role=switch]') ?? identified('toggle.switch')); return [filter, cursor]"
    page.until(lambda page: page.run(look) == ["opacity(0.5)", "not-allowed"], "the switch looks unavailable")
    reconnect(page, tunnel)
    page.until(lambda page: page.run(look) == ["none", "pointer"], "the switch can be used")


def test_buttons_that_are_hidden_until_they_have_the_focus_stay_hidden(offline):
    page = offline("lists")
    look = "const { filter, opacity } = getComputedStyle(document.querySelector('.refresh')); return [filter, opacity]"
    page.until(lambda page: page.run(look) == ["opacity(0.5)", "0"], "the button is hidden")


def test_a_toggle_keeps_its_position(offline, tunnel):
    page = offline("toggles")
    position = "return identified('toggle.switch').ariaChecked"
    assert page.run(position) == "true"
    page.settled(page.element("toggle.switch")).click()
    assert page.run(position) == "true"
    assert notice(page) == REFUSED
    reconnect(page, tunnel)
    assert page.run(position) == "true"
    assert page.text("toggle.state") == "Wi-Fi is on, Bluetooth is off."


def test_a_slider_and_a_picker_keep_their_values(offline, tunnel, tab):
    page = offline("values")
    slider = "return identified('value.slider').querySelector('input')?.value ?? identified('value.slider').value"
    assert page.run(slider) == "4"
    field = page.run("return identified('value.slider').querySelector('input') ?? identified('value.slider')")
    field.send_keys(Keys.ARROW_RIGHT)
    assert page.run(slider) == "4"
    assert notice(page) == REFUSED
    reconnect(page, tunnel)
    assert page.text("value.state") == "4.0"


def test_a_picker_keeps_its_option(offline, tunnel):
    page = offline("pickers")
    picker = page.front().find_element("css selector", "select.picker")
    former = Select(picker).first_selected_option.text
    other = next(option.text for option in Select(picker).options if option.text != former)
    Select(picker).select_by_visible_text(other)
    assert Select(picker).first_selected_option.text == former
    assert notice(page) == REFUSED


def test_a_choice_and_a_row_are_not_shown_as_selected(offline, tunnel, tab):
    page = offline("pickers")
    checked = "return [...document.querySelectorAll('.segmented .choice')].map((e) => e.ariaChecked)"
    before = page.run(checked)
    other = page.run("return document.querySelector('.segmented .choice[aria-checked=false]')")
    page.settled(other).click()
    assert page.run(checked) == before
    assert notice(page) == REFUSED


def test_a_row_is_not_shown_as_selected(offline):
    page = offline("lists")
    row = page.run("return identified('list.guarded').querySelectorAll('.row')[1]")
    page.settled(row).click()
    assert row.get_attribute("aria-selected") == "false"
    assert notice(page) == REFUSED


def test_text_is_kept_and_arrives(offline, tunnel):
    page = offline("fields")
    page.element("textfield.field").send_keys("typed offline")
    assert notice(page) == "Reconnecting …"
    page.element("textfield.field").send_keys(Keys.ENTER)
    assert notice(page) == REFUSED
    reconnect(page, tunnel)
    page.until(lambda page: page.text("textfield.reversed") == "typed offline"[::-1], "the app has the text")
    assert page.run("return identified('textfield.field').value") == "typed offline"


def test_what_has_begun_before_the_loss_ends_after_it(tunnel, tab):
    def lose(page):
        tunnel.cut()
        page.until(lambda page: page.live == "lost", "the connection is lost")

    page = tab(tunnel, gallery_query("gestures"))
    ActionChains(page.front()).move_to_element(page.settled(page.element("gesture.hover"))).perform()
    page.until(lambda page: page.text("gesture.hover") == "Inside", "the pointer is inside")
    lose(page)
    ActionChains(page.front()).move_to_element(page.element("gesture.log")).perform()
    reconnect(page, tunnel)
    page.until(lambda page: page.text("gesture.hover") == "Hover", "the pointer has left")

    ActionChains(page.front()).click_and_hold(page.settled(page.element("gesture.drag"))).move_by_offset(60, 0).perform()
    page.until(lambda page: page.text("gesture.drag") == "Drag 60", "the tile follows")
    lose(page)
    ActionChains(page.front()).release().perform()
    reconnect(page, tunnel)
    page.until(lambda page: page.text("gesture.drag") != "Drag 60", "the drag is over")

    page.open(gallery_query("buttons"))
    ActionChains(page.front()).click_and_hold(page.settled(page.element("button.bubble"))).perform()
    page.until(lambda page: page.text("button.phase") == "down", "the button is held down")
    lose(page)
    ActionChains(page.front()).release().perform()
    reconnect(page, tunnel)
    page.until(lambda page: page.text("button.phase") == "up", "the button is released")


def test_the_arrow_keys_work_after_an_open_menu_is_drawn_again(tunnel, tab):
    page = tab(tunnel, gallery_query("menus"))
    focused = "return document.activeElement.dataset.identifier"
    page.element("menu.actions").send_keys(Keys.ARROW_DOWN)
    page.until(lambda page: page.run(focused) == "menu.copy", "the menu is open")
    tunnel.cut()
    page.until(lambda page: page.live == "lost", "the connection is lost")
    reconnect(page, tunnel)
    assert page.run("return document.querySelector('.menu-items:popover-open')") is None
    page.element("menu.actions").send_keys(Keys.ARROW_DOWN)
    page.until(lambda page: page.run(focused) == "menu.copy", "the menu opens again")


def test_the_track_of_a_slider_stays_with_its_thumb_on_a_slow_line(tunnel, tab):
    page = tab(tunnel, gallery_query("values"))
    slider = page.settled(page.element("value.slider"))
    page.run(
        """
        const slider = identified("value.slider");
        window.fractions = [];
        new MutationObserver(() => {
          const fraction = Number(slider.style.getPropertyValue("--fraction"));
          fractions.push(Math.abs(fraction - (slider.value - slider.min) / (slider.max - slider.min)));
        }).observe(slider, { attributes: true, attributeFilter: ["style"] });
        """
    )
    tunnel.hold_answers()
    for _ in range(4):
        slider.send_keys(Keys.ARROW_RIGHT)
    tunnel.release_answers()
    page.until(lambda page: page.text("value.state") == "6.0", "the app has the last value")
    fractions = page.run("return fractions")
    assert len(fractions) > 4, "the user and the server have moved the track"
    assert max(fractions) < 0.001
