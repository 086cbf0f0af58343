"""Everything in the Gallery and in Earthquakes can be done by the keyboard alone."""

import os

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from harness.page import gallery_pages, gallery_query

# What can be used on a page: the elements that have an action, a value, a menu or a gesture of their own.
USABLE = """
  const usable = [...document.querySelectorAll(`button, a[href], input, select, textarea, summary, [data-action], [data-gestures],
    [role=slider], [tabindex]`)].filter((e) => {
    if (!e.checkVisibility({ visibilityProperty: true, opacityProperty: false }) || e.closest("[inert], [aria-hidden=true]")) return false;
    if (e.disabled || e.matches("[aria-disabled=true], .refresh, .row .delete, .swipe-actions *, .page")) return false;
    // A drag has no key.
    if (e.dataset.gestures !== undefined && !e.hasAttribute("tabindex") && !e.matches("button, a, input")) return false;
    // Only the app moves the focus to a text (accessibilityFocused).
    if (e.matches("[tabindex='-1']:not([role], [data-action], button, a, input)")) return false;
    // The title of a column is around its button; a group of choices is one stop.
    return true;
  });
"""

# The element that has the focus, as a number that is the same when it has the focus again; its ring; and its place.
FOCUSED = """
  const e = document.activeElement;
  if (!e || e === document.body) return null;
  window.numbers ??= new Map();
  if (!numbers.has(e)) numbers.set(e, numbers.size);
  const ring = [e, e.closest(".search-box")].some((each) => {
    if (!each) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  });
  const box = e.getBoundingClientRect();
  const visible = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth && box.width > 0;
  const look = getComputedStyle(e);
  return { number: numbers.get(e), ring: ring || e.matches(".menu-item"), visible,
    name: (e.dataset.identifier ?? e.className) + ": " + (e.ariaLabel ?? e.innerText ?? "").slice(0, 40) };
"""


# The sidebar is the same beside all pages, except for the row that is selected. Its rows are visited beside the first one,
# and in `make soak` beside each.
SIDEBAR = ".column.sidebar .list"
VISITS_ALL = "STRATA_SOAK" in os.environ


def tour(page, leaves_out: str | None = None, most: int = 250) -> list[dict]:
    """Returns the stops of the Tab key, from the first to the last. At each stop, arrow keys visit what they reach from there,
    except inside of what matches the selector `leaves_out`.
    """
    page.run("document.activeElement?.blur(); window.numbers = new Map(); window.reached = new Set();"
             "document.addEventListener('focusin', ({ target }) => reached.add(target))")
    stops = []
    for _ in range(most):
        page.press(Keys.TAB)
        stop = page.run(FOCUSED)
        if stop and stops and stop["number"] == stops[-1]["number"]:
            # The parts of a date are stops in the same field.
            continue
        if stop is None or stop["number"] < len(stops):
            return stops
        stops.append(stop)
        if keys := arrows(page, leaves_out):
            ActionChains(page.front()).send_keys(*keys).perform()
    raise AssertionError(f"more than {most} stops of the Tab key: {[stop['name'] for stop in stops]}")


def arrows(page, leaves_out: str | None) -> list[str]:
    """Returns the keys that reach every item of what has the focus, and the first one again."""
    kind, count = page.run(
        """
        const e = document.activeElement;
        const list = e.closest(".list");
        if (arguments[0] && e.closest(arguments[0])) return ["", 0];
        if (e.matches(".row, .row > .link, .row > .menu-owner")) return ["list", list.querySelectorAll(".row").length];
        if (e.matches("[role=radio]")) return ["choices", e.parentElement.querySelectorAll("[role=radio]").length];
        if (e.matches("[role=tab]")) return ["tabs", e.parentElement.querySelectorAll("[role=tab]").length];
        return ["", 0];
        """,
        leaves_out,
    )
    if kind == "list":
        return [Keys.HOME] + [Keys.ARROW_DOWN] * count
    return [Keys.ARROW_RIGHT] * count


def missed(page, leaves_out: str | None = None) -> list[str]:
    """Returns the elements that can be used, but that the keyboard has not reached, except those that the tour has left out."""
    return page.run(
        USABLE
        + """
        return usable.filter((e) => !reached.has(e) && !e.querySelector("button, a, input, [tabindex]"))
          .filter((e) => !arguments[0] || !e.closest(arguments[0]))
          .filter((e) => !(e.matches(".row .link") && reached.has(e.closest(".row"))))
          .map((e) => `${e.dataset.identifier ?? e.className}: ${(e.ariaLabel ?? e.innerText ?? "").slice(0, 40)}`);
        """,
        leaves_out,
    )


def test_every_control_of_the_gallery_is_reached_and_has_a_ring(gallery, tab):
    page = tab(gallery)
    found = {}
    first, *others = gallery_pages()
    for name in [first, *others]:
        # The page of lazy stacks has a hundred thousand buttons (test_lazy.py).
        if name == "lazy":
            continue
        page.open(gallery_query(name))
        left_out = SIDEBAR if name != first and not VISITS_ALL else None
        stops = tour(page, left_out)
        problems = [f"no ring: {stop['name']}" for stop in stops if not stop["ring"]]
        problems += [f"not in sight: {stop['name']}" for stop in stops if not stop["visible"]]
        problems += [f"not reached: {each}" for each in missed(page, left_out)]
        if problems:
            found[name] = problems
    assert found == {}


def element(page, selector: str, expression: str):
    return page.run(f"const e = document.querySelector(arguments[0]); return {expression}", selector)


def focused(page) -> str:
    return page.run("return document.activeElement.innerText")


@pytest.mark.page("typing")
@pytest.mark.parametrize(
    "html",
    [
        '<a href="#">A</a>',
        '<button role="link">A</button>',
        '<button role="menuitem">A</button>',
        '<details class="command-menu"><summary>A</summary></details>',
    ],
)
def test_return_follows_a_link_and_chooses_in_a_menu_where_the_page_has_a_default_button(page, html):
    page.run(
        """
        document.body.insertAdjacentHTML("beforeend", arguments[0]);
        const added = document.body.lastElementChild.querySelector("summary") ?? document.body.lastElementChild;
        added.addEventListener("click", (event) => {
          event.preventDefault();
          window.wasFollowed = true;
        });
        added.focus();
        """,
        html,
    )
    page.press(Keys.ENTER)
    page.until(lambda page: page.run("return window.wasFollowed === true"), "Return is for the element with the focus")
    assert page.text("typing.return") == "Return: 0"
    page.run("document.activeElement.blur()")
    page.press(Keys.ENTER)
    page.until(lambda page: page.text("typing.return") == "Return: 1", "elsewhere it presses the default button")


@pytest.mark.page("typing")
def test_return_in_a_field_presses_the_default_button_where_a_view_around_it_has_a_tap_gesture(page):
    page.run(
        """
        document.body.insertAdjacentHTML("beforeend", '<div data-gestures="tap:normal:1" tabindex="0"><input></div>');
        document.body.lastElementChild.firstElementChild.focus();
        """
    )
    page.press(Keys.ENTER)
    page.until(lambda page: page.text("typing.return") == "Return: 1", "the field has no use for Return")


@pytest.mark.page("typing")
@pytest.mark.parametrize(
    "html",
    [
        '<div class="row" tabindex="0"><button class="link" role="link" tabindex="-1">A</button></div>',
        '<div class="row" tabindex="0"><div class="menu-owner"><button class="link" role="link">A</button></div></div>',
        '<div class="row" tabindex="0" data-id="1" data-primary>A</div>',
    ],
)
def test_return_performs_the_action_of_a_row_where_the_page_has_a_default_button(page, html):
    page.run(
        """
        document.body.insertAdjacentHTML("beforeend", `<div class="list">${arguments[0]}</div>`);
        const row = document.body.lastElementChild.firstElementChild;
        window.clicked = [];
        document.addEventListener("click", ({ target }) => clicked.push(target.className.includes("link") ? "link" : "button"));
        addEventListener("keydown", (event) => (window.wasPrevented = event.defaultPrevented));
        // The server would refuse the action of a row that it has not made, so it does not get it.
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (message) {
          if (String(message).includes('"primary"')) clicked.push("primary");
          else send.call(this, message);
        };
        row.focus();
        """,
        html,
    )
    page.press(Keys.ENTER)
    page.until(lambda page: page.run("return window.wasPrevented === true"), "the row has a use for Return")
    assert page.run("return clicked") == ["link" if "link" in html else "primary"]
    page.run("document.activeElement.blur()")
    page.press(Keys.ENTER)
    page.until(lambda page: page.text("typing.return") == "Return: 1", "elsewhere it presses the default button")


@pytest.mark.page("typing")
def test_return_in_a_row_that_has_no_use_for_it_presses_the_default_button_only(page):
    page.run(
        """
        document.body.insertAdjacentHTML("beforeend",
          '<div class="list"><div class="row" tabindex="0" aria-expanded="false"><button class="turn" aria-hidden="true"></button></div></div>');
        document.querySelector(".turn").addEventListener("click", () => (window.wasTurned = true));
        document.body.lastElementChild.firstElementChild.focus();
        """
    )
    page.press(Keys.ENTER)
    page.until(lambda page: page.text("typing.return") == "Return: 1", "the default button is pressed")
    assert page.run("return window.wasTurned") is None


@pytest.mark.page("typing")
def test_a_shortcut_with_shift_or_option_is_that_of_the_physical_key(page):
    page.run(
        """
        window.pressed = [];
        for (const shortcut of ["Shift+Meta+1", "Alt+2", "Shift+Meta+]", "Meta+1", "Alt+E", "Shift+Meta+!", "Shift+Meta+Z"]) {
          const button = document.createElement("button");
          button.setAttribute("aria-keyshortcuts", shortcut);
          button.onclick = () => pressed.push(shortcut);
          document.body.append(button);
        }
        window.strike = (key, code, held) => document.body.dispatchEvent(new KeyboardEvent("keydown",
          { key, code, bubbles: true, cancelable: true, ...Object.fromEntries(held.map((each) => [`${each}Key`, true])) }));
        """
    )

    def pressed(key: str, code: str, *held: str) -> list[str]:
        return page.run("pressed.length = 0; strike(...arguments); return pressed", key, code, held)

    assert pressed("™", "Digit2", "alt") == ["Alt+2"]
    assert pressed("´", "KeyE", "alt") == ["Alt+E"]
    assert pressed("}", "BracketRight", "shift", "ctrl") == ["Shift+Meta+]"]
    assert pressed("1", "Digit1", "ctrl") == ["Meta+1"]
    assert pressed("2", "Digit2") == []
    assert pressed("@", "Digit2", "shift", "ctrl") == []
    # A German keyboard has Y where that of the United States has Z.
    assert pressed("Y", "KeyZ", "shift", "ctrl") == []
    assert pressed("Z", "KeyY", "shift", "ctrl") == ["Shift+Meta+Z"]
    # The character itself comes first.
    assert pressed("!", "Digit1", "shift", "ctrl") == ["Shift+Meta+!"]
    page.run("document.querySelector('[aria-keyshortcuts=\"Shift+Meta+!\"]').remove()")
    assert pressed("!", "Digit1", "shift", "ctrl") == ["Shift+Meta+1"]
    page.run("document.querySelector('[aria-keyshortcuts=\"Shift+Meta+1\"]').remove()")
    assert pressed("!", "Digit1", "shift", "ctrl") == []


@pytest.mark.page("lists")
def test_a_list_is_one_stop_in_which_arrow_keys_move(page):
    page.front().find_element("xpath", "//button[normalize-space()='Edit']").send_keys(Keys.TAB)
    assert "Apple" in focused(page)
    page.press(Keys.ARROW_DOWN)
    assert "Banana" in focused(page)
    page.press(Keys.END)
    page.until(lambda page: "Fig" in focused(page), "End moves to the last row")
    page.press(Keys.HOME)
    page.until(lambda page: "Apple" in focused(page), "Home moves to the first row")
    stops = page.run("return [...document.querySelectorAll('[data-identifier=\"list.fruits\"] .row')].map((e) => e.tabIndex)")
    assert sorted(stops) == [-1] * (len(stops) - 1) + [0]


@pytest.mark.page("lists")
def test_the_keyboard_does_not_lead_to_a_hidden_row(page):
    page.run(
        """
        const [hidden, , third] = document.querySelectorAll("[data-identifier='list.fruits'] .row");
        hidden.ariaHidden = "true";
        third.focus();
        """
    )
    page.press(Keys.ARROW_UP)
    assert "Banana" in focused(page)
    page.press(Keys.ARROW_UP)
    assert "Banana" in focused(page)
    page.press(Keys.END)
    page.until(lambda page: "Fig" in focused(page), "End moves to the last row")
    page.press(Keys.HOME)
    page.until(lambda page: "Banana" in focused(page), "Home moves to the first row that is not hidden")


@pytest.mark.page("pickers")
def test_a_choice_in_a_hidden_view_does_not_become_a_stop_of_the_tab_key(page):
    indexes = page.run(
        """
        const picker = identified("picker.segmented");
        picker.ariaHidden = "true";
        const choices = [...picker.querySelectorAll(".choice")];
        for (const choice of choices) choice.tabIndex = -1;
        choices.at(-1).click();
        return choices.map((choice) => choice.tabIndex);
        """
    )
    assert set(indexes) == {-1}


@pytest.mark.page("outlines")
def test_arrow_keys_expand_and_collapse_the_rows_of_an_outline(page):
    rows = "[data-identifier='outline.places'] .row"
    page.run("document.querySelector(arguments[0]).focus()", rows)
    assert element(page, rows, "e.parentElement.getAttribute('role')") == "tree"
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda page: element(page, rows, "e.ariaExpanded") == "true", "the row is expanded")
    page.press(Keys.ARROW_DOWN)
    assert "Alaska" in focused(page)
    assert page.run("return document.activeElement.ariaLevel") == "2"
    page.press(Keys.ARROW_LEFT)
    assert "Americas" in focused(page)
    page.press(Keys.ARROW_LEFT)
    page.until(lambda page: element(page, rows, "e.ariaExpanded") == "false", "the row is collapsed")


@pytest.mark.page("tables")
def test_arrow_keys_expand_the_rows_of_a_table(page):
    row = "[data-identifier='table.folders'] .row"
    page.run("document.querySelector(arguments[0]).focus()", row)
    page.press(Keys.ARROW_RIGHT)
    page.until(lambda page: element(page, row, "e.ariaExpanded") == "true", "the row is expanded")
    page.press(Keys.ARROW_DOWN)
    assert page.run("return document.activeElement.ariaLevel") == "2"


def test_a_link_of_the_sidebar_is_followed_by_the_keyboard(gallery, tab):
    page = tab(gallery)
    page.run("document.querySelector('.sidebar .link[tabindex=\"0\"]').focus()")
    page.press(Keys.ARROW_DOWN)
    page.press(Keys.ENTER)
    page.until(lambda page: "symbols" in page.run("return location.search"), "the second page shows")
    assert page.run("return document.querySelectorAll('.sidebar .link[tabindex=\"0\"]').length") == 1


def test_the_end_of_a_long_list_is_reached_by_a_key(feeds, earthquakes, tab):
    page = tab(earthquakes(feeds.day)).filled(160)
    page.run("document.querySelector('[data-identifier=list] .row').focus()")
    page.press(Keys.END)
    page.until(lambda page: page.run(
        "return document.activeElement === rowElements().at(-1) && !document.querySelector('.gap:last-child')"),
        "the last row has the focus")
    page.press(Keys.HOME)
    page.until(lambda page: page.run("return document.activeElement === rowElements()[0]"), "the first row has the focus")
