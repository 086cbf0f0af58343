"""Gestures, keys, transitions, windows and the surroundings of the Gallery, in a browser."""

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.waiting import eventually
from test_matched_geometry import FINISH, PAUSE


def element(page, identifier: str, expression: str):
    """Returns the value of a JavaScript expression about `e`, the element with an identifier; None without one."""
    return page.run(f"const e = document.querySelector('[data-identifier=\"{identifier}\"]'); return e && ({expression})")


def find(page, identifier: str):
    found = page.front().find_element("css selector", f"[data-identifier='{identifier}']")
    page.run("arguments[0].scrollIntoView({block: 'center'})", found)
    return found


def text(page, identifier: str) -> str:
    return element(page, identifier, "e.innerText")


# Keeps the timers of long presses until the test fires them. They last half a second, in which the driver may do nothing.
KEEP_TIMERS = """
window.kept = new Map();
const { setTimeout: start, clearTimeout: stop } = window;
window.setTimeout = (action, delay, ...more) => {
  if (delay < 400) return start(action, delay, ...more);
  // Other timers have positive numbers.
  kept.set(-1 - kept.size, action);
  return -kept.size;
};
window.clearTimeout = (number) => (number < 0 ? kept.set(number, null) : stop(number));
"""
FIRE_TIMERS = "for (const [number, action] of kept) { kept.set(number, null); action?.(); }"


def logs(page, words: str) -> None:
    page.until(lambda page: text(page, "gesture.log") == words, f"the log says {words}")


@pytest.mark.page("gestures")
def test_a_tap_and_a_double_tap_are_told_apart(page):
    tile = find(page, "gesture.tap")
    tile.click()
    logs(page, "Tap")
    # The second tap of two comes within 300 ms. The driver may take longer, so a script taps.
    page.run(
        """
        const { now } = performance;
        const time = performance.now();
        performance.now = () => time;
        for (const detail of [1, 2]) arguments[0].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
        performance.now = now;
        """,
        tile)
    logs(page, "Double tap")


@pytest.mark.page("gestures")
def test_a_gesture_with_modifier_keys_needs_them(page):
    tile = find(page, "gesture.shift")
    ActionChains(page.front()).key_down(Keys.SHIFT).click(tile).key_up(Keys.SHIFT).perform()
    logs(page, "Tap with Shift")
    find(page, "gesture.tap").click()
    logs(page, "Tap")
    tile.click()
    logs(page, "Tap")


@pytest.mark.page("gestures")
def test_a_tap_is_made_by_the_keyboard(page):
    find(page, "gesture.tap")
    page.run("document.querySelector('[data-identifier=\"gesture.tap\"]').focus()")
    page.front().switch_to.active_element.send_keys(Keys.ENTER)
    logs(page, "Tap")


@pytest.mark.page("gestures")
def test_a_long_press_reports_that_it_is_pressed(page):
    tile = find(page, "gesture.hold")
    page.run(KEEP_TIMERS)
    ActionChains(page.front()).click_and_hold(tile).perform()
    page.until(lambda page: text(page, "gesture.hold") == "Pressing", "the tile is pressed")
    page.run(FIRE_TIMERS)
    logs(page, "Long press")
    page.until(lambda page: text(page, "gesture.hold") == "Hold", "the press is over")
    ActionChains(page.front()).release().perform()


@pytest.mark.page("gestures")
def test_a_drag_moves_and_ends(page):
    tile = find(page, "gesture.drag")
    ActionChains(page.front()).click_and_hold(tile).move_by_offset(30, 0).move_by_offset(30, 0).perform()
    page.until(lambda page: text(page, "gesture.drag") == "Drag 60", "the tile follows")
    ActionChains(page.front()).release().perform()
    logs(page, "Dragged by 60")
    assert text(page, "gesture.drag") == "Drag 60"


@pytest.mark.page("gestures")
def test_a_pinch_on_a_trackpad_magnifies_and_resets(page):
    tile = find(page, "gesture.zoom")
    ActionChains(page.front()).move_to_element(tile).perform()
    turn = """
        const tile = document.querySelector("[data-identifier='gesture.zoom']");
        const { left, top } = tile.getBoundingClientRect();
        const event = new WheelEvent("wheel", {
            bubbles: true, cancelable: true, ctrlKey: arguments[0], deltaY: arguments[1], clientX: left + 5, clientY: top + 5 });
        tile.dispatchEvent(event);
        return event.defaultPrevented;
    """
    assert not page.run(turn, False, -20), "a wheel without the control key scrolls"
    assert page.run(turn, True, -20)
    assert page.run(turn, True, -25)
    logs(page, "Zoomed in")
    page.until(lambda page: text(page, "gesture.zoom") == "Zoom 100", "the state is reset")
    assert page.run(turn, True, 20)
    logs(page, "Zoomed out")


TWO_FINGERS = """
    const tile = document.querySelector("[data-identifier='gesture.turn']");
    const { left, top } = tile.getBoundingClientRect();
    for (const [type, id, x, y] of arguments[0]) {
        tile.dispatchEvent(new PointerEvent(type, {
            bubbles: true, cancelable: true, pointerId: id, pointerType: "touch", isPrimary: id === 7, clientX: left + x, clientY: top + y }));
    }
"""


@pytest.mark.page("gestures")
def test_two_fingers_turn_and_magnify_at_once(page):
    find(page, "gesture.turn")
    page.run(TWO_FINGERS, [["pointerdown", 7, 0, 0], ["pointerdown", 8, 10, 0], ["pointermove", 8, 0, 20]])
    page.until(lambda page: text(page, "gesture.turn") == "Turned 90, size 20", "the tile follows both")
    page.run(TWO_FINGERS, [["pointermove", 8, -20, 0]])
    page.until(lambda page: text(page, "gesture.turn") == "Turned 180, size 20", "the tile follows both")
    page.run(TWO_FINGERS, [["pointerup", 7, 0, 0], ["pointerup", 8, -20, 0]])
    logs(page, "Turned by 180")
    page.until(lambda page: text(page, "gesture.turn") == "Turn", "the state is reset")


@pytest.mark.page("gestures")
def test_two_fingers_of_which_one_is_lost_do_not_end_the_gesture(page):
    find(page, "gesture.turn")
    page.run(TWO_FINGERS, [["pointerdown", 7, 0, 0], ["pointerdown", 8, 10, 0], ["pointermove", 8, 0, 20]])
    page.until(lambda page: text(page, "gesture.turn") == "Turned 90, size 20", "the tile follows both")
    page.run(TWO_FINGERS, [["pointercancel", 8, 0, 20], ["pointerup", 7, 0, 0]])
    page.until(lambda page: text(page, "gesture.turn") == "Turn", "the state is reset")
    assert text(page, "gesture.log") == "Nothing yet"


@pytest.mark.page("gestures")
def test_a_gesture_goes_on_with_the_third_finger_when_one_of_two_is_lifted(page):
    find(page, "gesture.turn")
    page.run(TWO_FINGERS, [["pointerdown", 7, 0, 0], ["pointerdown", 8, 10, 0], ["pointermove", 8, 0, 20]])
    page.until(lambda page: text(page, "gesture.turn") == "Turned 90, size 20", "the tile follows both")
    page.run(TWO_FINGERS, [["pointerdown", 9, 50, 50], ["pointerup", 8, 0, 20], ["pointermove", 9, -50, 50]])
    page.until(lambda page: text(page, "gesture.turn") == "Turned 180, size 20", "the tile follows the others without a jump")
    page.run(TWO_FINGERS, [["pointerup", 7, 0, 0], ["pointerup", 9, -50, 50]])
    logs(page, "Turned by 180")


@pytest.mark.page("gestures")
def test_the_first_of_exclusive_gestures_has_precedence(page):
    tile = find(page, "gesture.exclusive")
    page.run(KEEP_TIMERS)
    ActionChains(page.front()).click_and_hold(tile).move_by_offset(30, 0).move_by_offset(30, 0).release().perform()
    logs(page, "Exclusive drag")
    ActionChains(page.front()).click_and_hold(tile).perform()
    page.run(FIRE_TIMERS)
    ActionChains(page.front()).move_by_offset(30, 0).release().perform()
    logs(page, "Exclusive press")


@pytest.mark.page("gestures")
def test_a_sequence_of_taps_needs_both(page):
    tile = find(page, "gesture.sequence")
    tile.click()
    logs(page, "First tap")
    tile.click()
    logs(page, "Both taps")


@pytest.mark.page("gestures")
def test_the_last_movement_of_a_frame_is_reported(page):
    find(page, "gesture.track")
    page.run("""
        const tile = document.querySelector("[data-identifier='gesture.track']");
        const { left, top } = tile.getBoundingClientRect();
        const move = (type, x) => tile.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: left + x, clientY: top + 5, pointerType: "mouse" }));
        move("pointerover", 5);
        for (const x of [10, 20, 30]) move("pointermove", x);
    """)
    logs(page, "At 30")


@pytest.mark.page("gestures")
def test_a_button_keeps_its_press_from_the_view_around_it(page):
    find(page, "gesture.button").click()
    logs(page, "Button")
    box = find(page, "gesture.outer")
    ActionChains(page.front()).move_to_element_with_offset(box, 0, -box.size["height"] // 2 + 4).click().perform()
    logs(page, "Outer tap")


@pytest.mark.page("gestures")
def test_hovering_is_reported(page):
    ActionChains(page.front()).move_to_element(find(page, "gesture.hover")).perform()
    page.until(lambda page: text(page, "gesture.hover") == "Inside", "the pointer is inside")
    ActionChains(page.front()).move_to_element(find(page, "gesture.log")).perform()
    page.until(lambda page: text(page, "gesture.hover") == "Hover", "the pointer has left")


@pytest.mark.page("gestures")
def test_a_key_is_handled_by_the_view_with_the_focus(page):
    find(page, "gesture.keys").send_keys(Keys.ARROW_UP)
    logs(page, "Up")


@pytest.mark.page("transitions")
def test_a_transition_moves_in_over_its_edge(page):
    page.run("""
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, timing) {
          window.recorded = [...(window.recorded ?? []), frames];
          return animate.call(this, frames, timing);
        };
    """)
    find(page, "transition.toggle").click()
    page.until(lambda page: element(page, "transition.details", "true"), "the details are shown")
    start, end = page.run("return window.recorded.find(each => each.translate?.[0].startsWith('-')).translate")
    assert start != end
    assert end == "0 0"
    assert page.run("return window.recorded.some(({ opacity }) => opacity?.[0] === 0 && opacity[1] === 1)")
    page.until(lambda page: text(page, "transition.completions") == "1", "the completion runs")


@pytest.mark.page("transitions")
def test_a_change_of_opacity_is_animated(page):
    page.run(PAUSE)
    find(page, "transition.opacity").click()
    started = "document.getAnimations().filter(each => each.id === 'appearance').length"
    page.until(lambda page: page.run(f"return {started}") == 1, "the opacity is animated")
    page.run(FINISH)
    page.until(lambda page: page.run(f"return {started}") == 0, "the animation ends")


@pytest.mark.page("state")
def test_a_new_identity_has_initial_state(page):
    find(page, "state.counter").click()
    page.until(lambda page: text(page, "state.counter") == "Pressed 1 time", "the press counts")
    find(page, "state.reset").click()
    page.until(lambda page: text(page, "state.counter") == "Pressed 0 times", "the state is new")


@pytest.mark.page("state")
def test_a_preference_adds_up_what_is_typed(page):
    assert text(page, "state.total") == "8 letters"
    find(page, "state.name0").send_keys("lina")
    page.until(lambda page: text(page, "state.total") == "12 letters", "the letters are counted")


@pytest.mark.page("state")
def test_the_browser_reports_its_surroundings(page):
    page.until(lambda page: text(page, "state.surroundings") == "Regular, light, active.", "the surroundings are known")
    driver = page.front()
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    page.until(lambda page: text(page, "state.surroundings") == "Regular, dark, active.", "the scheme is dark")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 375, "height": 800, "deviceScaleFactor": 2, "mobile": False}
    )
    page.until(lambda page: text(page, "state.surroundings") == "Compact, light, active.", "the width is compact")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.page("windows")
def test_a_window_opens_in_another_tab_with_its_value(page):
    driver = page.front()
    before = set(driver.window_handles)
    find(page, "window.note").click()
    page.until(lambda page: len(driver.window_handles) == len(before) + 1, "a tab opens")
    driver.switch_to.window((set(driver.window_handles) - before).pop())
    number = "return document.querySelector('[data-identifier=\"note.number\"]')?.innerText"
    eventually(lambda: driver.execute_script(number) == "Note 7", "the window presents the value")
    assert driver.title == "Note"
    live = "return document.documentElement.dataset.live"
    eventually(lambda: driver.execute_script(live) == "open", "the window is connected")
    driver.find_element("css selector", "[data-identifier='note.close']").click()
    eventually(lambda: set(driver.window_handles) == before, "the window is closed")
    driver.switch_to.window(page.window)


@pytest.mark.page("windows")
def test_a_command_is_run_from_its_menu_and_by_its_shortcut(page):
    counted = "window.count"
    find(page, counted)
    page.front().find_element("css selector", ".command-menu summary").click()
    find(page, "command.add").click()
    page.until(lambda page: text(page, counted) == "Counted to 1", "the command runs")
    assert page.run("return document.querySelectorAll('.command-menu[open]').length") == 0
    ActionChains(page.front()).key_down(Keys.CONTROL).key_down(Keys.SHIFT).send_keys("u").key_up(Keys.SHIFT).key_up(
        Keys.CONTROL
    ).perform()
    page.until(lambda page: text(page, counted) == "Counted to 2", "the shortcut runs it")


@pytest.mark.page("windows")
def test_menus_are_used_by_the_keyboard(page):
    page.run("document.querySelector('.command-menu summary').focus()")
    focused = "return document.activeElement.innerText"
    page.front().switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    assert page.run(focused) == "Help"
    page.front().switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    assert page.run(focused) == "Count to 100"
    page.front().switch_to.active_element.send_keys(Keys.ENTER)
    page.until(lambda page: text(page, "window.count") == "Counted to 100", "the command runs")


@pytest.mark.page("windows")
def test_arrow_keys_follow_the_direction_of_the_menus(page):
    page.run("""
        const bar = document.querySelector('.command-bar');
        bar.dir = 'rtl';
        const third = bar.querySelector('.command-menu').cloneNode(true);
        third.querySelector('summary').innerText = 'Third';
        bar.append(third);
        bar.querySelector('summary').focus();
    """)
    page.front().switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    assert page.run("return document.activeElement.innerText") == "Help"


@pytest.mark.page("windows")
def test_a_field_in_a_menu_keeps_its_arrow_keys(page):
    page.run("""
        const menu = document.querySelector('.command-menu');
        menu.open = true;
        menu.append(Object.assign(document.createElement('input'), { value: 'abc' }));
        const field = menu.querySelector('input');
        field.focus();
        field.setSelectionRange(1, 1);
    """)
    page.press(Keys.ARROW_RIGHT)
    assert page.run("return document.activeElement.selectionStart") == 2
