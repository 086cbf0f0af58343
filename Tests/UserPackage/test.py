"""Builds and runs this package as its user would: `swift test`, then its programs in release mode, alone in a folder.

    python3 test.py ../../../shared/data/models
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from misuses import check_misuses
from prepare import PACKAGE, prepare
from windows import check_window

# The other tests have built Strata with the same settings in this scratch folder (see the Makefile).
SHARED = ["--scratch-path", str(PACKAGE.parents[1] / ".build" / "tests"), "--disable-build-manifest-caching"]


def main() -> None:
    models = Path(sys.argv[1])
    environment = os.environ | prepare(models)
    count = len(environment["PREPARED_MODELS"].split()) // 2
    say(f"{count} models of others" if count else f"Skipped the models of others: there are none in {models}")

    say("swift test")
    build(environment, *SHARED, "--build-tests")
    run([os.environ.get("SWIFT", "swift"), "test", "--package-path", str(PACKAGE), *SHARED, "--skip-build"], environment)
    place = build(environment, *SHARED, "--show-bin-path", output=subprocess.PIPE)
    say("Misuses, in debug mode")
    stop_at(check_misuses(Path(place.strip()) / "Misuses", is_optimized=False))
    say("swift build, in release mode")
    # One build for all programs: each build with plug-ins compiles their tools anew.
    build(environment, "--configuration", "release")
    place = build(environment, "--configuration", "release", "--show-bin-path", output=subprocess.PIPE)
    for program in ["UserApp", "ManagedTool"]:
        say(f"{program}, alone in a folder")
        with tempfile.TemporaryDirectory() as folder:
            # Nothing of the build lies beside it: the models have to be in the program.
            shutil.copy(Path(place.strip()) / program, folder)
            subprocess.run([f"{folder}/{program}"], cwd=folder, check=True)
    say("WindowApp, alone in a folder")
    with tempfile.TemporaryDirectory() as folder:
        stop_at(check_window(Path(shutil.copy(Path(place.strip()) / "WindowApp", folder)), folder))
    say("Misuses, in release mode")
    stop_at(check_misuses(Path(place.strip()) / "Misuses", is_optimized=True))


def build(environment: dict[str, str], *arguments: str, output: int | None = None) -> str:
    return run([str(PACKAGE.parent / "swift-build"), "--package-path", str(PACKAGE), *arguments], environment, output)


def run(line: list[str], environment: dict[str, str], output: int | None = None) -> str:
    return subprocess.run(line, env=environment, check=True, text=True, stdout=output).stdout or ""


def stop_at(failures: list[str]) -> None:
    if failures:
        sys.exit("\n".join(failures))


def say(text: str) -> None:
    print(f"== {text}", flush=True)


try:
    main()
except subprocess.CalledProcessError as error:
    sys.exit(error.returncode)
