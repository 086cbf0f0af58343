"""An app's page in a tab of the browser."""

import re
import socket
import time
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from urllib.parse import urlsplit

from selenium.common.exceptions import InvalidSessionIdException, NoSuchWindowException, WebDriverException
from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

SCRIPT = (Path(__file__).parent / "page.js").read_text()
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]


def gallery_query(page: str) -> str:
    """Returns the query of the URL of a page of the Gallery."""
    return f"/?path=GalleryPage:%22{page}%22"


def gallery_pages() -> list[str]:
    """Returns the names of the Gallery's pages, as its source lists them."""
    source = Path(__file__).parents[3] / "Examples" / "Gallery" / "GalleryPage.swift"
    cases = re.findall(r"^    case ([a-z, ]+)$", source.read_text(), re.MULTILINE)
    return [name.strip() for line in cases for name in line.split(",")]


@dataclass(frozen=True)
class Row:
    key: str
    magnitude: str
    place: str
    datetime: str
    ago: str
    header: str

    @property
    def second(self) -> int:
        """Seconds since 1970."""
        return int(datetime.fromisoformat(self.datetime).timestamp())

    @property
    def number(self) -> float:
        """The magnitude, written with a hyphen or with a minus sign."""
        return float(self.magnitude.replace("−", "-"))

    @property
    def section(self) -> tuple[date, int]:
        """The day and the number of quakes in the header above the row, such as "Thursday, June 14, 2018", "682"."""
        *words, count = self.header.split("\n")
        day = " ".join(words).lower()
        month = re.search(r"\b(" + "|".join(MONTHS) + ")", day)[1]
        number = re.search(r"\b(\d{1,2})\b", day)[1]
        year = re.search(r"\b(\d{4})\b", day)[1]
        return date(int(year), MONTHS.index(month) + 1, int(number)), int(count.replace(",", ""))


@dataclass(frozen=True)
class Alert:
    title: str
    message: str
    buttons: list[str]


class Page:
    """A page, whose elements are found by the identifiers that the app sets with `accessibilityIdentifier`."""

    def __init__(self, browser: Chrome, url: str):
        browser.switch_to.new_window("tab")
        self.browser = browser
        self.window = browser.current_window_handle
        self.url = url.split("/?")[0]
        self.open(url.removeprefix(self.url))

    def open(self, query: str) -> None:
        """Opens the page with another query in its URL."""
        self.load(self.url + query)
        # In a new tab, the field for the address may have the focus. Then a page that moves its focus gets no events.
        self.browser.execute_cdp_cmd("Page.bringToFront", {})
        self.until(lambda page: page.live == "open", "the page is connected")
        # The page has reported its surroundings and sizes, and the answers may move what a test measures and clicks.
        self.quiet()
        # A reload removes this property, see was_reloaded.
        self.run("window.neverReloaded = true")

    def load(self, url: str) -> None:
        """Loads a URL.

        Chromium has reported a refused connection right after an app had printed its address; once, the app had crashed.
        So this process connects, too: if the app refuses that, the test fails, with the end of the app in its output.
        Otherwise the browser is asked a second time.
        """
        try:
            self.front().get(url)
        except WebDriverException as refusal:
            if "ERR_CONNECTION_REFUSED" not in (refusal.msg or ""):
                raise
            address = urlsplit(url)
            try:
                socket.create_connection((address.hostname, address.port), timeout=300).close()
            except OSError as reason:
                raise AssertionError(f"the app at {url} does not accept connections: {reason}") from refusal
            self.front().get(url)

    # Running and waiting

    def front(self) -> Chrome:
        """Returns the browser, after switching it to this tab."""
        if self.browser.current_window_handle != self.window:
            self.browser.switch_to.window(self.window)
        return self.browser

    def run(self, script: str, *arguments):
        """Runs JavaScript, which can use the functions of page.js and `arguments`, and returns its result."""
        return self.front().execute_script(SCRIPT + script, *arguments)

    def run_slowly(self, expression: str, *arguments):
        """Returns the value of the promise that the JavaScript `expression` returns."""
        outcome = self.front().execute_async_script(
            SCRIPT
            + "const finish = arguments[arguments.length - 1];"
            + f"({expression}).then((value) => finish({{ value }}), (error) => finish({{ error: String(error) }}));",
            *arguments,
        )
        assert "error" not in outcome, outcome["error"]
        return outcome.get("value")

    def quiet(self) -> "Page":
        """Waits until the server has answered everything that the page has reported."""
        self.run_slowly("quiet()")
        return self

    def stand_still(self) -> "Page":
        """Waits until no animation runs, except those without an end."""
        self.run_slowly("standStill()")
        return self

    def until(self, condition, what: str, timeout: float = 300):
        """Waits until `condition(page)` is true, and returns its value.

        While a patch arrives or the page is loaded again, the elements that the condition looks for may be gone, or there may be
        fewer of them. So an error of the condition counts as false, and is named in the end.
        """
        deadline = time.monotonic() + timeout
        self.front()
        while True:
            error = None
            try:
                if value := condition(self):
                    return value
            except (InvalidSessionIdException, NoSuchWindowException):
                raise
            except (WebDriverException, LookupError, TypeError, AttributeError, ValueError, StopIteration) as caught:
                error = caught
            if time.monotonic() > deadline:
                break
            time.sleep(0.02)
        shown = self.run("return document.body.innerText.slice(0, 400)")
        message = f"after {timeout:g} seconds still not so: {what}. The page shows:\n{shown}"
        raise AssertionError(message if error is None else f"{message}\nThe last error: {error!r}") from error

    def until_rows(self, condition, what: str, timeout: float = 300):
        """Waits until `condition` is true for the rows in the document, which are read at once."""
        return self.until(lambda page: condition(page.rows), what, timeout)

    # Reading the page

    @property
    def live(self) -> str | None:
        return self.run("return document.documentElement.dataset.live")

    @property
    def was_reloaded(self) -> bool:
        return not self.run("return window.neverReloaded === true")

    def text(self, identifier: str) -> str | None:
        return self.run("return identified(arguments[0])?.textContent.trim()", identifier)

    @property
    def count(self) -> int | None:
        """The number in "4,711 earthquakes"."""
        digits = re.sub(r"\D", "", self.text("count") or "")
        return int(digits) if digits else None

    @property
    def is_working(self) -> bool:
        return self.run("return identified('progress')?.checkVisibility() ?? false")

    @property
    def alert(self) -> Alert | None:
        found = self.run(
            """
            const dialog = document.querySelector("dialog[open]");
            return dialog && {
              role: dialog.getAttribute("role"),
              title: dialog.querySelector("h2")?.textContent,
              message: dialog.querySelector("p")?.textContent,
              buttons: [...dialog.querySelectorAll("button")].map((button) => button.textContent.trim()),
            }
            """
        )
        if found is None:
            return None
        assert found.pop("role") == "alertdialog"
        return Alert(**found)

    @property
    def rows(self) -> list[Row]:
        """The rows in the document: the visible ones and some around them."""
        return [Row(**row) for row in self.run("return rows()")]

    def all_rows(self) -> tuple[list[Row], int]:
        """Returns all rows, read while scrolling through the list, and the largest number that were in the document."""
        collected = self.run_slowly("collect()")
        return [Row(**row) for row in collected["rows"]], collected["most"]

    @property
    def filter_field(self):
        return self.front().find_element(By.CSS_SELECTOR, "input[type=search]")

    def element(self, identifier: str):
        return self.front().find_element(By.CSS_SELECTOR, f'[data-identifier="{identifier}"]')

    def settled(self, element):
        """Scrolls an element to the middle of the window, and returns it once it has not moved for 20 frames.

        A list makes rows around those that become visible, which can move them.
        """
        self.front().execute_async_script(
            """
            const [element, done] = arguments;
            let last, still = 0;
            const look = () => {
              if (!element.closest("[popover]")) element.scrollIntoView({ block: "center" });
              const top = element.getBoundingClientRect().top;
              still = top === last ? still + 1 : 0;
              last = top;
              if (still === 20) done(); else requestAnimationFrame(look);
            };
            look();
            """,
            element,
        )
        return element

    def row_element(self, row: Row):
        return self.run("return rowElement(arguments[0])", row.key)

    # Acting as a user

    def refresh(self) -> None:
        self.until(lambda page: page.element("refresh").is_enabled(), "Refresh can be pressed")
        self.element("refresh").click()

    def filled(self, count: int) -> "Page":
        """Waits for the import that the app starts if its store is empty, and for its rows."""
        self.until(lambda page: page.count == count and not page.is_working, f"the feed's {count} quakes are in")
        # A short list has all of its rows in the page.
        self.until_rows(lambda rows: len(rows) >= min(count, 20), "the list shows rows")
        return self.quiet()

    def dismiss_alert(self) -> None:
        self.front().find_element(By.XPATH, '//dialog[@open]//button[normalize-space()="OK"]').click()
        self.until(lambda page: page.alert is None, "the alert is gone")

    def press(self, *keys: str) -> None:
        """Presses the last key while the others are held down."""
        *held, last = keys
        chain = ActionChains(self.front())
        for key in held:
            chain.key_down(key)
        chain.send_keys(last)
        for key in reversed(held):
            chain.key_up(key)
        chain.perform()

    def filter(self, text: str) -> None:
        """Types a text into the filter, in place of the old one."""
        field = self.filter_field
        field.click()
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text if text else Keys.DELETE)

    def delete_with_button(self, row: Row) -> None:
        element = self.row_element(row)
        ActionChains(self.front()).move_to_element(element).perform()
        button = element.find_element(By.CSS_SELECTOR, "[data-action=delete]")
        self.until(lambda _: button.is_displayed(), "hovering shows Delete")
        button.click()

    def delete_with_swipe(self, row: Row) -> None:
        """Swipes the row to the left and taps the button that appears."""
        self.swipe_left(row)
        button = self.row_element(row).find_element(By.CSS_SELECTOR, "[data-action=delete]")
        self.until(lambda _: button.is_displayed(), "the swipe uncovers Delete")
        self.until(lambda page: page.run("return arguments[0].getAnimations().length === 0", button), "Delete stands still")
        self.tap(button)

    def swipe_left(self, row: Row, distance: int = 120) -> None:
        """Moves a finger to the left over the row, in eight steps."""
        box = self.row_element(row).rect
        scrolled = self.run("return [scrollX, scrollY]")
        x, y = box["x"] - scrolled[0] + box["width"] * 0.7, box["y"] - scrolled[1] + box["height"] / 2
        # The page takes a touch of half a second for a long one, and the driver may do nothing for that time.
        self.run("window.startTimer ??= setTimeout; window.setTimeout = (action, delay, ...more) => delay === 500 ? 0 : startTimer(action, delay, ...more)")
        # The events have timestamps of their own, so the test does not have to wait while the finger rests.
        begin = time.time() - 1
        self.touch("touchStart", begin, x, y)
        for step in range(1, 9):
            self.touch("touchMove", begin + step / 60, x - distance * step / 8, y)
        # The finger rests before it leaves. Otherwise the list keeps scrolling, and the next tap only stops it.
        self.touch("touchMove", begin + 0.7, x - distance - 1, y)
        self.touch("touchEnd", begin + 0.9)
        self.run("window.setTimeout = window.startTimer; delete window.startTimer")

    def tap(self, element) -> None:
        box = element.rect
        scrolled = self.run("return [scrollX, scrollY]")
        now = time.time()
        self.touch("touchStart", now, box["x"] - scrolled[0] + box["width"] / 2, box["y"] - scrolled[1] + box["height"] / 2)
        self.touch("touchEnd", now + 0.02)

    def touch(self, kind: str, when: float, x: float | None = None, y: float | None = None) -> None:
        points = [] if x is None else [{"x": x, "y": y}]
        self.front().execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": when})
