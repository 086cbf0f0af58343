"""What a screen reader finds: the tree of accessibility, as Chromium computes it."""

import pytest
from selenium.webdriver.common.keys import Keys

from harness.page import gallery_pages, gallery_query


def tree(page) -> dict[str, dict]:
    """Returns the nodes of the page's tree of accessibility, by their IDs."""
    browser = page.front()
    browser.execute_cdp_cmd("Accessibility.enable", {})
    nodes = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return {node["nodeId"]: node for node in nodes}


def value(node: dict, name: str):
    return node.get(name, {}).get("value", "")


def has(node: dict, name: str) -> bool:
    """Returns whether a node has a property that is true."""
    return any(each["name"] == name and each["value"].get("value") is True for each in node.get("properties", []))


def focusable(nodes: dict[str, dict]) -> list[dict]:
    """Returns the nodes that can have the focus, except the document itself."""
    return [node for node in nodes.values()
            if not node.get("ignored") and has(node, "focusable") and value(node, "role") != "RootWebArea"]


def words(node: dict, nodes: dict[str, dict]) -> str:
    """Returns the name of a node, or else the names of those inside."""
    name = value(node, "name").strip()
    return name or " ".join(filter(None, (words(nodes[id], nodes) for id in node.get("childIds", []) if id in nodes)))


def named(page, role: str, name: str) -> list[dict]:
    return [node for node in tree(page).values() if value(node, "role") == role and value(node, "name") == name]


# Roles whose own name is required. Others, such as lists, are known by what they contain.
CONTROLS = {"button", "link", "textbox", "searchbox", "checkbox", "radio", "switch", "slider", "combobox", "spinbutton", "tab",
            "menuitem", "menuitemcheckbox", "menuitemradio", "PopUpButton", "ColorWell", "DisclosureTriangle"}


def test_whatever_can_have_the_focus_has_a_role_and_a_name(gallery, tab):
    page = tab(gallery)
    found = {}
    for name in gallery_pages():
        page.open(gallery_query(name))
        nodes = tree(page)
        stops = focusable(nodes)
        assert len(stops) > 10, "the sidebar's links are among them"
        problems = [f"no role: {value(node, 'name') or node}" for node in stops if value(node, "role") in ("", "none")]
        for node in stops:
            role = value(node, "role")
            own = value(node, "name").strip() if role in CONTROLS else words(node, nodes)
            if not own:
                problems.append(f"no name: {role}")
        if problems:
            found[name] = problems
    assert found == {}


def test_what_the_tab_key_reaches_has_the_focus_for_a_screen_reader(gallery, tab):
    page = tab(gallery)
    found = {}
    for name in ["buttons", "toggles", "fields", "pickers", "values", "lists", "accessibility", "rotors"]:
        page.open(gallery_query(name))
        for _ in range(3):
            page.press(Keys.TAB)
            nodes = tree(page)
            focused = [node for node in focusable(nodes) if has(node, "focused")]
            if len(focused) != 1 or not words(focused[0], nodes):
                found[name] = [(value(node, "role"), value(node, "name")) for node in focused]
    assert found == {}


@pytest.mark.page("accessibility")
def test_the_content_of_a_pair_is_named_by_its_label(page):
    assert len(named(page, "group", "Depth 10 km")) == 1


@pytest.mark.page("accessibility")
def test_custom_content_is_described_with_the_important_first(page):
    assert page.element("accessibility.custom").get_attribute("aria-description") == "Magnitude: 7.5. Depth: 10 km"


@pytest.mark.page("accessibility")
def test_an_accessibility_focus_moves_to_a_text(page):
    page.element("accessibility.count").click()
    page.until(lambda page: page.run("return document.activeElement.dataset.identifier") == "accessibility.result", "the focus moves")
    assert page.text("accessibility.result") == "12 counted"
    nodes = tree(page)
    assert [words(node, nodes) for node in focusable(nodes) if has(node, "focused")] == ["12 counted"]


@pytest.mark.page("accessibility")
def test_an_announcement_is_in_a_live_region(page):
    page.element("accessibility.announce").click()
    page.until(lambda page: page.run("return document.querySelector('[role=status].announcements').textContent") == "All is well",
               "the message is spoken")


@pytest.mark.page("accessibility")
def test_linked_views_are_a_rotor_of_each_other(page):
    page.run("identified('accessibility.country').focus()")
    page.press(Keys.ALT, "r")
    entries = "return [...document.querySelectorAll('.rotors [data-rotor=linked] .menu-items > button')].map((e) => e.textContent)"
    page.until(lambda page: page.run(entries) == ["Hokkaido"], "the menu has the linked view")


@pytest.mark.page("accessibility")
def test_an_input_label_finds_a_control(page):
    page.press(Keys.ALT, "r")
    controls = ".rotors [data-rotor=controls] > .menu-items"
    page.until(lambda page: page.front().find_elements("css selector", ".rotors .menu-items:popover-open"), "the menu opens")
    page.press("c")
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda page: page.front().find_elements("css selector", f"{controls}:popover-open"), "the list of controls opens")
    # The menu joins letters that follow each other within 700 ms. Here the events say when they were typed.
    page.run(
        """
        for (const [number, key] of [..."add"].entries()) {
          const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
          Object.defineProperty(event, "timeStamp", { value: performance.timeOrigin + number * 100 });
          document.activeElement.dispatchEvent(event);
        }
        """
    )
    assert page.run("return document.activeElement.dataset.words?.split('\\n')") == ["Compute", "Add up"]
    page.press(Keys.ENTER)
    page.until(lambda page: page.run("return document.activeElement.dataset.identifier") == "accessibility.count", "the focus moves")


@pytest.mark.page("accessibility")
def test_a_sort_priority_changes_the_order_of_the_tab_key(page):
    if not page.run("return CSS.supports('reading-flow', 'source-order')"):
        pytest.skip("this browser has no reading-flow")
    page.run("identified('accessibility.first').focus()")
    page.press(Keys.TAB)
    assert page.run("return document.activeElement.dataset.identifier") == "accessibility.second"


@pytest.mark.page("accessibility")
def test_a_drawing_has_other_children_for_a_screen_reader(page):
    nodes = tree(page)
    [chart] = [node for node in nodes.values() if value(node, "role") == "group" and value(node, "name") == "Rain"]

    def inside(node: dict) -> list[str]:
        """Returns the names of the images inside a node, in order."""
        children = [nodes[id] for id in node.get("childIds", []) if id in nodes]
        own = [value(node, "name")] if value(node, "role") in ("image", "img") and not node.get("ignored") else []
        return own + [name for child in children for name in inside(child)]

    assert inside(chart) == ["May: 40 millimeters", "June: 70 millimeters", "July: 55 millimeters"]
