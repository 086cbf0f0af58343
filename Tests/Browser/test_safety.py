"""Clients other than Strata's script: they cannot affect other windows, and their own only a little."""

import pytest

from harness.app import App
from harness.page import gallery_query
from harness.waiting import eventually
from harness.wire import Line, get, open_window

POLICY_VIOLATION = 1008


def press(number: int) -> dict:
    return {"element": 1, "event": "press", "number": number}


def still_serves(page) -> None:
    """Asserts that the window of another browser still works."""
    page.run("document.querySelector('[data-identifier=\"toggle.switch\"]').click()")
    page.until(
        lambda page: page.run("return document.querySelector('[data-identifier=\"toggle.state\"]').innerText").startswith("Wi-Fi is off"),
        "the other window works",
    )
    assert not page.was_reloaded


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("not JSON", "not of the form"),
        ({"element": "1", "event": "press", "number": 1}, "not of the form"),
        ({"element": 99_999_999, "event": "press", "number": 1}, "never existed"),
        ({"element": -1, "event": "press", "number": 1}, "never existed"),
        ({"element": 1, "event": "explode", "number": 1}, "does not exist"),
        ("x" * ((1 << 16) + 1), "more than 64 KB"),
    ],
)
def test_a_forged_message_ends_its_connection_only(gallery, tab, message, reason):
    page = tab(gallery, gallery_query("toggles"))
    with Line(gallery, open_window(gallery)) as line:
        line.send(message)
        assert line.until_closed() in (POLICY_VIOLATION, 1009)
    eventually(lambda: reason in gallery.log, "the log says why")
    still_serves(page)


def test_a_flood_ends_its_connection_only(gallery, tab):
    page = tab(gallery, gallery_query("toggles"))
    with Line(gallery, open_window(gallery)) as line:
        try:
            for number in range(20_000):
                line.send(press(number))
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert line.until_closed() in (POLICY_VIOLATION, None)
    eventually(lambda: "more messages than a person can cause" in gallery.log, "the log says why")
    still_serves(page)


def test_a_peer_that_is_gone_is_noticed(gallery):
    """The server ends the connection, within 30 seconds on a machine that is not busy."""
    with Line(gallery, open_window(gallery)) as silent:
        silent.until_closed(answers_pings=False)
    with Line(gallery, open_window(gallery)) as awake:
        awake.send(press(1))
        assert awake.read() is not None


def test_only_pages_of_the_app_get_a_line(gallery):
    for token, origin in [(open_window(gallery), "https://evil.example"), (open_window(gallery), "null")]:
        with Line(gallery, token, origin) as line:
            assert line.status == 426
    eventually(lambda: '"https://evil.example"' in gallery.log, "the log has the origin")
    with Line(gallery, "0" * 32) as line:
        assert line.until_closed() == 4404


def test_only_names_of_the_app_are_answered(gallery):
    status, text = get(gallery, Host="evil.example")
    assert status == 421
    assert "--allow-host evil.example" in text


def test_the_windows_of_an_address_are_limited(executable, tmp_path):
    app = App(executable.with_name("Gallery"), tmp_path, ["--max-windows-per-address", "2", "--max-windows", "3"])
    app.start()
    try:
        lines = [Line(app, open_window(app, X_Forwarded_For=f"10.0.0.9, {address}")) for address in ("10.0.0.1", "10.0.0.1")]
        status, text = get(app, X_Forwarded_For="10.0.0.1")
        assert (status, "Too many windows" in text) == (429, True)
        lines.append(Line(app, open_window(app, X_Forwarded_For="10.0.0.2")))
        # A window that waits for its tab would be closed to make room for the next one.
        for line in lines:
            assert line.status == 101
            line.until_connected()
        status, text = get(app, X_Forwarded_For="10.0.0.3")
        assert (status, "too many windows open" in text) == (503, True)
        for line in lines:
            with line:
                line.until_connected()
    finally:
        app.stop()
