"""What a page sends, and what it does when the server answers, with messages at times that a test chooses."""

import pytest

from harness.messages import tapped


def test_a_content_transition_goes_on_when_a_patch_leaves_the_text(shared_gallery, tab):
    page = tapped(tab, shared_gallery, "transitions")
    assert page.run(
        """
        const text = identified("transition.completions");
        const element = text.closest("[data-content-transition]") ?? text.querySelector("[data-content-transition]");
        const id = Number(element.dataset.id);
        const animation = element.animate({ opacity: [0, 1] }, { duration: 1e6, id: "content" });
        const states = [];
        for (const html of [element.innerHTML, "another"]) {
          deliver(["inside", id, html]);
          states.push(animation.playState);
        }
        return states;
        """
    ) == ["running", "idle"]
    assert page.run(
        """
        const text = identified("transition.completions");
        const element = text.closest("[data-content-transition]") ?? text.querySelector("[data-content-transition]");
        const animated = { operations: [["inside", Number(element.dataset.id), element.innerHTML]], acknowledged: 0,
          animation: { duration: 1000, easing: "linear" } };
        const animation = element.animate({ opacity: [0, 1] }, { duration: 1e6, id: "content" });
        connections.at(-1).onmessage({ data: JSON.stringify(animated) });
        return [animation.playState, document.querySelectorAll(".leaving").length];
        """
    ) == ["running", 0], "nothing leaves in a patch with an animation"


@pytest.mark.parametrize("address", ["mailto:a@example.org", "tel:+123", "sms:+123"])
def test_an_address_of_another_program_opens_no_tab(shared_gallery, tab, address):
    page = tapped(tab, shared_gallery, "swiping")
    opened = page.run(
        """
        const opened = [];
        window.open = () => void opened.push("a tab");
        // The browser would ask for a program.
        HTMLAnchorElement.prototype.click = function () { opened.push(this.href); };
        const root = document.querySelector("[data-id='0']");
        const attributes = Object.fromEntries([...root.attributes].map(({ name, value }) => [name, value]));
        deliver(["attributes", 0, { ...attributes, "data-opened": "1", "data-opened-url": arguments[0] }]);
        return opened;
        """,
        address,
    )
    assert opened == [address]
    assert page.run("return document.querySelector('.blocked-window') === null")


# The pointer enters a view and leaves it, and the next patch is older than both.
HOVER = """
window.whenConnected = () => {
  const view = document.querySelector("[data-identifier='gesture.hover']").closest("[data-hover]");
  for (const target of [view, document.body]) target.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  connections.at(-1).onmessage({ data: '{"operations":[],"acknowledged":0}' });
};
"""


@pytest.mark.parametrize("script", ["sessionStorage.clear();", ""], ids=["new", "restored"])
def test_what_ends_on_the_first_connection_ends_once(shared_gallery, tab, script):
    page = tapped(tab, shared_gallery, "gestures", script + HOVER)
    assert page.run("return sent.filter(({ event }) => event === 'hover').map(({ isInside }) => isInside)") == [True, False]


def test_a_menu_that_the_browser_has_closed_opens_again(shared_gallery, tab):
    page = tapped(tab, shared_gallery, "menus")
    assert page.run(
        """
        const button = identified("menu.actions").closest(".menu-button") ?? identified("menu.actions").querySelector(".menu-button");
        const states = [];
        const note = () => states.push([button.ariaExpanded, document.querySelectorAll(":popover-open").length]);
        button.click();
        note();
        document.querySelector(".menu-items:popover-open").hidePopover();
        deliver(["nameWindow", null]);
        note();
        button.click();
        note();
        return states;
        """
    ) == [["true", 1], [None, 0], ["true", 1]]


TOUCH = """
const match = window.matchMedia;
window.matchMedia = (query) => (query === "(pointer: coarse)" ? { matches: true } : match.call(window, query));
"""


def test_a_window_that_became_low_while_a_text_was_edited_is_low_after_that(shared_gallery, tab):
    page = tapped(tab, shared_gallery, "state", TOUCH)
    is_low = "return sent.filter(({ event }) => event === 'surroundings').at(-1).isLow"
    assert page.run(is_low) is False
    width = page.run("document.querySelector('input.field').focus(); return innerWidth")
    page.front().execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 400, "deviceScaleFactor": 1, "mobile": False})
    try:
        page.until(lambda page: page.run("return innerHeight") == 400, "the window is low")
        page.quiet()
        assert page.run(is_low) is False, "a keyboard may have made it low"
        page.run("document.activeElement.blur()")
        page.until(lambda page: page.run(is_low) is True, "the server learns that the window is low")
    finally:
        page.front().execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# A text is dragged over an element.
DRAG = """
const dragTextOver = (element, name) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.setData("text/plain", "a text");
  element.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }));
};
"""


def test_a_drag_stays_over_a_destination_that_is_drawn_again(shared_gallery, tab):
    tab.disconnects = True
    page = tapped(tab, shared_gallery, "dragging")
    page.run(
        DRAG
        + """
        window.target = [...document.querySelectorAll("[data-drop]")].find(({ dataset }) => dataset.drop.includes("text/plain"));
        dragTextOver(target, "dragenter");
        connections.at(-1).close();
        """
    )
    page.until(lambda page: page.run("return !target.isConnected") and page.live == "open", "the page is drawn again")
    page.run(DRAG + """dragTextOver(document.querySelector(`[data-id="${target.dataset.id}"]`), "dragover")""")
    phases = page.run("return sent.filter(({ event }) => event === 'drop').map(({ phase }) => phase)")
    assert [phase for phase in phases if phase != "moved"] == ["entered"]
