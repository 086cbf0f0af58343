"""Texts and values that the user and the app change at the same time, and values that only the browser changes."""

import json
import random
import re
from datetime import datetime

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.page import Page, gallery_query
from harness.tunnel import Tunnel
from harness.wire import Line, get

PAGE = gallery_query("typing")

# The texts of all windows, as TypingPage.swift has them at the start.
LINE, SECRET, STORY, NAME = "first\nsecond", "a\rb\n", "one\r\ntwo\rthree\n\n", "Ada"


@pytest.fixture
def tunnel(gallery):
    tunnel = Tunnel(gallery.port)
    yield tunnel
    tunnel.stop()


@pytest.fixture
def other_tunnel(gallery):
    tunnel = Tunnel(gallery.port)
    yield tunnel
    tunnel.stop()


def state(page) -> str:
    """The values of all windows, as the app has them: Swift's descriptions of the texts, and the others."""
    return page.text("typing.state")


def described(text: str) -> str:
    """Returns Swift's description of a text."""
    return json.dumps(text, ensure_ascii=False)


def has_text(page, text: str) -> None:
    page.until(lambda page: described(text) in state(page), f"the app has {text!r}")


def own(page) -> str:
    """The texts of the window: those that were submitted, the message, the short and the uppercase one."""
    return page.text("typing.own")


def value(page, identifier: str) -> str:
    return page.run("return identified(arguments[0]).value", identifier)


def shows(page, identifier: str, text: str) -> None:
    page.until(lambda page: value(page, identifier) == text, f"the field shows {text!r}")


def caret(page, identifier: str) -> list[int]:
    return page.run("const e = identified(arguments[0]); return [e.selectionStart, e.selectionEnd]", identifier)


def put_caret(page, identifier: str, start: int, end: int | None = None) -> None:
    page.element(identifier).click()
    page.run("identified(arguments[0]).setSelectionRange(arguments[1], arguments[2])", identifier, start, end or start)


def enter(page, identifier: str, text: str) -> None:
    """Enters a text in place of the former one, at once."""
    page.run(
        "const e = identified(arguments[0]); e.focus(); e.select(); document.execCommand('insertText', false, arguments[1])",
        identifier,
        text,
    )


def fill(page, identifier: str, text: str, events=("input", "change")) -> None:
    """Fills a field as a browser does that knows the user's address or password: without a key, and without the focus."""
    page.run(
        """
        const [identifier, text, names] = arguments;
        const field = identified(identifier);
        field.value = text;
        for (const name of names) field.dispatchEvent(new Event(name, { bubbles: true }));
        """,
        identifier,
        text,
        events,
    )


def choose(page, identifier: str, text: str) -> None:
    """Chooses a value in a field for dates or colors."""
    page.run(
        "const e = identified(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('change', {bubbles: true}))",
        identifier,
        text,
    )


def has_date(page, text: str) -> None:
    # The field has no seconds, and those of the date stay.
    date = datetime.fromisoformat(f"{text}:59+00:00")
    page.until(lambda page: f" {date.timestamp()} " in state(page), f"the date is {text}")


class Elsewhere:
    """A window without a browser. A click in another tab would end the composition in the first one."""

    def __init__(self, app):
        _, self.html = get(app, PAGE)
        self.line = Line(app, re.search('data-window="([0-9a-f]{32})"', self.html)[1])

    def __enter__(self):
        self.line.until_connected()
        self.number = 0
        return self

    def __exit__(self, *_):
        self.line.__exit__()

    def send(self, identifier: str, event: str, **more) -> None:
        """Sends an event of the element with an identifier, and waits until the app has it."""
        tag = re.search(f'<[^>]*data-identifier="{identifier}"[^>]*>', self.html)[0]
        element = int(re.search('data-id="([0-9]+)"', tag)[1])
        self.number += 1
        self.line.send({"element": element, "event": event, "number": self.number, **more})
        self.line.until_connected()


def compose(page, text: str) -> None:
    """Shows a text of an input method in the field with the focus, before it is chosen."""
    page.front().execute_cdp_cmd(
        "Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)}
    )


def commit(page, text: str) -> None:
    """Chooses a text of the input method."""
    page.front().execute_cdp_cmd("Input.insertText", {"text": text})


# Opening a page


def test_opening_a_page_changes_nothing(gallery, tab):
    page = tab(gallery, PAGE)
    before = state(page)
    for text in (LINE, SECRET, STORY):
        assert described(text) in before
    assert value(page, "typing.line") == "firstsecond"
    assert value(page, "typing.story") == "one\ntwo\nthree\n\n"
    other = tab(gallery, PAGE)
    assert state(other) == before
    # Each element gets the focus and loses it.
    for identifier in ("line", "secret", "story", "level", "date", "day", "time", "color", "flavor", "name"):
        other.run("identified(arguments[0]).focus()", f"typing.{identifier}")
    other.quiet()
    assert state(other) == before


def test_a_reconnection_changes_nothing(tunnel, tab):
    page = tab(tunnel, PAGE)
    before = state(page)
    tunnel.cut()
    page.until(lambda page: page.live == "lost", "the line is lost")
    tunnel.thaw()
    page.until(lambda page: page.live == "open", "the page is connected again")
    page.quiet()
    assert not page.was_reloaded
    assert state(page) == before


def test_typing_leaves_the_rest_of_a_text_as_it_is(gallery, tab):
    page = tab(gallery, PAGE)
    put_caret(page, "typing.line", 11)
    page.press("!")
    has_text(page, LINE + "!")
    put_caret(page, "typing.story", 3)
    page.press("!")
    has_text(page, "one!" + STORY[3:])
    put_caret(page, "typing.story", 4)
    page.press(Keys.DELETE)
    has_text(page, "one!two\rthree\n\n")
    put_caret(page, "typing.secret", 1, 2)
    page.press("c")
    has_text(page, "a\rc\n")


def test_a_text_with_returns_is_edited_after_a_reconnection(tunnel, tab):
    page = tab(tunnel, PAGE)
    tunnel.cut()
    page.until(lambda page: page.live == "lost", "the line is lost")
    put_caret(page, "typing.story", 7)
    page.press("!")
    page.press("?")
    tunnel.thaw()
    page.until(lambda page: page.live == "open", "the page is connected again")
    has_text(page, "one\r\ntwo!?\rthree\n\n")


def test_chosen_dates_times_and_colors_stay_over_a_reconnection(tunnel, gallery, tab):
    page = tab(tunnel, PAGE)
    choose(page, "typing.day", "2021-01-02")
    choose(page, "typing.time", "03:04")
    choose(page, "typing.color", "#ff0000")
    has_date(page, "2021-01-02T03:04")
    page.quiet()
    before = state(page)
    tunnel.cut()
    page.until(lambda page: page.live == "lost", "the line is lost")
    assert value(page, "typing.time") == "03:04"
    # A choice that cannot be sent is taken back at once, where the user sees it.
    choose(page, "typing.time", "09:09")
    assert value(page, "typing.time") == "03:04"
    tunnel.thaw()
    page.until(lambda page: page.live == "open", "the page is connected again")
    page.quiet()
    assert not page.was_reloaded
    assert state(page) == before
    assert value(page, "typing.day") == "2021-01-02"
    assert value(page, "typing.time") == "03:04"
    assert value(page, "typing.color") == "#ff0000"
    # What another window has chosen meanwhile is shown.
    tunnel.cut()
    page.until(lambda page: page.live == "lost", "the line is lost")
    other = tab(gallery, PAGE)
    choose(other, "typing.time", "05:06")
    has_date(other, "2021-01-02T05:06")
    tunnel.thaw()
    page.until(lambda page: page.live == "open", "the page is connected again")
    page.until(lambda page: value(page, "typing.time") == "05:06", "the newer time is shown")
    assert value(page, "typing.date") == "2021-01-02T05:06"


# Years


@pytest.mark.page("typing")
def test_a_year_is_reported_once_it_is_whole(page):
    page.run("identified('typing.day').focus()")
    for year in ("0002", "0020", "0202"):
        choose(page, "typing.day", f"{year}-05-06")
    page.quiet()
    has_date(page, "2020-01-01T12:00")
    choose(page, "typing.day", "2026-05-06")
    has_date(page, "2026-05-06T12:00")
    # A year of three digits is one after all when the focus leaves.
    choose(page, "typing.day", "0202-05-06")
    page.quiet()
    has_date(page, "2026-05-06T12:00")
    before = state(page)
    page.run("document.activeElement.blur()")
    page.until(lambda page: state(page) != before, "the date is reported")


# Filling in


@pytest.mark.parametrize("events", [("input", "change"), ("input",), ("change",)], ids=lambda events: " and ".join(events))
def test_what_a_browser_fills_in_reaches_the_app(gallery, tab, events):
    page = tab(gallery, PAGE)
    fill(page, "typing.name", "Grace Hopper", events)
    has_text(page, "Grace Hopper")
    fill(page, "typing.secret", "correct horse", events)
    # The line break at the end of the secret is not shown, so it is not replaced either.
    has_text(page, "correct horse\n")
    fill(page, "typing.story", "One Way\nArlington", events)
    has_text(page, "One Way\nArlington")
    fill(page, "typing.short", "beyond five", events)
    fill(page, "typing.upper", "hopper", events)
    page.until(lambda page: own(page) == "[], , beyon, HOPPER", "the app has rewritten what was filled in")
    shows(page, "typing.short", "beyon")
    shows(page, "typing.upper", "HOPPER")
    # What is typed afterwards is added to it.
    page.element("typing.name").send_keys("!")
    has_text(page, "Grace Hopper!")
    shows(page, "typing.name", "Grace Hopper!")


def test_what_a_browser_fills_into_other_fields_reaches_the_app(gallery, tab):
    page = tab(gallery, PAGE)
    fill(page, "typing.day", "2021-01-02")
    fill(page, "typing.time", "03:04")
    has_date(page, "2021-01-02T03:04")
    fill(page, "typing.date", "2021-05-06T07:08")
    has_date(page, "2021-05-06T07:08")
    fill(page, "typing.color", "#ff0000")
    page.until(lambda page: " false " in state(page), "the color is another one")
    option = page.run("return [...identified('typing.flavor').options].find((e) => e.text === 'Lemon').value")
    fill(page, "typing.flavor", option)
    page.until(lambda page: state(page).endswith("Lemon"), "the flavor is chosen")


# Going back


def leave_and_return(page, change) -> None:
    """Leaves the page for another document, calls `change`, and goes back."""
    page.load("about:blank")
    change()
    page.front().back()
    page.until(lambda page: "typing" in page.browser.current_url, "the browser is back")
    page.until(lambda page: page.live == "open" and page.text("typing.state"), "the page is connected")
    page.quiet()


def test_going_back_shows_newer_values_and_leaves_them(gallery, tab):
    page = tab(gallery, PAGE)
    page.element("typing.name").send_keys(" old")
    has_text(page, "Ada old")
    page.element("typing.level").send_keys(Keys.ARROW_RIGHT)
    page.until(lambda page: " 5.0 " in state(page) or " 4.5 " in state(page), "the slider has moved")
    page.element("typing.flavor").send_keys("C")
    page.until(lambda page: state(page).endswith("Chocolate"), "the flavor is chosen")
    choose(page, "typing.color", "#ff0000")
    choose(page, "typing.date", "2021-01-05T06:07")
    has_date(page, "2021-01-05T06:07")
    choose(page, "typing.day", "2021-01-02")
    has_date(page, "2021-01-02T06:07")
    choose(page, "typing.time", "03:04")
    has_date(page, "2021-01-02T03:04")
    assert " false " in state(page)
    other = tab(gallery, PAGE)

    def change():
        choose(other, "typing.color", "#00ff80")
        choose(other, "typing.day", "2021-03-04")
        has_date(other, "2021-03-04T03:04")
        choose(other, "typing.time", "05:06")
        has_date(other, "2021-03-04T05:06")
        enter(other, "typing.name", "newer")
        has_text(other, "newer")
        other.element("typing.level").send_keys(Keys.HOME)
        other.until(lambda page: " 0.0 " in state(page), "the slider is at its start")
        other.element("typing.flavor").send_keys("L")
        other.until(lambda page: state(page).endswith("Lemon"), "the flavor is chosen")

    leave_and_return(page, change)
    newest = state(other)
    assert state(page) == newest
    assert described("newer") in newest
    assert value(page, "typing.name") == "newer"
    assert page.run("return identified('typing.level').value") == "0"
    assert page.run("return identified('typing.flavor').selectedOptions[0].text") == "Lemon"
    assert value(page, "typing.date") == "2021-03-04T05:06"
    assert value(page, "typing.day") == "2021-03-04"
    assert value(page, "typing.time") == "05:06"
    assert value(page, "typing.color") == "#00ff80"
    # What the user leaves as it is stays as it is.
    page.element("typing.name").click()
    page.press(Keys.TAB)
    for identifier in ("date", "day", "time", "color"):
        page.run("identified(arguments[0]).focus()", f"typing.{identifier}")
    page.quiet()
    assert state(page) == newest


def test_going_back_shows_what_was_chosen(gallery, tab):
    page = tab(gallery, PAGE)
    choose(page, "typing.day", "2021-01-02")
    choose(page, "typing.time", "03:04")
    choose(page, "typing.color", "#ff0000")
    has_date(page, "2021-01-02T03:04")
    page.quiet()
    before = state(page)
    leave_and_return(page, lambda: None)
    assert state(page) == before
    assert value(page, "typing.day") == "2021-01-02"
    assert value(page, "typing.time") == "03:04"
    assert value(page, "typing.color") == "#ff0000"
    choose(page, "typing.time", "03:05")
    has_date(page, "2021-01-02T03:05")


def test_a_duplicated_tab_leaves_newer_values(gallery, tab):
    page = tab(gallery, PAGE)
    page.element("typing.name").send_keys(" old")
    has_text(page, "Ada old")
    other = tab(gallery, PAGE)
    enter(other, "typing.name", "newer")
    has_text(page, "newer")
    page.front()
    handles = set(page.browser.window_handles)
    # The new tab has a copy of the storage, as a duplicated one.
    page.run("window.open(location.href)")
    page.until(lambda page: len(set(page.browser.window_handles) - handles) == 1, "the tab is open")
    page.browser.switch_to.window((set(page.browser.window_handles) - handles).pop())
    page.window = page.browser.current_window_handle
    page.until(lambda page: page.live == "open" and page.text("typing.state"), "the copy is connected")
    page.quiet()
    has_text(page, "newer")
    assert value(page, "typing.name") == "newer"


def test_an_event_that_a_browser_sends_by_itself_is_no_edit(gallery, tab):
    page = tab(gallery, PAGE)
    # The events of scripts are not trusted, and no other ones can be made before the user touches a page.
    ask = """(async () => {
      const entry = document.querySelector("script[type=module]");
      const { isUserAction } = await import(new URL("fields/useractions.js", entry.src));
      const hasBeenActive = arguments[0];
      Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive }, configurable: true });
      return [{ isTrusted: true }, { isTrusted: true, inputType: "insertFromDrop" }, { isTrusted: false }].map(isUserAction);
    })()"""
    assert page.run_slowly(ask, False) == [False, True, True]
    assert page.run_slowly(ask, True) == [True, True, True]


# A slow line


def test_what_is_typed_after_a_submission_does_not_bring_the_submitted_text_back(tunnel, tab):
    page = tab(tunnel, PAGE)
    tunnel.hold_answers()
    page.element("typing.message").send_keys("hello", Keys.ENTER, "world")
    tunnel.release_answers()
    page.until(lambda page: own(page) == '["hello"], world, ,', "the app has what was typed after the submission")
    shows(page, "typing.message", "world")


def test_two_submissions_before_the_first_answer_are_two_texts(tunnel, tab):
    page = tab(tunnel, PAGE)
    tunnel.hold_answers()
    page.element("typing.message").send_keys("hello", Keys.ENTER, "world", Keys.ENTER, "and")
    tunnel.release_answers()
    page.until(lambda page: own(page) == '["hello", "world"], and, ,', "the app has both texts")
    shows(page, "typing.message", "and")


def test_a_limit_of_a_slow_app_keeps_the_first_characters(tunnel, tab):
    page = tab(tunnel, PAGE)
    tunnel.hold_answers()
    page.element("typing.short").send_keys("hello world")
    page.element("typing.upper").send_keys("hello")
    put_caret(page, "typing.upper", 2)
    page.press("x")
    tunnel.release_answers()
    page.until(lambda page: own(page) == "[], , hello, HEXLLO", "the app has both texts")
    shows(page, "typing.short", "hello")
    shows(page, "typing.upper", "HEXLLO")
    assert caret(page, "typing.upper") == [3, 3]


def test_what_is_typed_without_a_line_is_added_to_the_changes_of_another_window(tunnel, gallery, tab):
    page = tab(tunnel, PAGE)
    other = tab(gallery, PAGE)
    page.element("typing.name").send_keys(" sent")
    has_text(other, "Ada sent")
    tunnel.cut()
    page.until(lambda page: page.live == "lost", "the line is lost")
    page.element("typing.name").send_keys(" later")
    put_caret(other, "typing.name", 0)
    other.press("I")
    has_text(other, "IAda sent")
    tunnel.thaw()
    page.until(lambda page: page.live == "open", "the page is connected again")
    has_text(other, "IAda sent later")
    shows(page, "typing.name", "IAda sent later")


def test_an_edit_whose_acknowledgment_is_lost_is_made_once(tunnel, gallery, tab):
    page = tab(tunnel, PAGE)
    other = tab(gallery, PAGE)
    tunnel.hold_answers()
    page.element("typing.name").send_keys(" once")
    has_text(other, "Ada once")
    tunnel.cut()
    page.until(lambda page: page.live == "lost", "the line is lost")
    tunnel.release_answers()
    tunnel.thaw()
    page.until(lambda page: page.live == "open", "the page is connected again")
    page.quiet()
    has_text(page, "Ada once")
    shows(page, "typing.name", "Ada once")


# Input methods


def test_a_composition_is_an_edit_when_it_ends(gallery, tab):
    page = tab(gallery, PAGE)
    put_caret(page, "typing.name", 3)
    before = state(page)
    compose(page, "n")
    compose(page, "ni")
    page.quiet()
    assert state(page) == before
    assert value(page, "typing.name") == "Adani"
    with Elsewhere(gallery) as elsewhere:
        elsewhere.send("typing.name", "input", text="I", at=0, removed=0, length=3, revision=0)
        has_text(page, "IAda")
    # The text of the input method is still in the field, which is not changed around it.
    assert value(page, "typing.name") == "Adani"
    compose(page, "nih")
    assert value(page, "typing.name") == "Adanih"
    commit(page, "你")
    has_text(page, "IAda你")
    shows(page, "typing.name", "IAda你")
    assert caret(page, "typing.name") == [5, 5]


def test_a_composition_ends_before_an_app_changes_it(gallery, tab):
    page = tab(gallery, PAGE)
    page.element("typing.upper").click()
    compose(page, "a")
    page.quiet()
    compose(page, "ab")
    assert value(page, "typing.upper") == "ab"
    commit(page, "abc")
    page.until(lambda page: own(page) == "[], , , ABC", "the app has the composed text")
    shows(page, "typing.upper", "ABC")
    page.element("typing.short").click()
    for text in ("1", "12", "123", "1234567"):
        compose(page, text)
    page.quiet()
    assert value(page, "typing.short") == "1234567"
    commit(page, "1234567")
    page.until(lambda page: own(page) == "[], , 12345, ABC", "the app has the beginning")
    shows(page, "typing.short", "12345")


def test_a_composition_stays_in_a_row_that_moves(gallery, tab):
    page = tab(gallery, PAGE)
    page.element("typing.row.a").click()
    compose(page, "ni")
    with Elsewhere(gallery) as elsewhere:
        elsewhere.send("typing.reverse", "press")
    page.until(lambda page: state(page).index('"c:') < state(page).index('"a:'), "the rows are reversed")
    names = page.run("return [...document.querySelectorAll('[data-identifier^=\"typing.row\"]')].map((e) => e.dataset.identifier)")
    assert names == ["typing.row.c", "typing.row.b", "typing.row.a"]
    compose(page, "nih")
    assert value(page, "typing.row.a") == "nih"
    commit(page, "你好")
    has_text(page, "a:你好")
    shows(page, "typing.row.a", "你好")


# Rows


def shown_rows(page) -> list[tuple[str, str]]:
    """The names and the texts of the rows, as the page shows them."""
    rows = page.run(
        "return [...document.querySelectorAll('[data-identifier^=\"typing.row.\"]')].map((e) => [e.dataset.identifier, e.value])"
    )
    return [(identifier.removeprefix("typing.row."), text) for identifier, text in rows]


def has_rows(page, *rows: tuple[str, str]) -> None:
    """Waits until the app has these rows, and the page shows them."""
    page.until(lambda page: re.findall(r'"(\w+):([^"]*)"', state(page)) == list(rows), f"the app has {rows}")
    page.until(lambda page: shown_rows(page) == list(rows), f"the page shows {rows}")


def test_what_is_typed_into_a_row_stays_in_it_when_others_come_and_go(gallery, tab):
    page = tab(gallery, PAGE)
    for name in "abc":
        enter(page, f"typing.row.{name}", f"of {name}")
    has_rows(page, ("a", "of a"), ("b", "of b"), ("c", "of c"))
    put_caret(page, "typing.row.b", 4)
    with Elsewhere(gallery) as elsewhere:
        page.press("1")
        elsewhere.send("typing.insert", "press")
        has_rows(page, ("new1", ""), ("a", "of a"), ("b", "of b1"), ("c", "of c"))
        page.press("2")
        has_rows(page, ("new1", ""), ("a", "of a"), ("b", "of b12"), ("c", "of c"))
        elsewhere.send("typing.remove", "press")
        has_rows(page, ("a", "of a"), ("b", "of b12"), ("c", "of c"))
        elsewhere.send("typing.remove", "press")
        has_rows(page, ("b", "of b12"), ("c", "of c"))
        page.press("3")
        has_rows(page, ("b", "of b123"), ("c", "of c"))
    assert caret(page, "typing.row.b") == [7, 7]
    page.element("typing.insert").click()
    has_rows(page, ("new2", ""), ("b", "of b123"), ("c", "of c"))
    enter(page, "typing.row.new2", "of new2")
    enter(page, "typing.row.c", "of c, too")
    has_rows(page, ("new2", "of new2"), ("b", "of b123"), ("c", "of c, too"))
    page.element("typing.remove").click()
    has_rows(page, ("b", "of b123"), ("c", "of c, too"))
    enter(page, "typing.row.b", "last")
    has_rows(page, ("b", "last"), ("c", "of c, too"))


def test_no_composed_text_is_lost_or_doubled_in_a_row_that_a_browser_cannot_move(gallery, tab):
    page = tab(gallery, PAGE)
    page.run("delete Element.prototype.moveBefore; delete Document.prototype.moveBefore; delete DocumentFragment.prototype.moveBefore")
    assert not page.run("return 'moveBefore' in document.body")
    enter(page, "typing.row.a", "x")
    has_text(page, "a:x")
    compose(page, "ni")
    with Elsewhere(gallery) as elsewhere:
        elsewhere.send("typing.reverse", "press")
        # The input method has lost the field, and what it has composed is in the text.
        has_rows(page, ("c", ""), ("b", ""), ("a", "xni"))
        page.press("y")
        has_rows(page, ("c", ""), ("b", ""), ("a", "xniy"))
        compose(page, "ha")
        commit(page, "好")
        has_rows(page, ("c", ""), ("b", ""), ("a", "xniy好"))
        elsewhere.send("typing.reverse", "press")
        has_rows(page, ("a", "xniy好"), ("b", ""), ("c", ""))
    page.press("z")
    has_rows(page, ("a", "xniy好z"), ("b", ""), ("c", ""))


# The caret


def test_the_caret_stays_when_a_binding_changes_the_text(gallery, tab):
    page = tab(gallery, PAGE)
    page.element("typing.upper").send_keys("hello")
    shows(page, "typing.upper", "HELLO")
    put_caret(page, "typing.upper", 2)
    page.press("x")
    shows(page, "typing.upper", "HEXLLO")
    assert caret(page, "typing.upper") == [3, 3]


def test_the_selection_stays_when_another_window_changes_the_text(gallery, tab):
    page = tab(gallery, PAGE)
    other = tab(gallery, PAGE)
    put_caret(page, "typing.name", 1, 3)
    put_caret(other, "typing.name", 0)
    other.press("I")
    shows(page, "typing.name", "IAda")
    assert caret(page, "typing.name") == [2, 4]
    put_caret(other, "typing.name", 4)
    other.press("!")
    shows(page, "typing.name", "IAda!")
    assert caret(page, "typing.name") == [2, 4]


# Chance


@pytest.mark.page("typing")
def test_a_selection_stays_beside_its_letters_whatever_a_change_inserts_and_deletes(page):
    """As TextChangeTests, which try the app's half of the same changes."""
    problems = page.run_slowly(
        """
        (async () => {
          const name = "/fields/textchanges.js";
          const loaded = performance.getEntriesByType("resource").find((entry) => entry.name.endsWith(name));
          const { movedPlace } = await import(loaded.name);
          let state = arguments[0];
          // A linear congruential generator, with the constants of Numerical Recipes.
          const below = (count) => {
            state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
            return Math.floor((state / 2 ** 32) * count);
          };
          const steps = [() => 1 + below(3), () => -1 - below(3), () => "xyz".slice(below(3))];
          for (let round = 0; round < 20000; round += 1) {
            const change = [];
            const kept = new Map();
            let [old, fresh, last] = [0, 0, -1];
            for (let count = below(8); count > 0; count -= 1) {
              // Two steps of a kind would be one.
              const kind = last < 0 ? below(3) : (last + 1 + below(2)) % 3;
              last = kind;
              const step = steps[kind]();
              change.push(step);
              if (typeof step === "string") fresh += step.length;
              else if (step < 0) old -= step;
              else for (const end = old + step; old < end; ) kept.set(old++, fresh++);
            }
            const places = [below(old + 1), below(old + 1)].sort((a, b) => a - b);
            const [start, end] = [movedPlace(places[0], change), movedPlace(places[1], change, true)];
            const says = (problem) => [`${places} is ${start}, ${end} by ${JSON.stringify(change)}: ${problem}`];
            for (const [before, after] of kept) {
              if ((before < places[0]) !== (after < start)) return says(`${before} is on the other side of the start`);
              if ((before < places[1]) !== (after < end)) return says(`${before} is on the other side of the end`);
            }
            if ((kept.get(places[0]) ?? start) !== start) return says("the start is not before the letter behind it");
            if ((kept.get(places[1] - 1) ?? end - 1) !== end - 1) return says("the end is not behind the letter before it");
          }
          return [];
        })()
        """,
        30,
    )
    assert problems == []


@pytest.mark.parametrize("seed", range(1, 4))
def test_random_edits_of_two_windows(gallery, tunnel, other_tunnel, tab, seed):
    """Each window types each character once and deletes none. Lines are slow, and break."""
    choice = random.Random(seed)
    tunnels = [tunnel, other_tunnel]
    pages = [tab(each, PAGE) for each in tunnels]
    typed = []
    for step in range(60):
        index = choice.randrange(2)
        act = choice.randrange(10)
        if act < 6:
            text = chr(0x4E00 + step)
            typed.append(text)
            place = choice.random()
            pages[index].run(
                """
                const field = identified("typing.name");
                field.focus();
                const place = Math.floor(arguments[1] * (field.value.length + 1));
                field.setSelectionRange(place, place);
                document.execCommand("insertText", false, arguments[0]);
                """,
                text,
                place,
            )
        elif act < 8:
            tunnels[index].hold_answers()
        elif act < 9:
            tunnels[index].release_answers()
        else:
            tunnels[index].cut()
            tunnels[index].release_answers()
            tunnels[index].thaw()
    for each in tunnels:
        each.release_answers()
    for page in pages:
        page.until(lambda page: page.live == "open", "the page is connected")
        page.until(lambda page: all(text in value(page, "typing.name") for text in typed), "everything is there")
    for page in pages:
        page.quiet()
    texts = [value(page, "typing.name") for page in pages]
    assert texts[0] == texts[1]
    assert sorted(texts[0]) == sorted(NAME + "".join(typed))
    has_text(pages[0], texts[0])


@pytest.mark.page("typing")
def test_the_keys_that_edit_a_text_are_no_shortcuts_while_it_has_the_focus(page):
    def buttons(page):
        return page.text("typing.return"), page.text("typing.delete")

    page.element("typing.story").click()
    page.press(Keys.CONTROL, Keys.END)
    for key in ["x", Keys.ENTER, "y", "z", Keys.BACKSPACE]:
        page.press(key)
    page.until(lambda page: "x\\ny" in state(page) and "yz" not in state(page), "the text is edited")
    assert buttons(page) == ("Return: 0", "Delete: 0")
    # A field of one line leaves Return to the default button.
    page.element("typing.short").click()
    page.press("a")
    page.press(Keys.BACKSPACE)
    page.press(Keys.ENTER)
    page.until(lambda page: buttons(page) == ("Return: 1", "Delete: 0"), "Return presses the default button")
    page.run("document.activeElement.blur()")
    page.press(Keys.BACKSPACE)
    page.until(lambda page: buttons(page) == ("Return: 1", "Delete: 1"), "the shortcut works without the focus in a text")
