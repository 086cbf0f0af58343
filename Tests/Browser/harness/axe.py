"""axe-core, which finds what keeps people with assistive technology from using a page."""

from importlib.util import find_spec
from pathlib import Path

AXE = Path(find_spec("axe_playwright_python").submodule_search_locations[0]) / "axe.min.js"


def violations(page) -> list[str]:
    """What axe-core reports of the page as it is: the rule, the element, and what to do, in a line for each."""
    browser = page.front()
    if not browser.execute_script("return typeof axe === 'object'"):
        browser.execute_script(AXE.read_text())
    found = page.run_slowly("axe.run(document, { resultTypes: ['violations'] }).then((results) => results.violations)")
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:200]}: {node['failureSummary']}".replace("\n", " ")
        for violation in found
        for node in violation["nodes"]
    ]
