"""Fixtures: one browser and one Gallery for all tests; another app, its pages and a feed server for each."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from selenium.common.exceptions import WebDriverException

from harness.app import App, Earthquakes
from harness.browser import chromium
from harness.feed_server import FeedServer
from harness.page import Page, gallery_query
from harness.proxy import Proxy

REPOSITORY = Path(__file__).resolve().parents[2]
SHARED_FEEDS = REPOSITORY.parent / "shared" / "data" / "feeds"
SAMPLE = REPOSITORY / "Examples" / "Earthquakes" / "Resources" / "sample.geojson"
FAILURES = REPOSITORY / ".build" / "browser-failures"
# The pages of the Gallery that show what its windows have in common. Their tests need a process in which nothing has happened.
COMMON_PAGES = ("activity", "storage", "typing", "windows")


def pytest_addoption(parser):
    parser.addoption(
        "--executable",
        type=Path,
        default=REPOSITORY / ".build" / "tests" / "debug" / "Earthquakes",
        help="the Earthquakes executable to test; those of the other examples are in the same folder",
    )
    parser.addoption("--results", type=Path, help="the file to which a line of JSON is added for each phase of each test")


def pytest_configure(config):
    config.addinivalue_line("markers", "page(name): the page of the Gallery that the fixture `page` opens")
    # The processes of pytest-xdist report to the one that has started them.
    if config.getoption("--results") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(ResultsFile(config.getoption("--results")))


class ResultsFile:
    """Writes what Tests/Suite reads."""

    def __init__(self, path: Path):
        self.file = path.open("w")

    def pytest_runtest_logreport(self, report):
        line = {
            "name": report.nodeid,
            "when": report.when,
            "outcome": report.outcome,
            "seconds": report.duration,
            "text": report.longreprtext,
        }
        print(json.dumps(line), file=self.file, flush=True)

    def pytest_collectreport(self, report):
        """A file of tests that cannot be read is one failed test."""
        if report.failed:
            line = {"name": report.nodeid, "when": "collect", "outcome": "failed", "seconds": 0, "text": report.longreprtext}
            print(json.dumps(line), file=self.file, flush=True)


def pytest_report_header(config):
    feeds = "../shared/data/feeds" if SHARED_FEEDS.is_dir() else "the bundled sample (../shared/data/feeds is absent)"
    return [f"executable: {config.getoption('executable')}", f"feeds: {feeds}"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Saves a screenshot of the page when a test fails."""
    report = yield
    if report.when == "call" and report.failed and "browser" in item.fixturenames:
        FAILURES.mkdir(parents=True, exist_ok=True)
        picture = FAILURES / f"{item.name.replace('/', '_')}.png"
        try:
            item.funcargs["browser"].save_screenshot(picture)
            report.sections.append(("Screenshot", str(picture)))
        except WebDriverException as error:
            # The browser itself may have ended, which must not end the run.
            report.sections.append(("Screenshot", f"There is none: {error.msg}"))
    return report


@pytest.fixture(scope="session")
def executable(request) -> Path:
    path = request.config.getoption("executable").resolve()
    if not path.exists():
        pytest.exit(f"There is no {path}. `make test-browser` builds it.", returncode=1)
    return path


@pytest.fixture(scope="session")
def feeds() -> SimpleNamespace:
    """Real feeds: `day` (160 quakes), `week` (1,405 quakes, including those of `day`), `all_week` (4,711 quakes).

    If ../shared/data/feeds is absent, `day` is the sample bundled with the example, and the others are None.
    """
    if not SHARED_FEEDS.is_dir():
        return SimpleNamespace(day=SAMPLE, week=None, all_week=None)
    return SimpleNamespace(
        day=SHARED_FEEDS / "usgs_m1.0_day_2022-04.geojson",
        week=SHARED_FEEDS / "usgs_m1.0_week_2022-04.geojson",
        all_week=SHARED_FEEDS / "usgs_all_week_2018-06.geojson",
    )


@pytest.fixture(scope="session")
def week(feeds) -> Path:
    if feeds.week is None:
        pytest.skip("../shared/data/feeds is absent")
    return feeds.week


@pytest.fixture(scope="session")
def all_week(feeds) -> Path:
    if feeds.all_week is None:
        pytest.skip("../shared/data/feeds is absent")
    return feeds.all_week


@pytest.fixture
def feed_server():
    server = FeedServer()
    yield server
    server.stop()


@pytest.fixture
def earthquakes(executable, tmp_path):
    """A function that starts Earthquakes: `earthquakes(feed)`. Prints the app's log when the test fails."""
    started = []

    def start(feed, *options, environment=None) -> Earthquakes:
        directory = tmp_path / f"app{len(started)}"
        directory.mkdir()
        app = Earthquakes(executable, directory, feed, options, environment)
        started.append(app)
        return app.start()

    yield start
    for app in started:
        app.stop()
        print(f"--- {app.log_path.parent.name} printed:\n{app.log}")


@pytest.fixture
def notes(executable, tmp_path):
    """The README's app, running with its own data folder."""
    app = App(executable.with_name("Notes"), tmp_path, environment={"XDG_DATA_HOME": str(tmp_path)})
    yield app.start()
    app.stop()
    print(f"--- Notes printed:\n{app.log}")


@pytest.fixture
def products(executable, tmp_path):
    """The catalog of products, running with its own data folder and settings."""
    app = App(
        executable.with_name("Products"),
        tmp_path,
        environment={"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    yield app.start()
    app.stop()
    print(f"--- Products printed:\n{app.log}")


@pytest.fixture
def trips(executable, tmp_path):
    """The app that keeps trips with SwiftData, running with its own data folder and settings."""
    app = App(
        executable.with_name("Trips"),
        tmp_path,
        environment={"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    yield app.start()
    app.stop()
    print(f"--- Trips printed:\n{app.log}")


@pytest.fixture
def with_folder(executable, tmp_path):
    """A function that starts an example that shows a folder: `with_folder("Recipes", folder)`."""
    started = []

    def start(name: str, folder: Path) -> App:
        app = App(executable.with_name(name), tmp_path, [folder], {"XDG_DATA_HOME": str(tmp_path)})
        started.append(app)
        return app.start()

    yield start
    for app in started:
        app.stop()
        print(f"--- {app.executable.name} printed:\n{app.log}")


@pytest.fixture
def team_notes(executable, tmp_path):
    """The example of an app in a server with other routes, running with its own data folder."""
    app = App(executable.with_name("TeamNotes"), tmp_path, environment={"XDG_DATA_HOME": str(tmp_path)})
    yield app.start()
    app.stop()
    print(f"--- TeamNotes printed:\n{app.log}")


@pytest.fixture
def proxy(tmp_path):
    """A function that starts nginx in front of an address: `proxy(url, location, headers)`."""
    started = []

    def start(url, location, headers=()) -> Proxy:
        started.append(Proxy(tmp_path / f"proxy{len(started)}", url, location, headers))
        return started[-1]

    yield start
    for server in started:
        server.stop()
        print(f"--- nginx printed:\n{server.log}")


@pytest.fixture
def gallery(executable, tmp_path):
    """The Gallery, running in a process of the test's own."""
    app = App(executable.with_name("Gallery"), tmp_path, environment={"XDG_CONFIG_HOME": str(tmp_path)})
    yield app.start()
    app.stop()
    print(f"--- Gallery printed:\n{app.log}")


@pytest.fixture(scope="session")
def running_gallery(executable, tmp_path_factory):
    """A function that returns the Gallery of all tests, and starts it unless it runs."""
    directory = tmp_path_factory.mktemp("gallery")
    app = App(executable.with_name("Gallery"), directory, environment={"XDG_CONFIG_HOME": str(directory)})
    yield lambda: app if app.process and app.process.poll() is None else app.start()
    app.stop()


@pytest.fixture
def shared_gallery(running_gallery):
    """The Gallery, running in a process that other tests use, too. Each has windows of its own.

    A process takes three times as much CPU time for its first page as for another one, and the browser keeps the scripts of a
    server that it knows.
    """
    app = running_gallery()
    seen = len(app.log)
    yield app
    print(f"--- Gallery printed:\n{app.log[seen:]}")
    assert app.process.poll() is None, "the Gallery has ended"


@pytest.fixture(scope="session")
def browser():
    """The browser of the tests."""
    driver = chromium()
    yield driver
    driver.quit()


@pytest.fixture
def other_browser():
    """A second browser, as on another device."""
    driver = chromium()
    yield driver
    driver.quit()


@pytest.fixture
def tab(browser):
    """A function that opens an app's page in a new tab: `tab(app)`, or `tab(app, query)` for a part of it.

    At the end of the test, closes the tabs, and fails if the browser's console has errors. Those of lost connections are
    expected once the test has ended an app that it opened. A test in which the app itself closes a connection sets
    `tab.disconnects = True`, one in which it refuses a file sets `tab.refuses` to the status of the response, and one that
    violates the content security policy sets `tab.violates = True`.
    """
    first = browser.current_window_handle
    browser.get_log("browser")
    opened = []

    def open_page(app: App, query: str = "") -> Page:
        opened.append(app)
        return Page(browser, app.url + query)

    open_page.disconnects = False
    open_page.refuses = None
    open_page.violates = False
    yield open_page
    errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
    for window in browser.window_handles:
        if window != first:
            browser.switch_to.window(window)
            browser.close()
    browser.switch_to.window(first)
    if open_page.disconnects or any(getattr(app, "has_disconnected", False) for app in opened):
        errors = [error for error in errors if "WebSocket" not in error and "ERR_CONNECTION_REFUSED" not in error]
    if open_page.refuses:
        errors = [error for error in errors if f"a status of {open_page.refuses}" not in error]
    if open_page.violates:
        errors = [error for error in errors if "Content Security Policy" not in error]
    assert not errors, "the browser's console has errors"


@pytest.fixture
def gallery_of_page(request):
    """The Gallery of the fixture `page`: the test's own if the test or the page needs one, or else that of all tests."""
    needs_own = "gallery" in request.fixturenames or request.node.get_closest_marker("page").args[0] in COMMON_PAGES
    return request.getfixturevalue("gallery" if needs_own else "shared_gallery")


@pytest.fixture
def page(request, gallery_of_page, tab):
    """The page of the Gallery that the test's marker `page` names."""
    return tab(gallery_of_page, gallery_query(request.node.get_closest_marker("page").args[0]))
