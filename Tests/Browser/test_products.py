"""The catalog of products: a window comes back as it was left, whatever happens to the server."""

import json

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from harness.axe import lasting_violations
from harness.waiting import eventually
from test_accessibility import appearance, emulate, settle  # noqa: F401
from test_navigation import click, shows, title
from test_scenes import field_value, reload, saved


def cards(page) -> list[str]:
    """The products in the grid, by their IDs."""
    return page.run(
        "return [...document.querySelectorAll('[data-identifier^=\"product.\"]')].map((each) => each.dataset.identifier.slice(8))"
    )


def name_of(page) -> str | None:
    """The name of the tab's scene, of whatever kind its window is."""
    return page.run("return Object.entries(sessionStorage).find(([key]) => key.startsWith('strata scene '))?.[1]")


def selected_tab(page) -> str:
    return page.run("return document.querySelector('.tab[aria-selected=true]')?.innerText.trim()")


def has_sheet(page) -> bool:
    return page.run("return document.querySelector('.sheet') !== null")


def open_product(page, product: str, name: str) -> None:
    click(page, f"product.{product}")
    page.until(lambda page: title(page) == name, f"the page of {name} is shown")


def type_name(page, text: str) -> None:
    """Opens the sheet, and types a name in place of the old one."""
    click(page, "detail.edit")
    shows(page, "editor.name")
    page.element("editor.name").send_keys(Keys.CONTROL, "a")
    page.element("editor.name").send_keys(text)


def restart(app, page) -> None:
    """Kills the server, starts it again, and waits until the page has come back by itself."""
    page.run("window.before = true")
    app.kill()
    page.until(lambda page: page.live == "lost", "the page has lost the server")
    app.start()
    page.until(lambda page: page.run("return window.before") is None and page.live == "open", "the page was loaded again")


def test_a_half_typed_name_survives_the_death_of_the_server(products, tab):
    page = tab(products)
    open_product(page, "aloe", "Aloe")
    click(page, "detail.care")
    shows(page, "detail.tips")
    type_name(page, "Aloe of the")
    eventually(lambda: saved(products, name_of(page), "ProductDraft.name", "Aloe of the"), "the sheet is saved")
    # The last letters are typed right before the end.
    page.element("editor.name").send_keys(" bal")
    restart(products, page)

    def is_as_it_was(page) -> bool:
        return field_value(page, "editor.name") == "Aloe of the bal"

    page.until(is_as_it_was, "the sheet is there with what was typed")
    assert selected_tab(page) == "Care"
    assert "path=String:aloe" in page.run("return location.search")
    eventually(lambda: saved(products, name_of(page), "ProductDraft.name", "Aloe of the bal"), "the last letters are saved")
    reload(page)
    page.until(is_as_it_was, "the sheet is there after a reload")
    assert selected_tab(page) == "Care"

    page.element("editor.name").send_keys(Keys.END, "cony")
    page.until(lambda page: field_value(page, "editor.name") == "Aloe of the balcony", "the name is complete")
    click(page, "editor.save")
    page.until(lambda page: title(page) == "Aloe of the balcony" and not has_sheet(page), "the product has its new name")
    shows(page, "detail.tips")


def test_a_lost_connection_is_said_in_front_of_a_sheet(products, tab):
    page = tab(products)
    open_product(page, "aloe", "Aloe")
    click(page, "detail.edit")
    shows(page, "editor.name")
    products.kill()
    page.until(
        lambda page: page.run("return document.querySelector('.lost-notice:popover-open')?.innerText") == "Reconnecting …",
        "the notice is in the top layer, as the sheet is")
    spoken = "return document.querySelector('dialog[open] > .announcements:first-child')?.textContent"
    page.until(
        lambda page: page.run(spoken) == "Reconnecting …",
        "screen readers speak it in the sheet, which makes everything else inert")


def test_a_saved_product_is_in_the_file_and_in_other_windows(products, tab, tmp_path):
    page, other = tab(products), tab(products)
    open_product(page, "aloe", "Aloe")
    type_name(page, "Zebra aloe")
    page.until(lambda page: field_value(page, "editor.name") == "Zebra aloe", "the name is typed")
    click(page, "editor.save")
    page.until(lambda page: title(page) == "Zebra aloe", "the product has its new name")
    other.until(lambda page: cards(page)[-1] == "aloe", "the other window sorts it by its new name")
    file = tmp_path / "Products" / "Products.json"
    names = lambda: {product["id"]: product["name"] for product in json.loads(file.read_text())}
    page.until(lambda _: names()["aloe"] == "Zebra aloe", "the file has the new name")
    assert len(names()) == 12


def test_a_canceled_edit_is_forgotten(products, tab):
    page = tab(products)
    open_product(page, "lavender", "Lavender")
    type_name(page, "Something else")
    click(page, "editor.cancel")
    page.until(lambda page: not has_sheet(page), "the sheet is closed")
    assert title(page) == "Lavender"
    reload(page)
    page.until(lambda page: title(page) == "Lavender", "the product is shown again")
    assert not has_sheet(page)
    click(page, "detail.edit")
    page.until(lambda page: field_value(page, "editor.name") == "Lavender", "the next edit starts from the product")


def test_a_window_of_another_product_stays_apart(products, tab):
    first, second = tab(products), tab(products, "/?scene=product&value=%22fern%22")
    open_product(first, "aloe", "Aloe")
    assert title(second) == "Boston Fern"
    click(second, "detail.care")
    type_name(second, "Sword")
    assert selected_tab(first) == "Details"
    assert not has_sheet(first)
    eventually(lambda: saved(products, name_of(second), "ProductDraft.name", "Sword"), "the second window is saved")
    eventually(lambda: saved(products, name_of(first), "Catalog.product", "aloe"), "the first window is saved")
    restart(products, second)
    second.until(lambda page: field_value(page, "editor.name") == "Sword", "the second window is as it was")
    assert selected_tab(second) == "Care"
    first.until(lambda page: page.live == "open" and title(page) == "Aloe", "the first window is as it was")
    assert selected_tab(first) == "Details"
    assert not has_sheet(first)


def test_the_context_menu_of_a_card_opens_a_window(products, tab):
    page = tab(products)
    driver = page.front()
    before = set(driver.window_handles)
    ActionChains(driver).context_click(page.settled(page.element("product.fern"))).perform()
    items = "return [...document.querySelectorAll('.context-menu[open] button')].map((each) => each.innerText.trim())"
    page.until(lambda page: page.run(items) == ["Open in New Window"], "the menu opens")
    driver.find_element(By.CSS_SELECTOR, ".context-menu button").click()
    page.until(lambda page: len(driver.window_handles) == len(before) + 1, "a tab opens")
    driver.switch_to.window((set(driver.window_handles) - before).pop())
    eventually(lambda: driver.title == "Boston Fern", "the window shows the product")
    assert title(page) == "Houseplants"


def test_a_link_leads_to_a_product(products, tab):
    page = tab(products, "/?path=String:lavender")
    page.until(lambda page: title(page) == "Lavender", "the product is shown")
    unknown = tab(products, "/?path=String:rose")
    unknown.until(lambda page: "No Such Product" in page.run("return document.body.innerText"), "the page says that there is none")


def test_back_leads_to_the_catalog_and_stays_there(products, tab):
    page = tab(products)
    open_product(page, "aloe", "Aloe")
    page.front().back()
    page.until(lambda page: title(page) == "Houseplants", "the catalog is shown")
    reload(page)
    page.until(lambda page: title(page) == "Houseplants" and len(cards(page)) == 12, "the catalog is shown again")


def test_a_search_is_kept(products, tab):
    page = tab(products)
    page.filter("fig")
    page.until(lambda page: cards(page) == ["rubberfig"], "one plant is found")
    reload(page)
    page.until(lambda page: cards(page) == ["rubberfig"], "the search is there again")
    page.filter("rose")
    page.until(lambda page: cards(page) == [], "no plant is found")


def test_a_damaged_file_is_kept_and_reported(products, tab, tmp_path):
    products.stop()
    folder = tmp_path / "Products"
    folder.mkdir(exist_ok=True)
    (folder / "Products.json").write_text("half a fi")
    products.start()
    page = tab(products)
    page.until(lambda page: "Products (damaged 1).json" in page.text("report"), "the page reports the file")
    assert len(cards(page)) == 12
    click(page, "report.dismiss")
    page.until(lambda page: page.text("report") is None, "the report is gone")
    assert (folder / "Products (damaged 1).json").read_text() == "half a fi"


def test_all_pictures_are_shown(products, tab):
    page = tab(products)
    loaded = "return [...document.images].filter((each) => each.complete && each.naturalWidth > 0).length"
    page.until(lambda page: page.run(loaded) == 12, "the browser has loaded twelve pictures")


@pytest.fixture(params=[375, 820, 1440])
def width(request, browser):
    browser.set_window_size(request.param, 900)
    yield request.param
    browser.set_window_size(1100, 900)


def test_nothing_violates_the_rules_of_accessibility(products, tab, appearance, width):  # noqa: F811
    page = tab(products)
    appearance()
    found = {}

    def check(name: str) -> None:
        settle(page)
        found[name] = lasting_violations(page)
        assert page.run("return document.documentElement.scrollWidth <= innerWidth"), f"{name} fits into the window"

    check("the catalog")
    open_product(page, "aloe", "Aloe")
    check("the details")
    click(page, "detail.care")
    shows(page, "detail.tips")
    check("the care")
    click(page, "detail.edit")
    shows(page, "editor.name")
    check("the sheet")
    assert {name: list for name, list in found.items() if list} == {}
