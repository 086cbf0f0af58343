"""axe-core, which finds violations of accessibility rules in a page."""

from importlib.util import find_spec
from pathlib import Path

AXE = Path(find_spec("axe_playwright_python").submodule_search_locations[0]) / "axe.min.js"


def violations(page) -> list[str]:
    """Returns the violations that axe-core finds in the page: a line for each, with rule, element and remedy."""
    # The page reports an appearance, and has other colors until the answer, and faint ones while something fades in.
    page.quiet()
    page.stand_still()
    browser = page.front()
    if not browser.execute_script("return typeof axe === 'object'"):
        browser.execute_script(AXE.read_text())
    found = page.run_slowly("axe.run(document, { resultTypes: ['violations'] }).then((results) => results.violations)")
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:200]}: {node['failureSummary']}".replace("\n", " ")
        for violation in found
        for node in violation["nodes"]
    ]


def lasting_violations(page) -> list[str]:
    """Returns the violations of a page in which something has just been opened.

    The page reports the dark appearance when it is connected. Until the answer, it has the colors of the light one, and a
    dialog or a menu that fades in has faint colors at first.
    """
    try:
        page.until(lambda page: not violations(page), "nothing violates the rules", timeout=60)
    except AssertionError:
        return violations(page)
    return []
