"""Settings of the Gallery, in several tabs and after a restart."""

import plistlib

import pytest

from harness.page import gallery_query


@pytest.fixture
def pages(gallery, tab):
    """Two tabs of the page Storage."""
    return tab(gallery, gallery_query("storage")), tab(gallery, gallery_query("storage"))


def greeting(page) -> str:
    return page.run("return document.querySelector('[data-identifier=\"storage.greeting\"]').innerText")


def count(page) -> str:
    return page.run("return document.body.innerText.match(/Counted to \\d+/)[0]")


def click(page, identifier: str) -> None:
    page.front().find_element("css selector", f"[data-identifier='{identifier}']").click()


def type_name(page, name: str) -> None:
    page.front().find_element("css selector", "input[data-identifier='storage.name']").send_keys(name)


def stored(gallery) -> dict:
    return plistlib.loads((gallery.log_path.parent / "Gallery.plist").read_bytes())


def test_a_setting_of_one_tab_is_shown_by_the_other(pages):
    first, second = pages
    assert greeting(second) == "Hello."
    type_name(first, "Ada")
    first.until(lambda page: greeting(page) == "Hello, Ada.", "the tab in which the name was typed shows it")
    second.until(lambda page: greeting(page) == "Hello, Ada.", "the other tab shows it")


def test_a_change_of_a_task_is_shown_by_all_tabs(pages):
    first, second = pages
    click(first, "storage.task")
    for page in pages:
        page.until(lambda page: count(page) == "Counted to 1", "the tab shows the count of the task")


def test_forgotten_settings_read_as_their_defaults(pages):
    first, second = pages
    type_name(first, "Ada")
    second.until(lambda page: greeting(page) == "Hello, Ada.", "the name is shown")
    click(second, "storage.forget")
    for page in pages:
        page.until(lambda page: greeting(page) == "Hello.", "the default is shown")


def test_settings_survive_a_killed_server(gallery, pages, tab):
    first, _ = pages
    type_name(first, "Grace")
    first.until(lambda page: greeting(page) == "Hello, Grace.", "the name is shown")
    gallery.kill()
    assert stored(gallery)["storage.name"] == "Grace"
    gallery.start()
    again = tab(gallery, gallery_query("storage"))
    assert greeting(again) == "Hello, Grace."


def test_a_change_of_another_process_is_shown(gallery, pages):
    first, _ = pages
    click(first, "storage.task")
    first.until(lambda page: count(page) == "Counted to 1", "the count is shown")
    values = stored(gallery) | {"storage.count": 41}
    draft = gallery.log_path.parent / "draft"
    draft.write_bytes(plistlib.dumps(values, fmt=plistlib.FMT_BINARY))
    draft.rename(gallery.log_path.parent / "Gallery.plist")
    for page in pages:
        page.until(lambda page: count(page) == "Counted to 41", "the tab shows the value of the other process")
