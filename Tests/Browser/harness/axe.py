"""axe-core, which finds violations of accessibility rules in a page."""

import json
from importlib.util import find_spec
from pathlib import Path

AXE = Path(find_spec("axe_playwright_python").submodule_search_locations[0]) / "axe.min.js"


# The rules whose result can change with the appearance, and those for which it can change with the width of the window.
RULES_OF_COLORS = ["color-contrast", "link-in-text-block"]
RULES_OF_LAYOUT = ["scrollable-region-focusable"]


def violations(page, rules: list[str] | None = None, leaves_out: str | None = None) -> list[str]:
    """Returns the violations of some rules, or of all, that axe-core finds in the page: a line for each, with rule, element and
    remedy. What matches the selector `leaves_out` is not examined.
    """
    # The page reports an appearance, and has other colors until the answer, and faint ones while something fades in.
    page.quiet()
    page.stand_still()
    browser = page.front()
    if not browser.execute_script("return typeof axe === 'object'"):
        browser.execute_script(AXE.read_text())
    options = {"resultTypes": ["violations"]}
    if rules is not None:
        options["runOnly"] = {"type": "rule", "values": rules}
    context = json.dumps({"exclude": [[leaves_out]]}) if leaves_out else "document"
    found = page.run_slowly(f"axe.run({context}, {json.dumps(options)}).then((results) => results.violations)")
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:200]}: {node['failureSummary']}".replace("\n", " ")
        for violation in found
        for node in violation["nodes"]
    ]


def lasting_violations(page, rules: list[str] | None = None, leaves_out: str | None = None) -> list[str]:
    """Returns the violations of a page in which something has just been opened.

    The page reports the dark appearance when it is connected. Until the answer, it has the colors of the light one, and a
    dialog or a menu that fades in has faint colors at first.
    """
    try:
        page.until(lambda page: not violations(page, rules, leaves_out), "nothing violates the rules", timeout=60)
    except AssertionError:
        return violations(page, rules, leaves_out)
    return []
