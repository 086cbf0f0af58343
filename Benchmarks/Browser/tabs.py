"""The tabs in which the contestants run, and the quantities that Chromium counts in them."""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "Browser"))

from harness.app import App
from harness.page import Page

SCRIPT = (Path(__file__).parent / "page.js").read_text()


class Tab:
    """A tab of the browser. Only the tab in front has frames, so `front` comes before each measurement."""

    def __init__(self, browser):
        self.browser = browser
        self.window = browser.current_window_handle
        browser.execute_cdp_cmd("Performance.enable", {})

    def front(self) -> None:
        self.browser.switch_to.window(self.window)
        self.browser.execute_cdp_cmd("Page.bringToFront", {})

    def run(self, script: str):
        """Runs JavaScript, which can use the functions of page.js, and returns its result."""
        return self.browser.execute_script(SCRIPT + script)

    def wait(self, expression: str):
        """Returns the value of the promise that the JavaScript `expression` returns."""
        outcome = self.browser.execute_async_script(
            SCRIPT
            + "const finish = arguments[arguments.length - 1];"
            + f"({expression}).then((value) => finish({{ value }}), (error) => finish({{ error: String(error) }}));"
        )
        if "error" in outcome:
            raise AssertionError(outcome["error"])
        return outcome.get("value")

    def until(self, condition: str) -> None:
        """Waits until a JavaScript expression is true, checked in each frame, for twenty seconds at most."""
        failure = json.dumps(f"after 20 seconds still not so: {condition}")
        self.wait(
            f"""(async () => {{
              const deadline = performance.now() + 20000;
              while (!({condition})) {{
                if (performance.now() > deadline) throw new Error({failure});
                await frame();
              }}
            }})()"""
        )

    def metrics(self) -> dict[str, float]:
        """The seconds that the main thread of the page has spent so far, by kind of work.

        `ScriptDuration` does not contain the style and layout that a script causes when it reads a position.
        """
        counted = self.browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
        return {each["name"]: each["value"] for each in counted}

    def script_seconds(self) -> float:
        return self.metrics()["ScriptDuration"]

    def check_clock(self) -> None:
        """Checks that a callback of a frame that takes 100 ms counts as 100 ms of script."""
        self.front()
        before = self.script_seconds()
        self.wait("busyFrame(100)")
        counted = self.script_seconds() - before
        if not 0.09 < counted < 0.2:
            raise AssertionError(f"Chromium counts {counted * 1000:.1f} ms of script for 100 ms")


def open_empty(browser) -> Tab:
    """Returns a new tab with an empty page."""
    browser.switch_to.new_window("tab")
    browser.get("data:text/html,<!doctype html><meta charset=utf-8><title>Peer</title>")
    return Tab(browser)


def open_app(browser, app: App) -> Tab:
    """Returns a new tab with an app's page."""
    Page(browser, app.url)
    return Tab(browser)


def identified(name: str) -> str:
    """Returns the JavaScript expression of the element with an accessibility identifier."""
    return f"document.querySelector('[data-identifier=\"{name}\"]')"


def press(name: str) -> str:
    """Returns the JavaScript statement that presses a button."""
    return f"(e => (e.closest('button') ?? e.querySelector('button') ?? e).click())({identified(name)})"
