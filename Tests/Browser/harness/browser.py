"""Chromium as the tests drive it: it acts only on elements that stand still."""

import os
import shutil

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.command import Command

# The key of an element's ID in the protocol of WebDriver.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

# The time in seconds after which a script or a command has hung.
HUNG = 600

# Resumes once an element has had the same frame in three frames, and no animation moves it. An element that never rests, such
# as one in an endless animation, is used after ten seconds.
STAND_STILL = """
const [element, scrolls, done] = arguments;
const end = performance.now() + 10_000;
const isMoved = () => document.getAnimations().some(({ effect, playState, timeline }) => playState === "running"
  && timeline instanceof DocumentTimeline && effect?.target?.contains(element) && effect.getComputedTiming().endTime !== Infinity);
let last = null;
let still = 0;
const look = () => {
  // A covered tab draws no frames.
  if (document.hidden || !element.isConnected || performance.now() > end) return done();
  const { x, y, width, height } = element.getBoundingClientRect();
  const now = [x, y, width, height].join();
  still = now === last && !isMoved() ? still + 1 : 0;
  last = now;
  if (still === 2) done();
  else requestAnimationFrame(look);
};
// As the driver does, but early: the page reacts to the scrolling in the next frames.
const { x, y, width, height } = element.getBoundingClientRect();
const front = document.elementFromPoint(x + width / 2, y + height / 2);
if (scrolls && !element.contains(front) && !element.closest("[popover]")) element.scrollIntoViewIfNeeded();
look();
"""

# Resumes once the page has the width of the window. A page that is not drawn may not get it.
HAVE_WIDTH = """
const [width, done] = arguments;
const end = performance.now() + 10_000;
const look = () => {
  if (innerWidth === width || performance.now() > end) done();
  else setTimeout(look, 5);
};
look();
"""


class Browser(webdriver.Chrome):
    """Chromium, which waits before each click, each movement of the pointer to an element, and each text for one.

    The driver computes the place of an element, and then presses there. A patch that arrives in between, an animation or a
    scroll event that is due would have the press hit another element, or close the menu that a key has opened.
    """

    def execute(self, driver_command: str, params: dict | None = None) -> dict:
        if driver_command in (Command.CLICK_ELEMENT, Command.SEND_KEYS_TO_ELEMENT):
            self._await_stillness(params["id"], scrolls=True)
        if driver_command == Command.W3C_ACTIONS:
            actions = [action for source in params["actions"] for action in source["actions"]]
            origins = [action["origin"][ELEMENT] for action in actions if isinstance(action.get("origin"), dict)]
            for element in dict.fromkeys(origins):
                self._await_stillness(element, scrolls=False)
        response = super().execute(driver_command, params)
        if driver_command == Command.SET_WINDOW_RECT and params.get("width"):
            self.execute_async_script(HAVE_WIDTH, params["width"])
        return response

    def _await_stillness(self, element: str, scrolls: bool) -> None:
        self.execute_async_script(STAND_STILL, self.create_web_element(element), scrolls)


def chromium(has_tabs: bool = False) -> Browser:
    """Starts Debian's Chromium, with a profile of its own. Its time zone is UTC, like the app's.

    It is the build of Chromium without the windows of a desktop, which takes a fifth less CPU time for the same pages. With tabs
    it is the whole one, in which one tab of a window covers the others.
    """
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium" if has_tabs else "chromium-headless-shell")
    if has_tabs:
        options.add_argument("--headless=new")
    for argument in (
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        # Without these, a browser on a machine without a mouse behaves as on a phone, where nothing hovers.
        "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
        "--window-size=1100,900",
        "--lang=en-US",
        # Without it, the build without a desktop names no language to servers.
        "--accept-lang=en-US,en",
        # Without these, timers of background tabs are throttled, and tests with two tabs take long.
        "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows",
        "--disable-renderer-backgrounding",
        # One process for all tabs, which keeps the scripts of a server from one tab to the next.
        "--renderer-process-limit=1",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = started(options)
    driver.command_executor.client_config.timeout = 2 * HUNG
    driver.set_script_timeout(HUNG)
    driver.set_page_load_timeout(HUNG)
    return driver


def started(options: webdriver.ChromeOptions, attempts: int = 5) -> Browser:
    """Starts the browser. The driver gives up a browser that a busy machine has not started within a minute."""
    for attempt in range(attempts):
        try:
            return Browser(options, Service(shutil.which("chromedriver"), env={**os.environ, "TZ": "UTC"}))
        except WebDriverException:
            if attempt == attempts - 1:
                raise
    raise AssertionError("unreachable")
