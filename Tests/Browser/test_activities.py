"""Activities: restored with the scene, continued on another device by a link, and found by a search."""

import signal
import sqlite3
import urllib.error
import urllib.request

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from harness.app import App
from harness.axe import lasting_violations
from harness.page import Page, gallery_query
from harness.waiting import eventually
from test_navigation import click, hides, shows
from test_scenes import name_of, reload, saved


class Recipes:
    """Starts the example, and opens its pages."""

    def __init__(self, executable, directory, tab):
        self.executable = executable.with_name("Gallery")
        self.directory = directory
        self.tab = tab
        self.app: App | None = None

    def start(self, *arguments) -> "Recipes":
        self.app = App(self.executable, self.directory, arguments, environment={"GALLERY": "activity"})
        self.app.start()
        return self

    def open(self) -> Page:
        return self.tab(self.app)


@pytest.fixture
def recipes(executable, tmp_path, tab):
    """The example with recipes, which a test starts."""
    recipes = Recipes(executable, tmp_path, tab)
    yield recipes
    if recipes.app:
        recipes.app.stop()
        print(f"--- Gallery printed:\n{recipes.app.log}")


def state_is(page, state: str) -> None:
    page.until(lambda page: page.text("activity.state") == state, f"the page shows {state}")


def choose(page, recipe: str, title: str) -> None:
    click(page, f"activity.{recipe}")
    page.until(lambda page: (page.text("activity.state") or "").startswith(title), f"{title} is chosen")


def link(page) -> str:
    """Makes a link by the page's menu, and closes the dialog that shows it."""
    show_link(page)
    url = page.run("return identified('page.link').value")
    click(page, "page.done")
    hides(page, "page.linkDialog")
    return url


def show_link(page) -> None:
    shows(page, "page.menu")
    click(page, "page.menu")
    shows(page, "page.handoff")
    click(page, "page.handoff")
    shows(page, "page.linkDialog")


def get(url: str) -> tuple[int, str]:
    """Requests a page as a program that shows a preview of a link: without running its script."""
    try:
        with urllib.request.urlopen(url) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def at(driver, url: str) -> Page:
    """Opens an address in the current tab of a browser, which may show no window of an app."""
    page = object.__new__(Page)
    page.browser, page.window, page.url = driver, driver.current_window_handle, url.split("/?")[0]
    driver.get(url)
    return page


def shortcut(page) -> None:
    """Presses the shortcut of the search."""
    ActionChains(page.front()).key_down(Keys.CONTROL).send_keys("k").key_up(Keys.CONTROL).perform()


def search(page, text: str, status: str) -> None:
    """Opens the search by its shortcut, and types a text."""
    page.until(lambda page: page.run("return identified('page.menu') !== null"), "the page has a menu")
    shortcut(page)
    shows(page, "page.searchDialog")
    # At once: a late answer to the first letters would take back what is selected.
    if text:
        page.front().execute_cdp_cmd("Input.insertText", {"text": text})
    page.until(lambda page: page.text("page.searchStatus") == status, f"the search finds {status}")


def found(page) -> list[str]:
    return page.run("return [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)")


def press(page, *keys) -> None:
    ActionChains(page.front()).send_keys(*keys).perform()


def stored(app: App) -> int:
    """The number of activities in the store."""
    if not app.scenes.exists():
        return 0
    with sqlite3.connect(app.scenes, timeout=300) as store:
        if not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'ZSCENE'").fetchone():
            return 0
        return store.execute("SELECT COUNT(*) FROM ZSCENE WHERE ZNAME LIKE 'activity %'").fetchone()[0]


# Restoration


@pytest.mark.parametrize("how", ["reload", "kill", "terminate"])
def test_the_activity_is_restored(recipes, how):
    page = recipes.start().open()
    click(page, "activity.more")
    state_is(page, "No recipe for 3")
    choose(page, "soup", "Miso soup")
    page.until(name_of, "the tab has the name of the scene")
    eventually(lambda: saved(recipes.app, name_of(page), "recipe", "soup"), "the activity is saved")
    page.run("window.before = true")
    if how == "reload":
        reload(page)
    else:
        if how == "kill":
            recipes.app.kill()
        else:
            recipes.app.process.send_signal(signal.SIGTERM)
            recipes.app.process.wait()
        recipes.app.start()
        page.until(lambda page: page.run("return window.before") is None and page.live == "open", "the page was loaded again")
    state_is(page, "Miso soup for 3")
    assert page.text("activity.continued").startswith("Continued here: 1,")


# Links


def test_the_menu_is_there_while_an_activity_is_eligible(recipes):
    page = recipes.start().open()
    assert page.run("return identified('page.menu')") is None
    choose(page, "soup", "Miso soup")
    shows(page, "page.menu")
    assert lasting_violations(page) == []
    click(page, "page.menu")
    shows(page, "page.handoff")
    assert lasting_violations(page) == []
    press(page, Keys.ESCAPE)
    hides(page, "page.handoff")
    click(page, "activity.handoff")
    page.until(lambda page: page.run("return identified('page.handoff')") is None, "there is no entry for the activity")
    # The search is left.
    shows(page, "page.menu")
    click(page, "activity.deleteAll")
    page.until(lambda page: page.run("return identified('page.menu')") is None, "there is no menu")


def test_a_link_continues_the_activity_in_another_browser_once(recipes, other_browser):
    page = recipes.start().open()
    click(page, "activity.more")
    state_is(page, "No recipe for 3")
    choose(page, "soup", "Miso soup")
    url = link(page)
    assert url.startswith(recipes.app.url + "/?handoff=")
    other = at(other_browser, url)
    state_is(other, "Miso soup for 3")
    other.until(lambda other: "handoff" not in other.run("return location.href"), "the link is not in the URL any more")
    page.until(lambda page: page.text("activity.continued").endswith("elsewhere: 1"), "the first window knows")
    assert name_of(other) != name_of(page)
    # The two windows are apart, and the second one is restored.
    click(other, "activity.more")
    state_is(other, "Miso soup for 4")
    state_is(page, "Miso soup for 3")
    other.front().refresh()
    state_is(other, "Miso soup for 4")
    refused = at(other_browser, url)
    assert refused.run("return document.querySelector('h1').textContent") == "This link was used already"
    assert lasting_violations(refused) == []
    other_browser.find_element(By.LINK_TEXT, "Open the app").click()
    refused.until(lambda page: page.live == "open", "the app is open")


def test_a_preview_of_a_link_does_not_use_it_up(recipes, other_browser):
    page = recipes.start().open()
    choose(page, "soup", "Miso soup")
    url = link(page)
    for _ in range(3):
        status, text = get(url)
        assert status == 200
        assert "Miso soup for" not in text
    state_is(at(other_browser, url), "Miso soup for 2")
    assert get(url)[0] == 410


def test_a_link_replaces_the_scene_that_a_tab_has_shown(recipes, other_browser):
    page = recipes.start().open()
    choose(page, "soup", "Miso soup")
    url = link(page)
    other = at(other_browser, recipes.app.url)
    other.until(lambda other: other.live == "open", "the page is connected")
    choose(other, "pie", "Apple pie")
    other.until(name_of, "the tab has the name of the scene")
    first = name_of(other)
    state_is(at(other_browser, url), "Miso soup for 2")
    other.until(lambda other: name_of(other) not in (None, first), "the tab has another scene")


def test_an_expired_link_is_explained(recipes):
    page = recipes.start("--handoff-lifetime", "1").open()
    choose(page, "soup", "Miso soup")
    url = link(page)
    eventually(lambda: get(url)[0] == 410, "the link is expired")
    assert "This link has expired" in get(url)[1]


@pytest.mark.parametrize("token", ["0" * 32, "forged", "%3Cscript%3E", ""])
def test_a_forged_link_is_explained_and_logged(recipes, token):
    recipes.start()
    for _ in range(8):
        status, text = get(f"{recipes.app.url}/?handoff={token}")
        assert status == 404
        assert "This link is not known" in text
        assert not token or token not in text
    # The first refusal is logged, then the second, fourth and eighth.
    eventually(lambda: "Refused so far: 8" in recipes.app.log, "the log says so")
    assert recipes.app.log.count("Refused so far") == 4
    assert not token or token not in recipes.app.log


def test_the_dialog_of_a_link_copies_it_and_is_used_by_the_keyboard(recipes):
    page = recipes.start().open()
    page.front().execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    choose(page, "soup", "Miso soup")
    page.run("identified('page.menu').focus()")
    press(page, Keys.ENTER)
    shows(page, "page.handoff")
    press(page, Keys.ARROW_DOWN, Keys.ENTER)
    shows(page, "page.linkDialog")
    assert lasting_violations(page) == []
    assert "within 10 minutes" in page.text("page.linkDialog")
    assert "“Miso soup”" in page.text("page.linkDialog")
    page.until(lambda page: page.run("return document.activeElement.dataset.identifier") == "page.copy", "the button has the focus")
    press(page, Keys.ENTER)
    page.until(lambda page: page.text("page.linkStatus") == "Copied", "the link is copied")
    press(page, Keys.ESCAPE)
    hides(page, "page.linkDialog")
    page.until(lambda page: page.run("return document.activeElement.dataset.identifier") == "page.menu", "the menu has the focus")


# Searching


def test_a_search_by_the_keyboard_continues_an_activity(recipes):
    page = recipes.start().open()
    for recipe, title in [("soup", "Miso soup"), ("pie", "Apple pie"), ("custard", "Crème brûlée")]:
        choose(page, recipe, title)
    search(page, "DESS", "2 activities")
    page.until(lambda page: found(page) == ["Crème brûlée", "Apple pie"], "the newer one is first")
    assert page.run("return document.activeElement.getAttribute('aria-activedescendant')") == "page-found-0"
    assert lasting_violations(page) == []
    press(page, Keys.ARROW_DOWN)
    assert page.run("return document.querySelector('[aria-selected=true]').textContent") == "Apple pie"
    press(page, Keys.ENTER)
    hides(page, "page.searchDialog")
    page.until(lambda page: page.text("activity.state").startswith("Apple pie"), "the pie is chosen")
    search(page, "creme", "1 activity")
    press(page, Keys.ESCAPE)
    hides(page, "page.searchDialog")
    assert page.text("activity.state").startswith("Apple pie")
    search(page, "reme", "No activities")
    assert lasting_violations(page) == []


def test_the_shortcut_does_nothing_without_activities(recipes):
    page = recipes.start().open()
    shortcut(page)
    click(page, "activity.more")
    state_is(page, "No recipe for 3")
    assert page.run("return identified('page.searchDialog')") is None


def test_a_shortcut_of_the_app_has_precedence(recipes):
    page = recipes.start().open()
    choose(page, "soup", "Miso soup")
    click(page, "activity.ownSearch")
    shows(page, "activity.search")
    shortcut(page)
    page.until(lambda page: page.text("activity.searches") == "Searches: 1", "the app has the shortcut")
    assert page.run("return identified('page.searchDialog')") is None
    click(page, "activity.ownSearch")
    hides(page, "activity.search")
    search(page, "miso", "1 activity")


def test_deleted_activities_are_not_found(recipes):
    page = recipes.start().open()
    for recipe, title in [("soup", "Miso soup"), ("pie", "Apple pie")]:
        choose(page, recipe, title)
    click(page, "activity.deleteSoup")
    page.until(lambda page: page.text("activity.deletions") == "Deletions: 1", "the soup is deleted")
    assert stored(recipes.app) <= 1
    search(page, "", "1 activity")
    assert found(page) == ["Apple pie"]


def test_a_search_after_the_server_was_killed(recipes):
    page = recipes.start().open()
    for recipe, title in [("soup", "Miso soup"), ("pie", "Apple pie")]:
        choose(page, recipe, title)
    eventually(lambda: stored(recipes.app) == 2, "the activities are saved")
    recipes.app.kill()
    recipes.app.start()
    page = recipes.open()
    state_is(page, "No recipe for 2")
    search(page, "japan", "1 activity")
    press(page, Keys.ENTER)
    state_is(page, "Miso soup for 2")


def test_a_bad_store_stops_no_search(recipes):
    recipes.start()
    recipes.app.stop()
    recipes.app.scenes.mkdir(parents=True)
    recipes.app.start()
    page = recipes.open()
    choose(page, "soup", "Miso soup")
    eventually(lambda: "Activities cannot be" in recipes.app.log, "the log says so")
    search(page, "miso", "1 activity")
    assert recipes.app.log.count("Activities cannot be") == 1


# People


def page_of(driver, app: App, person: str, query: str = "") -> Page:
    """Opens a page in a new tab as a person whom a reverse proxy has checked."""
    driver.switch_to.new_window("tab")
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"X-Person": person}})
    page = at(driver, app.url + query)
    return page


def test_people_find_their_own_activities_only(recipes, other_browser):
    app = recipes.start("--person-header", "X-Person").app
    assert get(app.url)[0] == 403
    ann = page_of(other_browser, app, "ann")
    ann.until(lambda page: page.live == "open", "the page is connected")
    choose(ann, "soup", "Miso soup")
    bob = page_of(other_browser, app, "bob")
    bob.until(lambda page: page.live == "open", "the page is connected")
    assert bob.run("return identified('page.menu')") is None
    choose(bob, "pie", "Apple pie")
    search(bob, "", "1 activity")
    assert found(bob) == ["Apple pie"]
    search(ann, "", "1 activity")
    assert found(ann) == ["Miso soup"]
    press(ann, Keys.ESCAPE)
    query = link(ann).removeprefix(app.url)
    refused = page_of(other_browser, app, "bob", query)
    assert refused.run("return document.querySelector('h1').textContent") == "This link is for another person"
    state_is(page_of(other_browser, app, "ann", query), "Miso soup for 2")


def test_what_a_person_has_typed_is_not_typed_for_the_next_person_in_the_tab(executable, tmp_path, other_browser):
    app = App(executable.with_name("Gallery"), tmp_path, ["--person-header", "X-Person"]).start()

    def become(person: str) -> None:
        other_browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"X-Person": person}})

    def restart(page) -> None:
        """Has the page come back from a server that has not got what was typed, as the person of now."""
        page.run("window.before = true")
        app.kill()
        page.until(lambda page: page.live == "lost", "the page has lost the server")
        app.start()
        page.until(lambda page: page.run("return window.before") is None and page.live == "open", "the page was loaded again")

    try:
        page = page_of(other_browser, app, "ann", gallery_query("fields"))
        page.until(lambda page: page.live == "open", "the page is connected")
        page.element("textfield.field").send_keys("secret")
        page.until(lambda page: page.text("textfield.reversed") == "terces", "the server has the text")
        restart(page)
        page.until(lambda page: page.text("textfield.reversed") == "terces", "ann finds the text again")
        become("bob")
        restart(page)
        # Messages are processed in order, so text that is typed again would come before this.
        page.element("textfield.field").send_keys("b")
        page.until(lambda page: (page.text("textfield.reversed") or "").startswith("b"), "the server has the letter")
        assert page.text("textfield.reversed") == "b"
        assert "secret" not in page.run("return JSON.stringify({ ...sessionStorage })")
    finally:
        app.stop()
