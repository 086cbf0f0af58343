"""The content security policy: what the pages do does not violate it, and it stops what an attacker would do."""

import re

import pytest

from harness.page import Page, gallery_pages, gallery_query
from harness.wire import headers

WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sourceFile, lineNumber, sample }) =>
  violations.push(`${effectiveDirective} ${sourceFile}:${lineNumber} ${sample}`));
"""


def pages() -> list[str]:
    """Returns the queries of the Gallery's pages."""
    try:
        return [gallery_query(name) for name in gallery_pages()]
    except FileNotFoundError:
        return ["/"]


@pytest.fixture
def watched(browser, tab):
    """A function that opens a page in a tab that records violations from the start."""

    def open_page(app, query: str = "/") -> Page:
        page = tab(app, "")
        page.front().execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        page.open(query)
        return page

    return open_page


def violations(page: Page) -> list[str]:
    return page.run("return window.violations")


def test_the_policy_allows_nothing_inline_and_no_eval(gallery):
    first, second = headers(gallery)["Content-Security-Policy"], headers(gallery)["Content-Security-Policy"]
    for policy in (first, second):
        assert "default-src 'none'" in policy
        assert "unsafe-" not in policy
    nonce = re.search(r"style-src 'self' 'nonce-([0-9a-f]{32})'", first)[1]
    assert nonce not in second


def test_no_page_of_the_gallery_violates_the_policy(gallery, watched):
    page = watched(gallery)
    for query in pages():
        page.open(query)
        # Each part of a long page is made, shown and removed again. A very long one is scrolled in 200 steps.
        page.run_slowly(
            """
            (async () => {
              for (const box of [document.scrollingElement, ...document.querySelectorAll(".list, .scroll")]) {
                const step = Math.max(600, box.scrollHeight / 200);
                for (let top = 0; top < box.scrollHeight; top += step) {
                  box.scrollTop = top;
                  await new Promise((resume) => requestAnimationFrame(() => setTimeout(resume, 20)));
                }
              }
            })()
            """
        )
        assert violations(page) == [], query


def test_a_page_that_changes_and_comes_back_does_not_violate_the_policy(gallery, tab, watched):
    page = watched(gallery, gallery_query("toggles"))
    page.element("toggle.switch").click()
    page.until(lambda page: page.text("toggle.state").startswith("Wi-Fi is off"), "the page changes")
    gallery.kill()
    page.until(lambda page: page.live == "lost", "the line is lost")
    gallery.start()
    page.until(lambda page: page.live == "open", "the page is back")
    assert violations(page) == []


LOOK = """
const look = (element) => {
  const style = getComputedStyle(element);
  return [element.dataset.id, ...["gap", "paddingTop", "color", "fontSize", "fontWeight", "alignItems", "width", "minHeight", "opacity"]
    .map((name) => style[name])].join(" ");
};
// The width of a time changes by itself.
return [...document.querySelectorAll("[data-id]:not(.list, .window, :has(time))")].slice(0, 400).map(look);
"""


def test_a_window_looks_the_same_when_it_is_drawn_again(gallery, tab, browser):
    """The page has its declarations in rules, and a redrawn window has them as properties."""
    page = tab(gallery, gallery_query("toggles"))
    before = page.run(LOOK)
    page.run("document.documentElement.dataset.before = ''")
    browser.execute_cdp_cmd("Network.enable", {})
    page.run(
        """
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (...data) { WebSocket.prototype.send = send; this.close(); };
        identified("toggle.switch").click();
        """
    )
    page.until(lambda page: page.run("return document.querySelectorAll('[class~=s0]').length === 0"), "the window is drawn again")
    page.until(lambda page: page.live == "open", "the page is connected")
    assert not page.was_reloaded
    # The switch moves back.
    page.quiet()
    page.stand_still()
    assert page.run(LOOK) == before


def test_the_first_page_has_its_styles_without_the_script(gallery, browser):
    browser.switch_to.new_window("tab")
    window = browser.current_window_handle
    try:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        browser.get(gallery.url + gallery_query("toggles"))
        row = browser.find_element("css selector", ".vstack")
        assert row.value_of_css_property("align-items") == "flex-start"
        assert browser.find_element("css selector", "html").get_attribute("data-live") == "connecting"
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
        browser.close()
        browser.switch_to.window(browser.window_handles[0])
        assert window not in browser.window_handles


@pytest.mark.parametrize(
    "attack",
    [
        "const e = document.createElement('script'); e.textContent = 'window.broken = true'; document.body.append(e)",
        "document.body.insertAdjacentHTML('beforeend', '<img src=\"data:,\" onerror=\"window.broken = true\">')",
        "document.body.insertAdjacentHTML('beforeend', '<p id=attack style=\"color: rgb(1, 2, 3)\">')",
        "document.body.insertAdjacentHTML('beforeend', '<style>body { color: rgb(1, 2, 3) }</style><p id=attack>')",
        "const e = document.createElement('iframe'); e.src = 'https://evil.example/'; document.body.append(e)",
    ],
)
def test_the_policy_stops_injected_markup(gallery, tab, watched, attack):
    tab.violates = True
    page = watched(gallery)
    page.run(attack)
    page.until(lambda page: violations(page), "the browser reports a violation")
    assert page.run("return window.broken ?? null") is None
    assert page.run("const e = document.querySelector('#attack'); return e && getComputedStyle(e).color") != "rgb(1, 2, 3)"
