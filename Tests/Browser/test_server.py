"""An app in a server with other routes, and behind a reverse proxy."""

import resource
import socket
import urllib.request
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from harness.waiting import eventually


@dataclass(frozen=True)
class Address:
    """What `tab` opens."""

    url: str


@pytest.fixture
def sign_in(browser, tab):
    """A function that signs a person in, and returns the page of their notes: `sign_in(url, name)`."""

    def sign_in(url: str, name: str):
        browser.switch_to.new_window("tab")
        browser.delete_all_cookies()
        browser.get(url)
        browser.find_element(By.NAME, "name").send_keys(name, Keys.ENTER)
        eventually(lambda: browser.current_url.endswith("/notes/"), "the browser has the cookie")
        browser.close()
        browser.switch_to.window(browser.window_handles[0])
        return tab(Address(f"{url}/notes/"))

    return sign_in


def text(page) -> str:
    return page.run("return document.body.innerText")


def add(page, note: str) -> None:
    page.front().find_element(By.TAG_NAME, "input").send_keys(note, Keys.ENTER)


def shows(page, note: str) -> None:
    page.until(lambda page: note in text(page), f"the page shows {note}")


def local_name(url: str) -> str:
    """The same server under a name for which the browser has other cookies."""
    return url.replace("127.0.0.1", "localhost")


def test_each_person_sees_their_own_notes(team_notes, sign_in, tab):
    ann = sign_in(team_notes.url, "Ann")
    bob = sign_in(local_name(team_notes.url), "Bob")
    shows(ann, "Ann’s notes")
    shows(bob, "Bob’s notes")
    add(ann, "Buy milk")
    shows(ann, "Buy milk")
    second = tab(Address(f"{team_notes.url}/notes/"))
    shows(second, "Buy milk")
    add(bob, "Feed the cat")
    shows(bob, "Feed the cat")
    add(ann, "Call Eve")
    shows(second, "Call Eve")
    assert "Buy milk" not in text(bob)
    assert "Feed the cat" not in text(second)


def test_without_a_session_there_is_no_page(team_notes, browser, tab):
    browser.switch_to.new_window("tab")
    browser.get(team_notes.url)
    browser.delete_all_cookies()
    browser.get(f"{team_notes.url}/notes/")
    assert browser.find_element(By.TAG_NAME, "h1").text == "Team"


def test_signing_out_closes_the_windows(team_notes, browser, sign_in, tab):
    tab.disconnects = True
    page = sign_in(team_notes.url, "Ann")
    shows(page, "Ann’s notes")
    browser.switch_to.new_window("tab")
    browser.get(team_notes.url)
    browser.find_element(By.TAG_NAME, "button").click()
    front = page.front()
    eventually(lambda: front.title == "Team", "the tab of the notes shows the front page")


def test_a_path_without_the_slash_leads_to_the_page(team_notes, sign_in, tab):
    sign_in(team_notes.url, "Ann")
    page = tab(Address(f"{team_notes.url}/notes?x=1"))
    assert page.run("return location.pathname") == "/notes/"
    add(page, "Buy milk")
    shows(page, "Buy milk")


# What a proxy has to pass on: the host that the browser asked for, in either header.
@pytest.mark.parametrize("header", ["Host $http_host", "X-Forwarded-Host $http_host"])
def test_an_app_works_below_a_path_that_a_proxy_removes(notes, proxy, tab, header):
    page = tab(Address(f"{proxy(notes.url + '/', '/team/notes/', [header]).url}/team/notes/"))
    browser = page.front()
    browser.find_element(By.TAG_NAME, "input").send_keys("Buy milk")
    page.until(lambda page: page.run("return !document.querySelector('main button').disabled"), "the button is enabled")
    browser.find_element(By.CSS_SELECTOR, "main button").click()
    shows(page, "Buy milk")


def test_a_server_with_an_app_works_behind_a_proxy(team_notes, proxy, sign_in):
    page = sign_in(proxy(team_notes.url, "/", ["Host $http_host"]).url, "Ann")
    add(page, "Buy milk")
    shows(page, "Buy milk")


def test_a_server_without_a_free_file_goes_on_when_one_is_free(gallery):
    process = gallery.process.pid
    used = len(list(Path(f"/proc/{process}/fd").iterdir()))
    hard = resource.prlimit(process, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(process, resource.RLIMIT_NOFILE, (used + 20, hard))
    address = urlsplit(gallery.url)
    with ExitStack() as connections:
        for _ in range(60):
            connections.enter_context(socket.create_connection((address.hostname, address.port)))
        eventually(lambda: len(list(Path(f"/proc/{process}/fd").iterdir())) >= used + 20, "all files of the process are open")
        with pytest.raises(TimeoutError):
            urllib.request.urlopen(gallery.url, timeout=3)

    with urllib.request.urlopen(gallery.url, timeout=60) as response:
        assert response.status == 200
