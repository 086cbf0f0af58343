"""Pictures that the Gallery has as data, in a browser."""

import pytest

pytestmark = pytest.mark.page("pictures")


def image(page, identifier: str, expression: str):
    """Returns the value of a JavaScript expression about `i`, the image inside an element."""
    return page.run(f"const i = document.querySelector('[data-identifier=\"{identifier}\"] img, img[data-identifier=\"{identifier}\"]'); return {expression}")


def test_a_picture_has_its_own_size(page):
    page.until(lambda page: image(page, "picture.whole", "i.complete"), "the picture is loaded")
    assert image(page, "picture.whole", "[i.naturalWidth, i.naturalHeight]") == [160, 120]
    assert image(page, "picture.whole", "[i.offsetWidth, i.offsetHeight]") == [160, 120]


def test_the_label_of_a_picture_is_read(page):
    label = "document.querySelector('[data-identifier=\"picture.circle\"]')"
    assert page.run(f"const e = {label}; return (e.closest('[aria-label]') ?? e.querySelector('[aria-label]')).getAttribute('aria-label')") == "Sunset"
