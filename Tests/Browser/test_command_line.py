"""Command-line options, and errors that keep the app from starting."""

import os
import socket
import urllib.request

import pytest

from harness.app import App, run


def test_help_names_the_options(executable):
    result = run(executable, "--help")
    assert result.returncode == 0
    for option in ("--feed", "--store", "--host", "--port", "--timeout"):
        assert option in result.stdout
    assert result.stderr == ""


def test_an_unknown_option(executable):
    result = run(executable, "--colour", "red")
    assert result.returncode != 0
    assert "--colour" in result.stderr


@pytest.mark.parametrize("case", ["inside a file", "a directory", "not a database", "read-only"])
def test_a_store_that_cannot_be_written(case, executable, feeds, tmp_path):
    file = tmp_path / "file"
    file.write_text("This is a letter, not a database.\n" * 100)
    if case == "inside a file":
        path = file / "quakes.sqlite"
    elif case == "a directory":
        path = tmp_path
    elif case == "not a database":
        path = file
    else:
        if os.geteuid() == 0:
            pytest.skip("root writes everywhere")
        path = tmp_path / "locked" / "quakes.sqlite"
        path.parent.mkdir(mode=0o500)

    result = run(executable, "--feed", feeds.day, "--store", path, "--port", 0)

    assert result.returncode == 1
    assert str(tmp_path) in result.stderr, "the line says which place cannot be written"
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    assert file.read_text().startswith("This is a letter")


def test_a_port_in_use(executable, feeds, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run(executable, "--feed", feeds.day, "--store", tmp_path / "quakes.sqlite", "--port", port)
    assert result.returncode == 1
    assert str(port) in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr


@pytest.mark.parametrize("options, count", [
    (["--host", "0.0.0.0"], 1),
    (["--host", "0.0.0.0", "--person-header", "X-Person"], 0),
    ([], 0),
])
def test_a_server_that_other_machines_reach_says_once_that_it_knows_one_person(options, count, executable, tmp_path):
    app = App(executable.with_name("Gallery"), tmp_path, options).start()
    try:
        with urllib.request.urlopen(urllib.request.Request(app.url, headers={"X-Person": "ann"})) as response:
            assert response.status == 200
        assert app.log.count("counts as one person") == count
    finally:
        app.stop()


def test_it_ends_when_asked_to_with_a_tab_open(feeds, earthquakes, tab):
    app = earthquakes(feeds.day)
    page = tab(app)
    app.process.terminate()
    assert app.process.wait(timeout=300) == 0
    page.until(lambda page: page.live == "lost", "the page knows")
