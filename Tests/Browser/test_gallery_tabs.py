"""Pages that are swiped, tabs in a sidebar, and links of the Gallery, in a browser."""

import pytest
from selenium.webdriver.common.keys import Keys

from harness.page import gallery_query
from test_gallery import element
from test_navigation import whole  # noqa: F401


def test_dots_select_pages(gallery, tab):
    page = tab(gallery, gallery_query("swiping"))
    dots = lambda: page.front().find_elements("css selector", "[data-identifier='pages.colors'] .tab")
    assert [each.get_attribute("aria-label") for each in dots()] == ["Page 1", "Page 2", "Page 3"]
    page.settled(dots()[1]).click()
    page.until(lambda page: element(page, "pages.selection", "e.innerText") == "Page: Green", "the page is selected")
    page.run(
        """
        const page = document.querySelector("[data-identifier='pages.colors'] .tab-page:not(.covered)");
        const send = (name, x) => page.dispatchEvent(new PointerEvent(name, {
          bubbles: true, isPrimary: true, pointerType: "touch", clientX: x, clientY: 50 }));
        send("pointerdown", 300);
        send("pointerup", 180);
        """
    )
    page.until(lambda page: element(page, "pages.selection", "e.innerText") == "Page: Blue", "a swipe selects the next page")


def test_a_link_that_the_app_opens(gallery, tab):
    page = tab(gallery, gallery_query("swiping"))
    page.settled(page.front().find_element("css selector", "[data-identifier='pages.link']")).click()
    page.until(lambda page: element(page, "pages.opened", "e.innerText") == "Opened: forecast", "the app opens the link")


def test_links_in_a_text_that_the_app_opens(gallery, tab):
    page = tab(gallery, gallery_query("swiping"))
    shows = lambda text: page.until(lambda page: element(page, "pages.opened", "e.innerText") == text, "the app opens the link")
    tabs = len(page.front().window_handles)
    links = lambda: page.front().find_elements("css selector", "[data-identifier='pages.text'] a")
    assert [each.text for each in links()] == ["the news", "the tides"]
    page.settled(links()[0]).click()
    shows("Opened: news")
    # The browser does not know the scheme, and offers no program for it.
    assert links()[1].get_attribute("href") is None
    page.settled(links()[1]).click()
    shows("Opened: today")
    links()[0].send_keys(Keys.ENTER)
    shows("Opened: news")
    links()[1].send_keys(Keys.ENTER)
    shows("Opened: today")
    assert len(page.front().window_handles) == tabs


def test_the_address_of_the_page_names_a_url_to_open(gallery, tab):
    page = tab(gallery, gallery_query("swiping") + "&url=tides%3A%2Fhigh%3Fa%3D1")
    shows = lambda text: page.until(lambda page: element(page, "pages.opened", "e.innerText") == text, text)
    shows("Opened: tides:/high?a=1")
    page.until(lambda page: "url=" not in page.run("return location.search"), "the address of the page lacks the URL")
    page.front().refresh()
    shows("Opened: none")


def test_an_address_whose_tab_the_browser_blocks_is_offered_as_a_link(gallery, tab):
    page = tab(gallery, gallery_query("swiping"))
    page.run("window.open = () => null")
    page.settled(page.element("pages.open")).click()
    page.until(lambda page: page.front().find_elements("css selector", ".blocked-window:popover-open"), "the page shows a link")
    assert page.run("return document.querySelector('.blocked-window').href") == "https://example.org/forecast"
    assert page.run("return document.activeElement.matches('.blocked-window')")
    assert page.run("return document.activeElement.innerText") == "Open example.org"


def test_the_selected_tab_is_in_the_address(whole):  # noqa: F811
    page = whole("sidebar")
    button = next(each for each in page.front().find_elements("css selector", ".tab") if "Music" in each.text)
    button.click()
    page.until(lambda page: page.run("return location.search") == "?tab=2", "the address names the tab")
    page.front().refresh()
    page.until(lambda page: page.run("return document.querySelector('.tab[aria-selected=true]')?.innerText.trim()") == "Music", "it is selected again")


def test_a_page_has_one_first_heading(gallery, tab, whole):  # noqa: F811
    assert tab(gallery).run("return document.querySelectorAll('h1').length") == 1
    assert whole("stack").run("return document.querySelectorAll('h1').length") == 1
