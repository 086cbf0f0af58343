"""A tab that loses its connection, or its window, comes back with what was typed."""

import time

import pytest
from selenium.webdriver.common.keys import Keys

from harness.app import App
from harness.page import gallery_query
from harness.tunnel import Tunnel
from harness.waiting import eventually
from harness.wire import get

PAGE = gallery_query("fields")


@pytest.fixture
def tunnel(gallery):
    tunnel = Tunnel(gallery.port)
    yield tunnel
    tunnel.stop()


def set_text(page, identifier: str, text: str) -> None:
    """Enters a text at once, as from the clipboard."""
    page.run(
        """
        const field = identified(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event("input", { bubbles: true }));
        """,
        identifier,
        text,
    )


def value(page, identifier: str) -> str:
    return page.run("return identified(arguments[0]).value", identifier)


def shows(page, text: str) -> None:
    page.until(lambda page: text in page.text("textfield.state"), f"the app has {text}")


def reversed_text(page, text: str) -> None:
    page.until(lambda page: page.text("textfield.reversed") == text[::-1], f"the app has {text}")


def test_a_text_of_several_lines_stays_while_others_change(gallery, tab):
    page = tab(gallery, PAGE)
    page.element("textfield.editor").send_keys(Keys.CONTROL, Keys.END)
    page.element("textfield.editor").send_keys("!")
    shows(page, "42 characters")
    page.element("textfield.field").send_keys("x")
    reversed_text(page, "x")
    assert value(page, "textfield.editor").endswith("!")


def test_a_silent_line_is_noticed_and_replaced_and_keeps_what_was_typed(tunnel, tab):
    page = tab(tunnel, PAGE)
    page.element("textfield.field").send_keys("before")
    reversed_text(page, "before")
    tunnel.freeze()
    page.element("textfield.field").send_keys(" and after")
    page.until(lambda page: page.live == "lost", "the tab notices that the server is silent")
    assert page.run("return document.querySelector('.lost-notice:popover-open').innerText") == "Reconnecting …"
    page.element("textfield.editor").send_keys(Keys.CONTROL, Keys.END)
    page.element("textfield.editor").send_keys("!")
    tunnel.thaw()
    page.until(lambda page: page.live == "open", "the tab is connected again")
    assert page.run("return document.querySelector('.lost-notice')") is None
    assert not page.was_reloaded
    assert value(page, "textfield.field") == "before and after"
    reversed_text(page, "before and after")
    shows(page, f"{len(value(page, 'textfield.editor'))} characters")
    assert value(page, "textfield.editor").endswith("!")


def test_a_tab_that_is_idle_stays_connected(gallery, tab):
    page = tab(gallery, PAGE)
    page.run("window.states = []; new MutationObserver(() => states.push(document.documentElement.dataset.live))"
             ".observe(document.documentElement, { attributes: true })")
    # Longer than the time after which a silent server counts as gone.
    deadline = time.monotonic() + 27
    page.until(lambda page: time.monotonic() > deadline, "half a minute has passed")
    assert page.run("return states") == []
    page.element("textfield.field").send_keys("still here")
    reversed_text(page, "still here")


def test_a_page_whose_window_is_gone_never_claims_to_be_connected(gallery, tab):
    page = tab(gallery, PAGE)
    page.run("new MutationObserver(() => sessionStorage.states = `${sessionStorage.states ?? ''} ${document.documentElement.dataset.live}`)"
             ".observe(document.documentElement, { attributes: true })")
    gallery.kill()
    page.until(lambda page: page.live == "lost", "the line is lost")
    gallery.start()
    page.until(lambda page: page.was_reloaded and page.live == "open", "the page has a new window")
    states = page.run("return sessionStorage.states")
    assert "lost" in states
    assert "open" not in states


def test_a_page_whose_windows_are_gone_again_and_again_is_loaded_later(gallery, tab):
    """A server that closes windows for want of room is not asked for more and more of them."""
    page = tab(gallery, PAGE)
    item = "sessionStorage.getItem('strata reloads /?')"
    assert page.run(f"return {item}") is None
    # As if the windows of the last six pages had been gone. The page waits for 16 seconds or more.
    page.run("sessionStorage.setItem('strata reloads /?', '6')")
    gallery.kill()
    page.until(lambda page: page.live == "lost", "the line is lost")
    gallery.start()
    page.until(lambda page: page.run(f"return window.neverReloaded === true && {item} === '7'"), "the page waits with its reload")
    page.until(lambda page: page.was_reloaded and page.live == "open", "the page has a new window")
    assert page.run(f"return {item}") is None


def test_what_was_typed_survives_a_new_window(gallery, tab):
    page = tab(gallery, PAGE)
    page.element("textfield.field").send_keys("sent")
    reversed_text(page, "sent")
    page.element("textfield.password").send_keys("secret")
    shows(page, "6 secret")
    gallery.kill()
    page.until(lambda page: page.live == "lost", "the line is lost")
    page.element("textfield.field").send_keys(", not sent")
    page.element("textfield.editor").send_keys(Keys.CONTROL, Keys.END)
    page.element("textfield.editor").send_keys("\nIt was strong.")
    gallery.start()
    page.until(lambda page: page.was_reloaded and page.live == "open", "the page has a new window")
    reversed_text(page, "sent, not sent")
    story = "Once upon a time\nthere was an earthquake.\nIt was strong."
    shows(page, f"{len(story)} characters")
    assert value(page, "textfield.password") == ""


def test_what_was_typed_survives_a_window_that_was_closed(executable, tmp_path, tab):
    """The server goes on, and had the text in the window only."""
    app = App(executable.with_name("Gallery"), tmp_path, ["--max-windows", "1"]).start()
    tunnel = Tunnel(app.port)
    try:
        page = tab(tunnel, PAGE)
        page.element("textfield.field").send_keys("sent")
        reversed_text(page, "sent")
        page.element("textfield.password").send_keys("secret")
        shows(page, "6 secret")
        tunnel.cut()
        page.until(lambda page: page.live == "lost", "the line is lost")
        page.element("textfield.editor").send_keys(Keys.CONTROL, Keys.END)
        page.element("textfield.editor").send_keys("\nIt was strong.")
        # It closes a window without a connection for another one.
        eventually(lambda: get(app)[0] == 200, "the server has closed the window")
        assert not page.was_reloaded
        tunnel.thaw()
        page.until(lambda page: page.was_reloaded and page.live == "open", "the page has a new window")
        reversed_text(page, "sent")
        story = "Once upon a time\nthere was an earthquake.\nIt was strong."
        shows(page, f"{len(story)} characters")
        assert value(page, "textfield.password") == ""
    finally:
        tunnel.stop()
        app.stop()
        print(f"--- Gallery printed:\n{app.log}")


def test_a_reload_keeps_what_was_typed_and_not_what_was_submitted(gallery, tab):
    page = tab(gallery, gallery_query("typing"))
    page.element("typing.short").send_keys("abc")
    page.element("typing.message").send_keys("hello", Keys.ENTER)
    page.until(lambda page: page.text("typing.own") == '["hello"], , abc,', "the app has both texts")
    page.quiet()
    page.front().refresh()
    page.until(lambda page: page.was_reloaded and page.live == "open", "the page has a new window")
    page.until(lambda page: page.text("typing.own") == "[], , abc,", "the app has the text")
    assert value(page, "typing.message") == ""


def test_a_text_that_was_not_typed_is_not_kept(gallery, tab):
    page = tab(gallery, PAGE)
    page.element("textfield.field").send_keys("gone", Keys.BACKSPACE * 4)
    gallery.kill()
    page.until(lambda page: page.live == "lost", "the line is lost")
    gallery.start()
    page.until(lambda page: page.was_reloaded and page.live == "open", "the page has a new window")
    assert value(page, "textfield.field") == ""


@pytest.mark.parametrize("character", ['"x"', '"\\""', '"界"', '"😀"', '"\\u0001"', '"\\ud83d"'])
def test_a_long_text_arrives_whole(gallery, tab, character):
    """Each text is longer than a message may be. The last one consists of halves of characters."""
    page = tab(gallery, PAGE)
    page.run(
        """
        const character = JSON.parse(arguments[0]);
        const field = identified("textfield.editor");
        field.value = character.repeat(100000 / character.length);
        field.dispatchEvent(new Event("input", { bubbles: true }));
        """,
        character,
    )
    shows(page, f"{50_000 if '😀' in character else 100_000} characters")
    set_text(page, "textfield.editor", "short")
    shows(page, "5 characters")
    assert page.live == "open"
    assert "was closed" not in gallery.log


HOSTILE = [
    "<script>window.broken = true</script>", "<img src=\"data:,\" onerror=\"window.broken = true\">", "\" onfocus=\"window.broken = true",
    "</textarea><script>window.broken = true</script>", "&lt;b&gt; &amp;quot;", "'); window.broken = true; ('", "javascript:window.broken = true",
    "\u202egnp.exe", "a\u2028b", "}body{display:none", "</style><style>*{display:none}", "\\u003cscript\\u003e", "\"]],[\"redraw\",\"", "𝒳 👩‍🔬 ¼",
]


def test_typed_markup_is_text(gallery, tab):
    page = tab(gallery, PAGE)
    count = page.run("return document.querySelectorAll('*').length")
    for text in HOSTILE:
        set_text(page, "textfield.field", text)
        # Swift reverses characters, and Python code points, so the comparison is by the length.
        page.until(lambda page: page.run("return identified('textfield.name').getAttribute('value')") == text, f"the app has {text}")
        assert page.run("return document.querySelectorAll('*').length") == count
    assert page.run("return window.broken ?? null") is None


def test_a_field_takes_as_much_as_its_limit(gallery, tab):
    page = tab(gallery, PAGE)
    assert page.run("return identified('textfield.field').maxLength") == 10_000
    assert page.run("return identified('textfield.editor').maxLength") == 100_000
    set_text(page, "textfield.field", "x" * 10_001)
    page.until(lambda page: value(page, "textfield.field") == "", "the app's text comes back")
    assert "was closed" not in gallery.log
