#!/usr/bin/env python3
"""Measures animations in Chromium beside hand-written scripts that do the same. `make bench-browser` runs it.

Usage: bench.py GALLERY [ROW]. GALLERY is the Gallery's program in release mode; ROW is one of the names in ROWS.

Strata and its peer run five times each, in turn, in two tabs of one browser. The result of each is its median. For each
quantity, a line is printed:

    BENCH matched-1000 script-per-frame ours=3.10ms peer=requestAnimationFrame:2.20ms ratio=1.41 goal=4.00ms
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

# Finds the harness of the browser tests, so it comes first.
import rows

from conftest import chromium
from harness.app import App

ROWS = {"matched-1000": [rows.matched_1000, rows.hero_bytes], "animate-rows": [rows.animate_rows]}


def measure(program: Path, measurements: list) -> None:
    """Runs measurements, each with a browser and an app of its own."""
    for measurement in measurements:
        with TemporaryDirectory() as directory:
            apps: list[App] = []

            def start_app(example: str) -> App:
                apps.append(App(program, Path(directory), environment={"GALLERY": example}))
                return apps[-1].start()

            browser = chromium(has_tabs=True)
            try:
                measurement(browser, start_app)
            finally:
                browser.quit()
                for app in apps:
                    app.stop()


def main() -> None:
    program, *names = sys.argv[1:]
    for name in names or ROWS:
        if name not in ROWS:
            sys.exit(f"There is no row {name}. The rows are {', '.join(ROWS)}.")
        measure(Path(program).resolve(), ROWS[name])


if __name__ == "__main__":
    main()
