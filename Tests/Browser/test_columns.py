"""The columns of Earthquakes: the selection in the list and its details, and the table of wide windows."""

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.feed import read


@pytest.fixture
def quakes(feeds):
    """The quakes of a day, newest first."""
    return sorted(read(feeds.day), key=lambda quake: quake.time, reverse=True)


@pytest.fixture
def app(feeds, earthquakes):
    return earthquakes(feeds.day)


@pytest.fixture
def page(app, tab):
    return tab(app).filled(160)


@pytest.fixture
def narrow(page):
    size = page.front().get_window_size()
    page.front().set_window_size(500, 900)
    yield page
    page.front().set_window_size(size["width"], size["height"])


@pytest.fixture
def sized(page):
    """A function that sets the width of the page exactly, and returns the page: `sized(600)`."""

    def resize(width: int):
        page.front().execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        page.until(lambda page: page.run("return innerWidth") == width, f"the window is {width} pixels wide")
        return page

    yield resize
    page.front().execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def select(page, row, *held) -> None:
    chain = ActionChains(page.front())
    for key in held:
        chain.key_down(key)
    # The start of the row, since its end is covered by Delete.
    element = page.row_element(row)
    chain.move_to_element_with_offset(element, -element.rect["width"] // 2 + 40, 0).click()
    for key in held:
        chain.key_up(key)
    chain.perform()


def shows_detail(page, quake) -> None:
    page.until(lambda page: page.text("detail.place") == quake.place, f"the details of {quake.place} show")


def selected(page) -> list[str]:
    return page.run(
        "return rowElements().filter((row) => row.ariaSelected === 'true').map((row) => identified('place', row).textContent)"
    )


def table(page) -> list[list[str]]:
    """Returns the texts of the table's rows, by column."""
    return page.run(
        "return [...document.querySelectorAll('.table-body .row')].map((row) =>"
        " [...row.querySelectorAll('.table-cell')].map((cell) => cell.innerText))"
    )


def show_table(page) -> None:
    page.front().find_element("xpath", "//*[@data-identifier='layout']//*[normalize-space()='Table']").click()
    page.until(table, "the table shows rows")


def sort_by(page, title: str) -> None:
    # Each click answers with another order, and may replace the titles.
    path = f"//*[contains(@class, 'table-title')][normalize-space()='{title}']"
    order = lambda: page.front().find_element("xpath", path).get_attribute("aria-sort")
    before = order()
    page.front().find_element("xpath", f"{path}//button").click()
    page.until(lambda page: order() != before, f"the table is sorted by {title}")


def test_a_click_shows_the_details(page, quakes):
    assert "No Earthquake Selected" in page.run("return document.body.innerText")
    select(page, page.rows[3])
    shows_detail(page, quakes[3])
    assert quakes[3].code in page.run("return identified('detail').innerText")
    assert selected(page) == [quakes[3].place]


def test_several_selected_quakes_are_listed_and_deleted(app, page, quakes):
    select(page, page.rows[1])
    select(page, page.rows[3], Keys.SHIFT)
    page.until(lambda page: "3 earthquakes selected" in page.run("return document.body.innerText"), "three are selected")
    places = page.run("return [...identified('selected').querySelectorAll('[data-identifier=place]')].map((e) => e.textContent)")
    assert sorted(places) == sorted(quake.place for quake in quakes[1:4])

    page.element("delete").click()
    page.until(lambda page: page.run("return !!document.querySelector('dialog[open]')"), "the app asks first")
    page.front().find_element("xpath", "//dialog[@open]//button[normalize-space()='Delete']").click()

    page.until(lambda page: page.count == 157, "they are gone")
    page.until(lambda _: app.store.count() == 157, "they are deleted in the store")
    assert app.store.codes().isdisjoint({quake.code for quake in quakes[1:4]})


def test_one_selected_quake_is_deleted_at_once(app, page, quakes):
    select(page, page.rows[0])
    shows_detail(page, quakes[0])
    page.element("delete").click()
    page.until(lambda page: page.count == 159, "it is gone")
    page.until(lambda page: "No Earthquake Selected" in page.run("return document.body.innerText"), "nothing is selected")
    page.until(lambda _: quakes[0].code not in app.store.codes(), "it is deleted in the store")


def test_pressing_delete_of_a_row_does_not_select_it(page):
    row = page.rows[2]
    page.delete_with_button(row)
    page.until(lambda page: page.count == 159, "it is gone")
    assert selected(page) == []
    assert page.run("return identified('detail')") is None


def test_a_quake_that_another_tab_deletes_leaves_the_details(app, page, quakes, tab):
    select(page, page.rows[0])
    shows_detail(page, quakes[0])
    other = tab(app).filled(160)
    other.delete_with_button(other.rows[0])
    page.until(lambda page: "No Earthquake Selected" in page.run("return document.body.innerText"), "the details are gone")


def test_the_arrow_keys_select_and_the_details_follow(page, quakes):
    select(page, page.rows[0])
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.ARROW_DOWN)
    shows_detail(page, quakes[2])
    page.press(Keys.SHIFT, Keys.ARROW_DOWN)
    page.until(lambda page: "2 earthquakes selected" in page.run("return document.body.innerText"), "two are selected")


def test_a_narrow_window_shows_the_list_or_the_details(narrow, quakes):
    page = narrow
    page.until(lambda page: page.run("return identified('layout')") is None, "there is no table in a narrow window")
    select(page, page.rows[1])
    shows_detail(page, quakes[1])
    page.until(lambda page: not page.run("return identified('list').checkVisibility()"), "the details cover the list")
    page.front().find_element("css selector", ".column.detail .column-back").click()
    page.until(lambda page: page.run("return identified('list').checkVisibility()"), "Back leads to the list")
    select(page, page.rows[2])
    shows_detail(page, quakes[2])
    page.element("delete").click()
    page.until(lambda page: page.run("return identified('list').checkVisibility()"), "deleting leads to the list")
    page.until(lambda page: page.count == 159, "it is gone")


def test_the_focus_follows_the_columns_of_a_narrow_window(narrow):
    page = narrow
    page.until(lambda page: page.run("return identified('layout')") is None, "there is no table in a narrow window")
    select(page, page.rows[1])
    page.until(lambda page: page.run("return document.activeElement.matches('.column-back')"), "Back has the focus")
    page.press(Keys.ENTER)
    page.until(lambda page: page.run("return document.activeElement === rowElements()[1]"), "the row has the focus again")


def test_back_in_a_narrow_window_leads_to_the_list(narrow, quakes):
    page = narrow
    page.until(lambda page: page.run("return identified('layout')") is None, "there is no table in a narrow window")
    select(page, page.rows[1])
    shows_detail(page, quakes[1])
    page.until(lambda page: not page.run("return identified('list').checkVisibility()"), "the details cover the list")
    page.front().back()
    page.until(lambda page: page.run("return identified('list').checkVisibility()"), "Back leads to the list")
    assert not page.was_reloaded
    assert selected(page) == [quakes[1].place]


@pytest.mark.parametrize("width", [600, 719])
def test_two_columns_fit_into_a_window_of_regular_width(width, sized, quakes):
    page = sized(width)
    select(page, page.rows[1])
    shows_detail(page, quakes[1])
    assert page.run("return identified('list').checkVisibility()"), "the list is beside the details"
    assert not page.run("return document.querySelector('.column.detail .column-back').checkVisibility()")
    assert page.run("return identified('layout') !== null"), "the size class is regular"
    sidebar, detail = page.run(
        "return ['sidebar', 'detail'].map((name) => document.querySelector('.column.' + name).getBoundingClientRect())"
        ".map(({ left, right }) => [left, right])")
    assert sidebar[1] == pytest.approx(detail[0], abs=1)
    assert detail[1] <= width + 1
    assert detail[1] - detail[0] >= width / 3 - 2


def test_back_in_the_widest_compact_window_leads_to_the_list(sized, quakes):
    page = sized(599)
    page.until(lambda page: page.run("return identified('layout')") is None, "the size class is compact")
    select(page, page.rows[1])
    shows_detail(page, quakes[1])
    page.until(lambda page: not page.run("return identified('list').checkVisibility()"), "the details cover the list")
    page.front().back()
    page.until(lambda page: page.run("return identified('list').checkVisibility()"), "Back leads to the list")
    assert not page.was_reloaded


def test_the_button_of_the_sidebar_keeps_the_focus(page):
    page.front().find_element("css selector", ".column.sidebar .sidebar-button").send_keys(Keys.ENTER)
    page.until(lambda page: not page.run("return identified('list').checkVisibility()"), "the sidebar is hidden")
    page.until(
        lambda page: page.run("return document.activeElement.matches('.column.detail .sidebar-button')"),
        "the button in the other bar has the focus")
    page.press(Keys.ENTER)
    page.until(lambda page: page.run("return identified('list').checkVisibility()"), "the sidebar is back")
    page.until(
        lambda page: page.run("return document.activeElement.matches('.column.sidebar .sidebar-button')"),
        "the button in its bar has the focus")


def test_a_selected_row_is_not_covered_by_delete(page):
    select(page, page.rows[1])
    # Away from the row, which shows Delete while the pointer is over it.
    ActionChains(page.front()).move_to_element(page.element("count")).perform()
    covers = "const e = rowElements()[1].querySelector('.delete');" \
        "return e.checkVisibility({ visibilityProperty: true, opacityProperty: true })"
    page.until(lambda page: not page.run(covers), "Delete is hidden")
    assert page.run("return document.activeElement === rowElements()[1]")


def test_the_details_name_the_day_in_words(page, quakes):
    select(page, page.rows[0])
    shows_detail(page, quakes[0])
    day = quakes[0].day
    assert f"{day:%A, %B} {day.day}, {day.year}" in page.run("return identified('detail').innerText")


def test_the_table_of_a_window_as_wide_as_a_tablet_has_all_columns(page):
    size = page.front().get_window_size()
    page.front().set_window_size(820, 900)
    try:
        page.until(lambda page: page.run("return innerWidth") < 830, "the window is as wide as a tablet held upright")
        show_table(page)
        titles = (
            "const right = document.querySelector('.table').getBoundingClientRect().right;"
            "return [...document.querySelectorAll('.table-title')].filter((title) => title.checkVisibility()"
            " && title.getBoundingClientRect().right <= right).map((title) => title.innerText.trim())")
        page.until(lambda page: page.run(titles) == ["Magnitude", "Place", "Time (UTC)", "Depth"], "all columns are there")
    finally:
        page.front().set_window_size(size["width"], size["height"])


def test_the_table_is_wide_and_has_the_same_quakes(page, quakes):
    width = page.run("return document.querySelector('.column.sidebar').offsetWidth")
    show_table(page)
    page.until(lambda page: page.run("return document.querySelector('.column.sidebar').offsetWidth") > width + 100, "it is wide")
    page.until(
        lambda page: [row[1] for row in table(page)[:20]] == [quake.place for quake in quakes[:20]], "the newest are first")
    assert page.count == 160
    assert [float(row[0]) for row in table(page)[:20]] == pytest.approx([quake.magnitude for quake in quakes[:20]], abs=0.051)


@pytest.mark.parametrize(("title", "value"), [("Magnitude", lambda quake: quake.magnitude), ("Time (UTC)", lambda quake: quake.time)])
def test_a_click_on_a_title_sorts_the_table(title, value, page, quakes):
    show_table(page)
    sort_by(page, "Place")
    sort_by(page, title)
    least, greatest = min(quakes, key=value), max(quakes, key=value)
    page.until(lambda page: table(page)[0][1] in {quake.place for quake in quakes if value(quake) == value(least)}, "ascending")
    sort_by(page, title)
    page.until(lambda page: table(page)[0][1] in {quake.place for quake in quakes if value(quake) == value(greatest)}, "descending")


def test_the_table_keeps_the_selection_and_the_filter(page, quakes):
    select(page, page.rows[0])
    shows_detail(page, quakes[0])
    page.filter("alaska")
    page.until_rows(lambda rows: rows and all("Alaska" in row.place for row in rows), "the list is filtered")
    show_table(page)
    page.until(lambda page: all("Alaska" in row[1] for row in table(page)), "the table is filtered, too")
    assert page.text("detail.place") == quakes[0].place


def test_rows_of_the_table_are_selected_and_deleted(app, page, quakes):
    show_table(page)
    rows = page.front().find_elements("css selector", ".table-body .row")
    ActionChains(page.front()).click(rows[0]).key_down(Keys.CONTROL).click(rows[2]).key_up(Keys.CONTROL).perform()
    page.until(lambda page: "2 earthquakes selected" in page.run("return document.body.innerText"), "two are selected")
    ActionChains(page.front()).context_click(rows[2]).perform()
    page.until(lambda page: page.run("return !!document.querySelector('.context-menu[open]')"), "the menu opens")
    page.front().find_element("xpath", "//*[contains(@class, 'context-menu')]//button[normalize-space()='Delete']").click()
    page.until(lambda page: page.count == 158, "they are gone")
    page.until(lambda _: app.store.codes().isdisjoint({quakes[0].code, quakes[2].code}), "they are deleted in the store")


def test_the_keyboard_moves_in_the_table(page, quakes):
    show_table(page)
    page.front().find_elements("css selector", ".table-body .row")[0].click()
    page.press(Keys.ARROW_DOWN)
    shows_detail(page, quakes[1])


def test_the_title_of_the_scrolled_list_is_whole_beside_the_buttons(page):
    list_of = "document.querySelector('[data-identifier=list]')"
    page.run(f"{list_of}.scrollTop = 400")
    page.until(lambda page: page.run(f"return {list_of}.closest('.page').dataset.localScrolled !== undefined"), "the title is in the bar")
    parts = (
        f"const bar = {list_of}.closest('.page').querySelector('.bar');"
        "return ['.bar-title', '.leading', '.trailing'].map((part) => bar.querySelector(part)).map((e) => {"
        "  const { left, right } = e.getBoundingClientRect(); return [left, right, e.scrollWidth - e.clientWidth] })"
    )
    # The title changes its size in an animation.
    page.stand_still()
    page.until(lambda page: page.run(parts)[0][2] == 0, "the title is whole")
    title, leading, trailing = page.run(parts)
    assert leading[1] <= title[0]
    assert title[1] <= trailing[0]
