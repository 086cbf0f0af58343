"""Builds this package as its user would, and tries its programs.

    python3 test.py build MODELS      builds its tests and programs, and optimized programs with Strata's debug build
    python3 test.py check             runs the programs that `build` has built, alone in a folder
    python3 test.py release MODELS    builds everything for release, and runs the programs
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "Suite"))

from misuses import check_misuses
from optimized import optimized
from prepare import PACKAGE, prepare
from scratch import SCRATCH, SHARED
from windows import check_window

OPTIMIZED = PACKAGE / ".build" / "optimized"


def main() -> None:
    match sys.argv[1:]:
        case ["build", models]:
            build(prepared(Path(models)), *SHARED, "--build-tests")
            say("Programs whose own code is built as for release")
            optimized(SCRATCH / "debug.yaml", PACKAGE, ["ManagedTool", "Misuses"], OPTIMIZED)
        case ["check"]:
            check_programs(SCRATCH / "debug")
            say("Misuses, in debug mode")
            stop_at(check_misuses(SCRATCH / "debug" / "Misuses", is_optimized=False))
            say("ManagedTool, optimized")
            run_alone(OPTIMIZED / "ManagedTool")
            say("Misuses, optimized")
            stop_at(check_misuses(OPTIMIZED / "Misuses", is_optimized=True))
        case ["release", models]:
            environment = prepared(Path(models))
            # One build for all programs: each build with plug-ins compiles their tools anew.
            build(environment, "--configuration", "release")
            place = build(environment, "--configuration", "release", "--show-bin-path", output=subprocess.PIPE)
            check_programs(Path(place.strip()))
            say("Misuses")
            stop_at(check_misuses(Path(place.strip()) / "Misuses", is_optimized=True))
        case _:
            sys.exit(__doc__)


def prepared(models: Path) -> dict[str, str]:
    environment = os.environ | prepare(models)
    count = len(environment["PREPARED_MODELS"].split()) // 2
    say(f"{count} models of others" if count else f"Skipped the models of others: there are none in {models}")
    return environment


def check_programs(place: Path) -> None:
    for program in ["UserApp", "ManagedTool"]:
        say(f"{program}, alone in a folder")
        run_alone(place / program)
    say("WindowApp, alone in a folder")
    with tempfile.TemporaryDirectory() as folder:
        stop_at(check_window(Path(shutil.copy(place / "WindowApp", folder)), folder))


def run_alone(program: Path) -> None:
    """Runs a program with nothing of the build beside it: its models have to be in it."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([shutil.copy(program, folder)], cwd=folder, check=True)


def build(environment: dict[str, str], *arguments: str, output: int | None = None) -> str:
    line = [str(PACKAGE.parent / "swift-build"), "--package-path", str(PACKAGE), *arguments]
    return subprocess.run(line, env=environment, check=True, text=True, stdout=output).stdout or ""


def stop_at(failures: list[str]) -> None:
    if failures:
        sys.exit("\n".join(f"error: {failure}" for failure in failures))


def say(text: str) -> None:
    print(f"== {text}", flush=True)


try:
    main()
except subprocess.CalledProcessError as error:
    sys.exit(error.returncode if error.returncode > 0 else f"error: {error}")
