"""Scroll positions that the user has chosen stay when the page changes."""

import pytest

pytestmark = pytest.mark.page("scrolling")

OFFSETS = "return ['Fruit', 'Nuts', 'Bread'].map((name) => Math.round(identified(`scroll.shelf${name}`).scrollLeft))"


@pytest.mark.parametrize("can_move", [True, False], ids=["with moveBefore", "without it"])
def test_what_scrolls_in_a_moved_row_stays_where_it_is(page, can_move):
    assert page.run("return 'moveBefore' in document.body")
    if not can_move:
        page.run("delete Element.prototype.moveBefore; delete Document.prototype.moveBefore; delete DocumentFragment.prototype.moveBefore")
    page.run("['Fruit', 'Nuts', 'Bread'].forEach((name, index) => (identified(`scroll.shelf${name}`).scrollLeft = 120 + 40 * index))")
    assert page.run(OFFSETS) == [120, 160, 200]
    page.settled(page.element("scroll.reverse")).click()
    names = "return [...document.querySelectorAll('[data-identifier^=\"scroll.shelf\"]')].map((e) => e.dataset.identifier.slice(12))"
    page.until(lambda page: page.run(names) == ["Bread", "Nuts", "Fruit"], "the rows are in another order")
    assert page.run(OFFSETS) == [120, 160, 200]


def test_two_requests_of_one_action_are_both_carried_out(page):
    assert page.run(OFFSETS) == [0, 0, 0]
    page.settled(page.element("scroll.ends")).click()
    # The row whose request came first is below the other one.
    ends = "return ['Fruit', 'Bread'].every((name) => identified(`scroll.shelf${name}`).scrollLeft > 0)"
    page.until(lambda page: page.run(ends), "both rows are scrolled")
    assert page.run(OFFSETS)[1] == 0
