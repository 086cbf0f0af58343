"""Uploads and downloads of the Gallery, in a browser and without one."""

import urllib.error
import urllib.request

import pytest

from harness.app import App
from harness.page import gallery_query
from test_gallery import element
from test_server import Address

pytestmark = pytest.mark.page("files")


def state(page, text: str):
    page.until(lambda page: element(page, "files.state", "e.innerText") == f"State: {text}", f"the state is {text}")


def dialog(page):
    page.settled(page.front().find_element("css selector", "[data-identifier='files.import']")).click()
    page.until(lambda page: page.front().find_elements("css selector", ".file-importer[open]"), "the dialog opens")
    return page.front().find_element("css selector", ".file-importer .file-input")


def test_files_are_uploaded(page, tmp_path):
    files = [tmp_path / "one.txt", tmp_path / "two.json"]
    files[0].write_text("eins")
    files[1].write_text('"zwei"')
    dialog(page).send_keys("\n".join(map(str, files)))
    state(page, "imported one.txt, two.json")
    page.until(lambda page: element(page, "files.text", "e.innerText") == 'Text: eins, "zwei"', "the app has read the files")
    page.until(lambda page: not page.front().find_elements("css selector", ".file-importer"), "the dialog is closed")


def test_a_file_of_another_type_is_refused(page, tab, tmp_path):
    tab.refuses = 415
    file = tmp_path / "picture.png"
    file.write_bytes(b"png")
    dialog(page).send_keys(str(file))
    page.until(lambda page: "another type" in page.run("return document.querySelector('.file-status').innerText"), "the dialog says so")
    page.front().find_element("css selector", ".file-importer .cancel").click()
    state(page, "canceled")


def test_files_that_the_server_is_not_told_about_are_chosen_again(page, tmp_path):
    """The connection is lost when the last file has arrived."""
    file = tmp_path / "one.txt"
    file.write_text("eins")
    field = dialog(page)
    page.run("document.documentElement.dataset.live = 'lost'")
    field.send_keys(str(file))
    page.until(
        lambda page: "connection was lost" in page.run("return document.querySelector('.file-status').innerText"), "the dialog says so"
    )
    page.run("document.documentElement.dataset.live = 'open'")
    field.send_keys(str(file))
    state(page, "imported one.txt")


def test_a_choice_removes_the_files_of_those_that_failed(page, gallery):
    window = page.run("return document.documentElement.dataset.window")
    dialog(page)
    importer = page.run("return document.querySelector('.file-importer').dataset.id")

    def put(batch: int) -> int:
        headers = {"Strata-Window": window, "Strata-Element": importer, "Strata-Filename": "a.txt", "Strata-Batch": str(batch)}
        request = urllib.request.Request(f"{gallery.url}/strata/files", data=b"x", method="PUT", headers=headers)
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            return error.code

    assert [put(1) for _ in range(65)] == [201] * 64 + [429]
    assert put(2) == 201


def test_an_export_is_downloaded(page, browser, tmp_path):
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    page.settled(page.front().find_element("css selector", "[data-identifier='files.export']")).click()
    state(page, "exported")
    page.until(lambda page: (tmp_path / "Note.txt").exists(), "the file is there")
    assert (tmp_path / "Note.txt").read_text() == "nothing"


def test_only_the_window_that_asks_receives_files(page, gallery):
    window = page.run("return document.documentElement.dataset.window")

    def put(**headers) -> int:
        request = urllib.request.Request(f"{gallery.url}/strata/files", data=b"x", method="PUT", headers=headers)
        try:
            return urllib.request.urlopen(request).status
        except urllib.error.HTTPError as error:
            return error.code

    assert put() == 400
    names = {"Strata-Element": "5", "Strata-Filename": "a.txt"}
    assert put(**{"Strata-Window": "0" * 32}, **names) == 403
    # The window shows no dialog.
    assert put(**{"Strata-Window": window}, **names) == 403
    dialog(page)
    importer = page.run("return document.querySelector('.file-importer').dataset.id")
    assert put(**{"Strata-Window": window, "Strata-Element": importer, "Strata-Filename": "..%2F..%2Fa.txt"}) == 201
    assert put(**{"Strata-Window": window, "Strata-Element": importer, "Strata-Filename": "a.exe"}) == 415
    try:
        urllib.request.urlopen(f"{gallery.url}/strata/files/{'0' * 32}")
        raise AssertionError("an unknown file is served")
    except urllib.error.HTTPError as error:
        assert error.code == 404


@pytest.fixture
def limited(executable, tmp_path):
    """The Gallery, which accepts files of up to 1,000 bytes."""
    app = App(executable.with_name("Gallery"), tmp_path, ["--max-file-size", "1000"])
    yield app.start()
    app.stop()
    print(f"--- Gallery printed:\n{app.log}")


def test_a_file_beyond_the_limit_is_refused(limited, tab, tmp_path):
    tab.refuses = 413
    page = tab(limited, gallery_query("files"))
    file = tmp_path / "long.txt"
    file.write_text("x" * 1001)
    dialog(page).send_keys(str(file))
    page.until(lambda page: "larg" in page.run("return document.querySelector('.file-status').innerText"), "the dialog says so")
    file.write_text("x" * 1000)
    page.front().find_element("css selector", ".file-input").send_keys(str(file))
    state(page, "imported long.txt")


def test_an_upload_is_canceled_on_its_way(page, browser, tmp_path):
    file = tmp_path / "long.txt"
    file.write_bytes(b"x" * 20_000_000)
    browser.execute_cdp_cmd("Network.enable", {})
    slow = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 200_000}
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
    try:
        dialog(page).send_keys(str(file))
        page.until(lambda page: page.run("return document.querySelector('.file-progress').value") > 0, "the upload proceeds")
        page.front().find_element("css selector", ".file-importer .cancel").click()
        state(page, "canceled")
    finally:
        browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "uploadThroughput": -1})


def test_files_pass_through_a_proxy_that_removes_a_path(gallery, proxy, tab, tmp_path):
    page = tab(Address(f"{proxy(gallery.url + '/', '/team/gallery/', ['Host $http_host']).url}/team/gallery"), gallery_query("files"))
    file = tmp_path / "a.txt"
    file.write_text("through")
    dialog(page).send_keys(str(file))
    state(page, "imported a.txt")
    assert element(page, "files.text", "e.innerText") == "Text: through"
