"""Drags and drops in the Gallery: in a page, between tabs, from outside, and by the keyboard."""

import urllib.error
import urllib.request

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.app import App
from harness.page import gallery_query
from test_gallery import element

pytestmark = pytest.mark.page("dragging")

TOKEN = "application/x-strata-drag"


def find(page, identifier: str):
    return page.settled(page.element(identifier))


def text(page, identifier: str) -> str:
    return element(page, identifier, "e.innerText")


def received(page, words: str):
    page.until(lambda page: text(page, "drop.received") == f"Received: {words}", f"{words} is received")


def column(page, title: str, *cards: str):
    page.until(lambda page: text(page, f"column.{title}").split() == [title, *cards], f"{title} has {cards}")


# Records what the page tells other tabs of the items that are dragged.
HEAR = """
window.heard = [];
window.channel = new BroadcastChannel(`strata ${location.pathname}`);
channel.onmessage = ({ data }) => heard.push(data);
"""


# Lifts an item, as a press does, in place of the next press.
LIFT = """
const element = arguments[0].closest("[data-drag]");
element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
addEventListener("pointerdown", (event) => event.stopPropagation(), { capture: true, once: true });
return element.dataset.dragLift !== undefined;
"""


def drag(page, source, target):
    """Drags with the pointer, after the server has told what the item offers. The driver's press and drop are one chain."""
    page.run(HEAR)
    if page.run(LIFT, source):
        page.until(lambda page: page.run("return heard.length > 0"), "the server has answered")
    actions = ActionChains(page.front()).move_to_element(source).click_and_hold().move_by_offset(5, 5)
    actions.pause(0.2).move_to_element(target).pause(0.2).move_by_offset(2, 2).pause(0.2).release().perform()


def drop_from_outside(page, identifier: str, items=(), files=()):
    """Drops texts, as pairs of a MIME type and data, or files, as the system does."""
    box = page.run("const box = arguments[0].getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
                   find(page, identifier))
    data = {"items": [{"mimeType": kind, "data": text} for kind, text in items], "files": [str(file) for file in files],
            "dragOperationsMask": 1}
    for kind in ["dragEnter", "dragOver", "drop"]:
        page.front().execute_cdp_cmd("Input.dispatchDragEvent", {"type": kind, "x": box[0], "y": box[1], "data": data})


def begin_drag(page, identifier: str) -> dict:
    """Begins a drag without a pointer, and returns the data of its DataTransfer."""
    return page.run_slowly(
        """(async () => {
          const element = document.querySelector(`[data-identifier="${arguments[0]}"]`).closest("[data-drag]");
          // The server's answer has the text for other programs. The page passes it on to other tabs.
          const answer = new Promise((resume) => new BroadcastChannel(`strata ${location.pathname}`).onmessage = resume);
          element.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
          // What an item of onDrag is, the server learns when the drag begins.
          if (element.dataset.drag) await answer;
          const dataTransfer = new DataTransfer();
          element.dispatchEvent(new DragEvent("dragstart", { bubbles: true, dataTransfer }));
          return Object.fromEntries(dataTransfer.types.map((type) => [type, dataTransfer.getData(type)]));
        })()""",
        identifier,
    )


def test_a_card_is_dragged_to_another_column(page):
    find(page, "column.Open")
    drag(page, page.element("card.Paint"), page.element("column.Done"))
    column(page, "Done", "Plan", "Paint")
    column(page, "Open", "Sweep")


def test_a_card_is_dragged_to_a_tab_of_the_same_app(gallery, tab):
    first, second = tab(gallery, gallery_query("dragging")), tab(gallery, gallery_query("dragging"))
    second.run(HEAR)
    data = begin_drag(first, "card.Paint")
    second.until(lambda page: page.run("return heard.some(({ isDragged }) => isDragged)"), "the other tab knows of the drag")
    assert data["text/plain"] == "Paint"
    assert len(data[TOKEN]) == 32
    drop_from_outside(second, "column.Done", [(TOKEN, data[TOKEN]), ("text/plain", "Paint")])
    column(second, "Done", "Plan", "Paint")
    column(first, "Open", "Paint", "Sweep")


def test_a_forged_token_drops_nothing(page):
    find(page, "column.Done")
    drop_from_outside(page, "column.Done", [(TOKEN, "0" * 32)])
    # What the page receives afterwards shows that it was ignored.
    drop_from_outside(page, "drop.any", [("text/plain", "hello")])
    received(page, "hello")
    column(page, "Done", "Plan")


def test_a_preview_is_shown_at_the_pointer(page):
    find(page, "drag.provider")
    assert page.run("return document.querySelector('.drag-preview')") is None
    ActionChains(page.front()).move_to_element(page.element("drag.provider")).click_and_hold().perform()
    page.until(lambda page: page.run("return document.querySelector('.drag-preview')?.textContent.trim()") == "A preview",
               "the preview is there")
    ActionChains(page.front()).release().perform()
    page.until(lambda page: page.run("return document.querySelector('.drag-preview')") is None, "the preview is gone")


def test_an_item_of_onDrag_is_dropped(page):
    find(page, "drop.any")
    page.run(HEAR)
    token = begin_drag(page, "drag.provider")[TOKEN]
    page.until(lambda page: page.run("return heard.some(({ types }) => types.length > 0)"), "the server tells what the item is")
    drop_from_outside(page, "drop.any", [(TOKEN, token)])
    received(page, "from onDrag")


def test_text_and_addresses_from_other_programs_are_dropped(page):
    drop_from_outside(page, "drop.any", [("text/plain", "some text")])
    received(page, "some text")
    drop_from_outside(page, "insert.list", [("text/plain", "four")])
    page.until(lambda page: "four" in text(page, "insert.words").split(), "the text is inserted")


def test_files_are_dropped(page, tmp_path):
    file = tmp_path / "photo.png"
    file.write_bytes(b"png")
    drop_from_outside(page, "drop.any", files=[file])
    received(page, "photo of type public.png")


def test_a_file_of_another_type_is_refused(page, tmp_path, tab):
    file = tmp_path / "tool.zip"
    file.write_bytes(b"zip")
    # A destination of addresses accepts every file; one of cards accepts none.
    drop_from_outside(page, "column.Done", files=[file])
    drop_from_outside(page, "drop.any", [("text/plain", "then")])
    received(page, "then")
    column(page, "Done", "Plan")


@pytest.fixture
def limited(executable, tmp_path):
    """The Gallery, which accepts files of up to 1,000 bytes."""
    app = App(executable.with_name("Gallery"), tmp_path, ["--max-file-size", "1000"])
    yield app.start()
    app.stop()
    print(f"--- Gallery printed:\n{app.log}")


def test_a_drop_beyond_the_limit_is_refused_with_a_message(limited, tab, tmp_path):
    tab.refuses = 413
    page = tab(limited, gallery_query("dragging"))
    file = tmp_path / "long.png"
    file.write_bytes(b"x" * 1001)
    # The message is there for a few seconds only.
    page.run("window.said = []; new MutationObserver(() => said.push(document.querySelector('.drop-status')?.innerText ?? ''))"
             ".observe(document.body, { childList: true, subtree: true })")
    drop_from_outside(page, "drop.any", files=[file])
    page.until(lambda page: page.run("return said.some((text) => text.includes('larger'))"), "a message says so")
    drop_from_outside(page, "drop.any", [("text/plain", "x" * 1001)])
    drop_from_outside(page, "drop.any", [("text/plain", "short")])
    received(page, "short")


def test_only_a_destination_receives_uploads(page, gallery):
    window = page.run("return document.documentElement.dataset.window")

    def put(element, name, kind="image/png", token=window) -> int:
        headers = {"Strata-Window": token, "Strata-Element": str(element), "Strata-Filename": name, "Content-Type": kind}
        request = urllib.request.Request(f"{gallery.url}/strata/files", data=b"x", method="PUT", headers=headers)
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            return error.code

    find(page, "drop.any")
    destination = page.run("return identified('drop.any').closest('[data-drop]').dataset.id")
    other = page.run("return identified('drop.received').dataset.id")
    assert put(destination, "a.png") == 201
    assert put(destination, "a.exe", "application/x-msdownload") == 201  # public.url: each file is an address
    assert put(page.run("return identified('column.Done').closest('[data-drop]').dataset.id"), "a.png") == 415
    assert put(other, "a.png") == 403
    assert put(destination, "a.png", token="0" * 32) == 403


def test_a_card_is_copied_and_pasted_by_the_keyboard(page):
    find(page, "column.Open")
    page.run("identified('card.Sweep').closest('[data-drag]').focus()")
    page.press(Keys.CONTROL, "c")
    page.run("identified('column.Done').closest('[data-drop]').focus()")
    page.press(Keys.CONTROL, "v")
    column(page, "Done", "Plan", "Sweep")


def test_text_is_pasted_after_the_row_with_the_focus(page):
    find(page, "insert.list")
    page.run("identified('card.Plan').closest('[data-drag]').focus()")
    page.press(Keys.CONTROL, "c")
    page.run("identified('insert.list').querySelector('.row').focus()")
    page.press(Keys.CONTROL, "v")
    page.until(lambda page: text(page, "insert.words") == "one Plan two three", "the text is inserted")


def copy(page, text: str) -> None:
    """Puts a text into the clipboard, after the page was allowed to use it."""
    page.front().execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    page.run_slowly("navigator.clipboard.writeText(arguments[0])", text)


def test_a_button_pastes_the_text_of_the_clipboard(page):
    copy(page, "a <b> & c")
    find(page, "paste.text").click()
    received(page, "a <b> & c")


def test_a_button_pastes_the_address_of_the_clipboard(page):
    copy(page, "https://example.com/a?b=c")
    find(page, "paste.address").click()
    received(page, "1 address")
