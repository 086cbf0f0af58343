"""A key that an input method takes is no key of the page.

Chromium and Firefox mark such a key by `isComposing`. Safari ends the composition before it reports the key that did so, and
only the key code 229 shows it. Each test sends the key in both ways, sees that nothing happens, and then sends the key itself.
"""

import pytest
from selenium.webdriver.common.keys import Keys

from harness.app import App

COMPOSING = [{"keyCode": 229, "isComposing": True}, {"keyCode": 229, "isComposing": False}]
IDS = ["as Chromium does", "as Safari does"]
composing = pytest.mark.parametrize("mark", COMPOSING, ids=IDS)


def key(page, name: str, mark: dict | None = None, target: str = "document.activeElement") -> None:
    """Has the element with the focus get a key, pressed and released."""
    code = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "Tab": 9, " ": 32, "ArrowUp": 38, "Backspace": 8}.get(name, ord(name[0].upper()))
    page.run(
        f"""
        const [key, down] = arguments;
        const target = {target};
        const common = {{ key, code: key === " " ? "Space" : key, bubbles: true, cancelable: true }};
        target.dispatchEvent(new KeyboardEvent("keydown", {{ ...common, ...down }}));
        // Safari has ended the composition by then, and reports the key itself.
        target.dispatchEvent(new KeyboardEvent("keyup", {{ ...common, keyCode: {code}, isComposing: down.isComposing ?? false }}));
        """,
        name,
        mark or {"keyCode": code},
    )
    page.quiet()


def dialogs(page) -> int:
    return len(page.front().find_elements("css selector", "dialog[open], [popover].popover:popover-open"))


@pytest.mark.page("sheets")
@composing
def test_escape_of_an_input_method_does_not_dismiss_a_sheet(page, mark):
    page.settled(page.element("presentation.sheet")).click()
    page.until(lambda page: dialogs(page) == 1, "the sheet opens")
    key(page, "Escape", mark)
    assert dialogs(page) == 1
    key(page, "Escape")
    page.until(lambda page: dialogs(page) == 0, "Escape closes it")


@pytest.mark.page("sheets")
@composing
def test_escape_of_an_input_method_does_not_cancel_an_alert(page, mark):
    page.settled(page.element("presentation.alert")).click()
    page.until(lambda page: dialogs(page) == 1, "the alert opens")
    page.element("presentation.name").click()
    key(page, "Escape", mark)
    assert dialogs(page) == 1
    key(page, "Escape")
    page.until(lambda page: page.text("presentation.log") == "Canceled", "Escape cancels")


@pytest.mark.page("sheets")
@composing
def test_return_of_an_input_method_does_not_press_the_default_button(page, mark):
    page.settled(page.element("presentation.alert")).click()
    page.until(lambda page: dialogs(page) == 1, "the alert opens")
    page.run("document.querySelector('dialog[open] button').setAttribute('aria-keyshortcuts', 'Enter')")
    page.element("presentation.name").click()
    key(page, "Enter", mark)
    assert dialogs(page) == 1
    key(page, "Enter")
    page.until(lambda page: dialogs(page) == 0, "Return presses the button")


@pytest.mark.page("fields")
@composing
def test_return_of_an_input_method_does_not_submit(page, mark):
    page.element("textfield.field").send_keys("x")
    page.run("window.sent = []; const send = WebSocket.prototype.send;"
             "WebSocket.prototype.send = function (text) { sent.push(JSON.parse(text).event); return send.call(this, text) }")
    key(page, "Enter", mark)
    assert "submit" not in page.run("return sent")
    key(page, "Enter")
    assert "submit" in page.run("return sent")


@pytest.mark.page("gestures")
@composing
@pytest.mark.parametrize(("name", "code"), [(" ", "20"), ("ArrowUp", "f700")])
def test_a_key_of_an_input_method_is_no_key_press(page, mark, name, code):
    page.run("window.sent = []; const send = WebSocket.prototype.send;"
             "WebSocket.prototype.send = function (text) { sent.push(JSON.parse(text).event); return send.call(this, text) }")
    target = f"[...document.querySelectorAll('[data-keys]')].find((e) => `${{e.dataset.keys}} ${{e.dataset.commandKeys}}`.includes('{code}'))"
    key(page, name, mark, target)
    assert page.run("return sent.filter((event) => event === 'key')") == []
    key(page, name, None, target)
    assert page.run("return sent.filter((event) => event === 'key')") != []


@pytest.mark.page("menus")
@composing
def test_escape_of_an_input_method_does_not_close_a_menu(page, mark):
    page.settled(page.front().find_element("css selector", ".window .menu-button")).click()
    is_open = "return document.querySelector('.menu-items:popover-open') !== null"
    page.until(lambda page: page.run(is_open), "the menu opens")
    key(page, "Escape", mark)
    assert page.run(is_open)
    key(page, "Escape")
    page.until(lambda page: not page.run(is_open), "Escape closes it")


@pytest.mark.page("lists")
@composing
@pytest.mark.parametrize("name", [" ", "Enter"])
def test_a_key_of_an_input_method_selects_no_row(page, mark, name):
    row = page.run("return identified('list.guarded').querySelectorAll('.row')[1]")
    page.run("arguments[0].focus()", row)
    key(page, name, mark)
    assert page.text("list.room") == "In: Hall"
    key(page, name)
    page.until(lambda page: page.text("list.room") == "In: Kitchen", "the key selects the row")


@pytest.mark.page("lists")
@composing
def test_a_key_of_an_input_method_deletes_no_row(page, mark):
    row = page.run("return identified('list.fruits').querySelector('.row')")
    order = page.text("list.order")
    page.run("arguments[0].focus()", row)
    key(page, "Backspace", mark)
    assert page.text("list.order") == order
    key(page, "Backspace")
    page.until(lambda page: page.text("list.order") != order, "the key deletes the row")


@pytest.mark.page("pickers")
@composing
def test_an_arrow_of_an_input_method_moves_no_choice(page, mark):
    checked = "return [...document.querySelectorAll('.segmented .choice')].findIndex((e) => e.ariaChecked === 'true')"
    before = page.run(checked)
    page.run("document.querySelector('.segmented .choice[aria-checked=true]').focus()")
    key(page, "ArrowDown", mark)
    assert page.run(checked) == before
    key(page, "ArrowDown")
    assert page.run(checked) != before


@pytest.fixture
def search(executable, tmp_path, tab):
    app = App(executable.with_name("Gallery"), tmp_path, environment={"GALLERY": "search"})
    yield tab(app.start())
    app.stop()
    print(f"--- Gallery printed:\n{app.log}")


@composing
def test_escape_of_an_input_method_does_not_cancel_a_search(search, mark):
    field = search.front().find_element("css selector", "input[type=search]")
    shown = "return document.querySelector('.list .header').textContent"
    field.click()
    field.send_keys("ap")
    search.until(lambda page: page.run(shown) == "2 found", "the results are filtered")
    key(search, "Escape", mark)
    assert search.run(shown) == "2 found"
    key(search, "Escape")
    search.until(lambda page: page.run(shown) == "All food", "the search ends")


@composing
def test_return_of_an_input_method_chooses_no_suggestion(search, mark):
    field = search.front().find_element("css selector", "input[type=search]")
    field.click()
    field.send_keys("ap")
    options = "return [...document.querySelectorAll('[role=option]')].map((e) => e.textContent.trim())"
    search.until(lambda page: page.run(options) == ["Apple", "Apricot"], "completions are suggested")
    search.press(Keys.ARROW_DOWN)
    key(search, "Enter", mark)
    assert field.get_attribute("value") == "ap"
    key(search, "Enter")
    search.until(lambda page: field.get_attribute("value") == "Apple", "Return chooses the suggestion")
