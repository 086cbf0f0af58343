"""Navigation stacks, tabs, columns and presentations of the Gallery, in a browser."""

import pytest
from selenium.webdriver.common.keys import Keys

from harness.app import App
from harness.page import Page, gallery_query


def visible(page, identifier: str) -> bool:
    return page.run(
        "const e = document.querySelector(`[data-identifier='${arguments[0]}']`);"
        "return !!e && e.checkVisibility({ visibilityProperty: true })",
        identifier,
    )


def shows(page, identifier: str) -> None:
    page.until(lambda page: visible(page, identifier), f"{identifier} is visible")


def hides(page, identifier: str) -> None:
    page.until(lambda page: not visible(page, identifier), f"{identifier} is not visible")


def click(page, identifier: str) -> None:
    page.element(identifier).click()


def press(page, selector: str) -> None:
    page.front().find_element("css selector", selector).click()


def title(page) -> str:
    return page.run("return document.title")


def query(page) -> str:
    return page.run("return location.search")


@pytest.fixture
def whole(executable, tmp_path, tab):
    """A function that opens an example that uses the whole window: `whole("stack")`."""
    started = []

    def start(example: str) -> Page:
        app = App(executable.with_name("Gallery"), tmp_path, environment={"GALLERY": example})
        started.append(app)
        return tab(app.start())

    yield start
    for app in started:
        app.stop()
        print(f"--- Gallery printed:\n{app.log}")


def test_navigation_back_and_forward_go_through_the_pages(whole):
    page = whole("stack")
    assert title(page) == "Parks"
    click(page, "stack.park.2")
    page.until(lambda page: title(page) == "Zion", "the park's page shows")
    page.until(lambda page: "Park:" in query(page), "the URL names the park")
    click(page, "stack.visits")
    page.until(lambda page: page.text("stack.visits") == "Visits: 1", "the page has state")
    click(page, "stack.next")
    page.until(lambda page: title(page) == "Acadia", "the next park's page shows")
    page.front().back()
    page.until(lambda page: title(page) == "Zion", "Back returns to the page below")
    page.front().back()
    page.until(lambda page: title(page) == "Parks", "Back returns to the first page")
    assert query(page) == ""
    page.front().forward()
    page.until(lambda page: title(page) == "Zion", "Forward opens the page again")
    assert not page.was_reloaded


def test_navigation_a_shortcut_is_that_of_the_page_on_top(whole):
    page = whole("stack")
    page.press(Keys.ALT, "e")
    page.until(lambda page: "1 added" in page.text("stack.status"), "the first page has the shortcut")
    click(page, "stack.park.2")
    shows(page, "stack.visits")
    page.press(Keys.ALT, "e")
    page.until(lambda page: page.text("stack.visits") == "Visits: 1", "the park's page has it")
    click(page, "stack.dismiss")
    page.until(lambda page: title(page) == "Parks", "the first page shows again")
    page.press(Keys.ALT, "e")
    page.until(lambda page: "2 added" in page.text("stack.status"), "the first page has it again, and had it once before")


def test_navigation_the_focus_follows_the_pages(whole):
    page = whole("stack")
    back = "return document.activeElement.matches('.page:not(.covered) .back')"
    link = "return document.activeElement.dataset.identifier === 'stack.park.2'"
    page.element("stack.park.2").send_keys(Keys.ENTER)
    page.until(lambda page: page.run(back), "Back of the new page has the focus")
    page.press(Keys.ENTER)
    page.until(lambda page: title(page) == "Parks", "Return presses Back")
    page.until(lambda page: page.run(link), "the link has the focus again")
    page.press(Keys.ENTER)
    page.until(lambda page: page.run(back), "Back has the focus")
    click(page, "stack.visits")
    page.front().back()
    page.until(lambda page: page.run(link), "the link has the focus again, although a row of the page had it")


def test_navigation_a_page_is_reloaded_and_sent(whole):
    page = whole("stack")
    click(page, "stack.park.3")
    page.until(lambda page: "Park:" in query(page), "the URL names the park")
    url = page.front().current_url
    page.front().refresh()
    page.until(lambda page: title(page) == "Acadia" and page.live == "open", "the reloaded page shows the park")
    page.front().back()
    page.until(lambda page: title(page) == "Parks", "Back returns to the first page")
    page.front().get(url)
    page.until(lambda page: title(page) == "Acadia" and page.live == "open", "the URL opens the park")
    page.front().get(url.split("?")[0] + "?path=Secret:1/Park:%7B%7D")
    page.until(lambda page: title(page) == "Parks" and page.live == "open", "a forged URL opens the first page")


def test_navigation_the_app_goes_back_too(whole):
    page = whole("stack")
    click(page, "stack.park.1")
    shows(page, "stack.next")
    click(page, "stack.next")
    page.until(lambda page: title(page) == "Zion", "the next page shows")
    page.run("[...document.querySelectorAll('[data-identifier=\"stack.root\"]')].at(-1).click()")
    page.until(lambda page: title(page) == "Parks" and query(page) == "", "the app returns to the first page")
    click(page, "stack.about")
    shows(page, "stack.abouttext")
    page.front().back()
    hides(page, "stack.abouttext")
    click(page, "stack.help")
    shows(page, "stack.helptext")
    press(page, ".page:not(.covered) .back")
    page.until(lambda page: title(page) == "Parks", "the Back button returns")


BACK = ".page:not(.covered) .back"


def test_navigation_the_focus_returns_to_the_sidebar_of_a_narrow_window(gallery, tab):
    page = tab(gallery)
    page.front().set_window_size(375, 900)
    try:
        is_shown = "return document.querySelector('.column.detail').checkVisibility()"
        page.until(lambda page: not page.run(is_shown), "only the sidebar is shown")
        page.run("document.querySelectorAll('.column.sidebar .link')[2].focus()")
        page.run("window.link = document.activeElement")
        assert page.run("return window.link.textContent") == "Images"
        page.press(Keys.ENTER)
        page.until(lambda page: page.run(f"{is_shown} && document.querySelector('{BACK}') !== null"), "the page is shown")
        page.run(f"document.querySelector('.column.detail {BACK}').focus()")

        page.press(Keys.ENTER)

        page.until(lambda page: not page.run(is_shown), "the sidebar is shown again")
        page.until(lambda page: page.run("return document.activeElement === window.link"), "the link has the focus")
    finally:
        page.front().set_window_size(1100, 900)


def test_navigation_a_link_shows_its_row_in_the_sidebar(gallery, tab):
    page = tab(gallery, gallery_query("matches"))
    places = page.run(
        "const list = document.querySelector('.column.sidebar .list');"
        "const [row, view] = [list.querySelector('.link[aria-current]'), list].map((each) => each.getBoundingClientRect());"
        "return [list.scrollTop, row.top - view.top, view.bottom - row.bottom]"
    )
    assert places[0] > 0, "the row is not among those at the top"
    assert min(places[1:]) > -1, "the row is visible"

    page.run("document.querySelector('.column.sidebar .list').scrollTop = 0")
    page.front().refresh()
    page.until(lambda page: page.live == "open", "the page is connected again")
    assert page.run("return document.querySelector('.column.sidebar .list').scrollTop") == 0, "the user's position is kept"


def test_navigation_toolbar_buttons_work(whole):
    page = whole("stack")
    click(page, "stack.add")
    page.until(lambda page: "1 added" in page.text("stack.status"), "the button of the bar counts")


def test_navigation_tabs_keep_their_state(whole):
    page = whole("tabs")
    press(page, "[role=tab]:nth-child(2)")
    shows(page, "tabs.count")
    click(page, "tabs.count")
    page.until(lambda page: page.text("tabs.count") == "Count: 1", "the tab has state")
    page.front().switch_to.active_element.send_keys(Keys.TAB)
    press(page, "[role=tab]:nth-child(1)")
    hides(page, "tabs.count")
    page.front().switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    shows(page, "tabs.count")
    assert page.text("tabs.count") == "Count: 1"
    assert page.run("return document.querySelectorAll('[role=tab][aria-selected=true]').length") == 1


def test_navigation_columns_collapse_to_one(whole):
    page = whole("split")
    shows(page, "split.empty")
    click(page, "split.park.2")
    page.until(lambda page: page.text("split.state") == "Utah", "the details show")
    assert visible(page, "split.park.2")
    size = page.front().get_window_size()
    page.front().set_window_size(500, 900)
    try:
        hides(page, "split.park.2")
        press(page, ".column.detail .page:not(.covered) .column-back")
        shows(page, "split.park.2")
        hides(page, "split.state")
    finally:
        page.front().set_window_size(size["width"], size["height"])


def dialogs(page) -> int:
    return page.run("return document.querySelectorAll('dialog[open]').length")


@pytest.mark.page("bars")
def test_navigation_a_bar_in_a_sheet_has_its_own_color(page):
    click(page, "bars.colored")
    page.until(lambda page: dialogs(page) == 1, "the sheet opens")
    colors = page.run(
        "return ['.page', '.bar'].map((name) => getComputedStyle(document.querySelector('dialog[open] ' + name)).backgroundColor)")
    assert colors[0] != colors[1]


@pytest.mark.page("bars")
def test_navigation_a_page_without_a_bar_has_its_content_in_the_middle(page):
    click(page, "bars.hidden")
    page.until(lambda page: dialogs(page) == 1, "the sheet opens")
    offset = """
      const sheet = document.querySelector("dialog[open]").getBoundingClientRect();
      const content = document.querySelector("dialog[open] .vstack").getBoundingClientRect();
      return Math.abs((sheet.top + sheet.bottom) / 2 - (content.top + content.bottom) / 2);
    """
    page.until(lambda page: page.run(offset) < 10, "the content is in the middle")


@pytest.mark.page("sheets")
def test_presentation_a_sheet_keeps_and_returns_the_focus(page):
    click(page, "presentation.sheet")
    shows(page, "presentation.note")
    page.element("presentation.note").send_keys("abc")
    click(page, "presentation.save")
    page.until(lambda page: dialogs(page) == 0, "the sheet closes")
    page.until(lambda page: page.text("presentation.log") == "Noted abc" or page.text("presentation.log") == "Sheet dismissed", "it reports")
    assert page.run("return document.activeElement.dataset.identifier") == "presentation.sheet"


@pytest.mark.page("sheets")
def test_presentation_the_button_that_cancels_is_the_first_of_two_and_the_last_of_several(page):
    buttons = "return [...document.querySelectorAll('dialog[open] > .button')].map((button) =>" \
        " [button.getBoundingClientRect(), button.innerText.trim()])" \
        ".sort(([a], [b]) => a.top - b.top || a.left - b.left).map(([, text]) => text)"
    click(page, "presentation.alert")
    page.until(lambda page: page.run(buttons) == ["Cancel", "Save"], "Cancel is before Save")
    page.press(Keys.ESCAPE)
    page.until(lambda page: dialogs(page) == 0, "the alert closes")
    click(page, "presentation.actions")
    page.until(lambda page: page.run(buttons)[-1:] == ["Cancel"], "Cancel is the last choice")


@pytest.mark.page("sheets")
def test_presentation_escape_closes_a_sheet_unless_that_is_disabled(page):
    click(page, "presentation.sheet")
    page.until(lambda page: dialogs(page) == 1, "the sheet opens")
    page.press(Keys.ESCAPE)
    page.until(lambda page: dialogs(page) == 0, "Escape closes it")
    click(page, "presentation.item")
    shows(page, "presentation.itemtext")
    page.press(Keys.ESCAPE)
    page.press(Keys.ESCAPE)
    click(page, "presentation.nextitem")
    page.until(lambda page: page.text("presentation.itemtext") == "Zion", "another item shows")
    click(page, "presentation.itemdone")
    page.until(lambda page: dialogs(page) == 0, "its own button closes it")


@pytest.mark.page("sheets")
def test_presentation_alerts_and_questions_answer(page):
    click(page, "presentation.alert")
    shows(page, "presentation.name")
    page.element("presentation.name").send_keys("Zion")
    page.front().find_element("xpath", "//dialog[@open]//button[normalize-space()='Save']").click()
    page.until(lambda page: page.text("presentation.log") == "Saved Zion", "the alert's button acts")
    page.until(lambda page: dialogs(page) == 0, "the alert closes")
    click(page, "presentation.alert")
    page.until(lambda page: dialogs(page) == 1, "the alert opens")
    page.press(Keys.ESCAPE)
    page.until(lambda page: page.text("presentation.log") == "Canceled", "Escape cancels")
    page.until(lambda page: dialogs(page) == 0, "the alert closes")
    click(page, "presentation.question")
    page.until(lambda page: dialogs(page) == 1, "the question opens")
    page.front().find_element("xpath", "//dialog[@open]//button[normalize-space()='Archive']").click()
    page.until(lambda page: page.text("presentation.log") == "Archived", "the answer counts")


@pytest.mark.page("sheets")
def test_presentation_covers_and_popovers(page):
    click(page, "presentation.cover")
    shows(page, "presentation.close")
    page.stand_still()
    box = "getBoundingClientRect()"
    background = "document.querySelector('.cover > .container-background')"
    assert page.run(f"return {background}.{box}.height === {background}.parentElement.{box}.height"), "its background fills it"
    assert page.run(f"return {background}.firstElementChild.{box}.height === {background}.{box}.height"), "the gradient fills that"
    color = "getComputedStyle(document.querySelector('.cover .page')).backgroundColor"
    assert page.run(f"return {color}") == "rgba(0, 0, 0, 0)", "the page does not hide it"
    click(page, "presentation.close")
    page.until(lambda page: dialogs(page) == 0, "the cover closes")
    click(page, "presentation.popover")
    shows(page, "presentation.popovertext")
    page.press(Keys.ESCAPE)
    page.until(lambda page: dialogs(page) == 0, "Escape closes the popover")


@pytest.mark.page("contextmenus")
def test_presentation_a_context_menu_opens_and_works_by_keyboard(page):
    from selenium.webdriver import ActionChains

    ActionChains(page.front()).context_click(page.settled(page.element("menu.log"))).perform()
    page.until(lambda page: page.run("return !!document.querySelector('.context-menu[open]')"), "the menu opens")
    page.until(lambda page: page.run("return document.activeElement.textContent.trim()") == "Copy", "the first item has the focus")
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.ENTER)
    page.until(lambda page: page.text("menu.log") == "Deleted", "the item acts")
    page.until(lambda page: not page.run("return !!document.querySelector('.context-menu')"), "the menu closes")
    page.until(lambda page: page.run("return document.activeElement.matches('.menu-owner')"), "the view of the menu has the focus again")


def open_popover(page):
    """Opens the popover, and returns the boxes of it and of its button."""
    click(page, "presentation.popover")
    shows(page, "presentation.popovertext")
    page.stand_still()
    return page.run(
        """
        const box = (element) => { const { left, top, right, bottom } = element.getBoundingClientRect(); return { left, top, right, bottom }; };
        return [box(document.querySelector(".popover")), box(document.querySelector("[data-identifier='presentation.popover']"))];
        """
    )


@pytest.mark.page("sheets")
def test_presentation_the_arrow_of_a_popover_points_at_its_view(page):
    popover, button = open_popover(page)
    side = page.run("return document.querySelector('.popover').dataset.localSide")
    middle = (button["left"] + button["right"]) / 2
    tip = page.run(
        """
        const style = getComputedStyle(document.querySelector(".popover"), "::backdrop");
        return [parseFloat(style.getPropertyValue("--arrow-x")), parseFloat(style.getPropertyValue("--arrow-y"))];
        """
    )
    assert popover["left"] < tip[0] < popover["right"]
    assert tip[0] == pytest.approx(middle, abs=1)
    if side == "bottom":
        assert popover["top"] == pytest.approx(button["bottom"] + 10, abs=1)
        assert tip[1] == pytest.approx(popover["top"], abs=1)
    else:
        assert popover["bottom"] == pytest.approx(button["top"] - 10, abs=1)
        assert tip[1] == pytest.approx(popover["bottom"], abs=1)


@pytest.mark.page("sheets")
def test_presentation_a_popover_with_an_edge_is_at_that_edge(page):
    page.run("document.querySelector('[data-identifier=\"presentation.edge\"]').scrollIntoView({ block: 'center' })")
    click(page, "presentation.edge")
    shows(page, "presentation.edgetext")
    assert page.run("return document.querySelector('.popover').dataset.localSide") == "top"
    assert page.run(
        """
        const popover = document.querySelector(".popover").getBoundingClientRect();
        return popover.bottom < document.querySelector("[data-identifier='presentation.edge']").getBoundingClientRect().top;
        """
    )


@pytest.mark.page("sheets")
def test_presentation_a_press_outside_a_popover_swallows_no_later_click(page):
    from selenium.webdriver import ActionChains

    open_popover(page)
    # The popover is gone before the pointer is released, so the press is no click.
    ActionChains(page.front()).move_to_element(page.element("presentation.sheet")).click_and_hold().perform()
    page.until(lambda page: dialogs(page) == 0, "the press closes the popover")
    ActionChains(page.front()).move_to_element(page.element("presentation.item")).release().perform()
    page.run("window.clicks = 0; document.addEventListener('click', () => { window.clicks += 1; })")
    page.run_slowly("new Promise((done) => setTimeout(done, 200))")
    page.run("document.querySelector('[data-identifier=\"presentation.sheet\"]').click()")
    assert page.run("return window.clicks") == 1


@pytest.mark.page("sheets")
def test_presentation_a_toolbar_of_a_sheet_without_a_stack_is_in_its_bar(page):
    click(page, "presentation.item")
    shows(page, "presentation.itemclose")
    bar, sheet, text = page.run(
        """
        const box = (selector) => { const { top, bottom } = document.querySelector(selector).getBoundingClientRect(); return { top, bottom }; };
        return [box(".sheet > .bar"), box(".sheet"), box("[data-identifier='presentation.itemtext']")];
        """
    )
    assert bar["top"] == pytest.approx(sheet["top"], abs=2)
    assert text["top"] > bar["bottom"] + 50
    click(page, "presentation.itemclose")
    page.until(lambda page: dialogs(page) == 0, "the button in the bar closes the sheet")


@pytest.mark.page("sheets")
def test_presentation_an_alert_opens_at_once_for_who_wants_no_motion(page):
    emulate = lambda *features: page.front().execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": list(features)})
    emulate({"name": "prefers-reduced-motion", "value": "reduce"})
    try:
        click(page, "presentation.alert")
        page.until(lambda page: dialogs(page) == 1, "the alert opens")
        assert page.run("return document.querySelector('dialog[open]').getAnimations().length") == 0
    finally:
        emulate()


@pytest.mark.page("contextmenus")
def test_presentation_a_second_context_click_opens_the_menu_at_its_place(page):
    from selenium.webdriver import ActionChains

    def click_at(x):
        view = page.settled(page.element("menu.log"))
        ActionChains(page.front()).move_to_element_with_offset(view, x, 0).context_click().perform()

    left = "const menu = document.querySelector('.context-menu[open]'); return menu && menu.getBoundingClientRect().left"
    click_at(-20)
    page.until(lambda page: page.run(left), "the menu opens")
    page.stand_still()
    first = page.run(left)
    click_at(-40)
    page.until(lambda page: page.run(left) == pytest.approx(first - 20, abs=1), "the menu moves")
    page.run_slowly("new Promise((done) => setTimeout(done, 200))")
    assert page.run(left) == pytest.approx(first - 20, abs=1)


@pytest.mark.page("bars")
def test_an_editor_has_its_title_before_its_items_and_a_menu_at_the_title(page):
    click(page, "bars.document")
    shows(page, "bars.document.log")
    title = "[...document.querySelectorAll('.sheet .bar .menu-button')].at(-1)"
    positions = page.run(
        f"return [{title}, identified('bars.document.bold'), document.querySelector('.sheet .bar-items.trailing')]"
        ".map((e) => e.getBoundingClientRect().left)"
    )
    assert positions == sorted(positions)
    page.run(f"{title}.click()")
    shows(page, "bars.document.rename")
    page.run("identified('bars.document.rename').click()")
    page.until(lambda page: page.run(f"return {title}.textContent.trim()") == "Annual report", "the menu has the new title")
    click(page, "bars.document.page")
    page.until(lambda page: page.front().find_elements("css selector", ".sheet .back.untitled"), "the page has a Back button")
    assert page.run("return document.querySelector('.sheet .back.untitled').ariaLabel") == "Back to Annual report"
    assert page.run("return document.querySelector('.sheet .back.untitled').innerText.trim()") == ""
