"""The app delegate of the Gallery."""

import pytest

from harness.page import gallery_query


def launches(page) -> str:
    return page.run("return document.querySelector('[data-identifier=\"lifecycle.launches\"]').innerText")


@pytest.mark.page("lifecycle")
def test_a_delegate_is_launched_once_and_in_the_environment_of_each_window(page, gallery, tab):
    assert launches(page) == "Launched 1 time"
    assert launches(tab(gallery, gallery_query("lifecycle"))) == "Launched 1 time"


def test_a_delegate_is_notified_of_the_end_of_the_process(gallery):
    assert "The Gallery ends" not in gallery.log
    gallery.process.terminate()
    assert gallery.process.wait(timeout=300) == 0
    assert "The Gallery ends" in gallery.log
