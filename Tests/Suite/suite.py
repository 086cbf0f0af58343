"""Runs the tests, or some of their parts (see the Makefile and CONTRIBUTING.md).

    suite.py                    everything, several parts at a time
    suite.py swift damage       some parts and the builds that they need, one after the other
    suite.py --side-by-side …   the same, several parts at a time
"""

import argparse
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))

from browser_tests import BrowserTests
from changed import changed_files, concerned, targets, uncovered
from parts import Part, Runner, summary, write_unsteady
from results import Results
from scratch import ROOT, SCRATCH, SHARED
from swift_tests import OWN_PROCESS, Bundle, found_seeds, random_suites, share_of_operations

FOLDER = ROOT / ".build" / "suite"
# Strata is compiled with all traits. The user package and the README's get them by their manifests.
TRAITS = ["--traits", "SwiftData"]
PRODUCTS = SCRATCH / "debug"
PYTHON = ROOT / ".build" / "venv" / "bin" / "python"
# SwiftPM locks the scratch folder, so builds run one after the other.
BUILDS, TESTS, BROWSERS = "builds", "tests", "browsers"


def run(log: BinaryIO, *line: object) -> Results:
    """Runs a command. If it fails, so does the part."""
    subprocess.run([str(word) for word in line], check=True, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT)
    return Results()


def build(log: BinaryIO, *options: object) -> Results:
    return run(log, ROOT / "Tests" / "swift-build", *options, *SHARED, *TRAITS)


def bundle(package: str, log: BinaryIO, name: str) -> Bundle:
    return Bundle(PRODUCTS / f"{package}PackageTests.xctest", FOLDER / name, log)


def parts(options: argparse.Namespace) -> list[Part]:
    def patterns(log: BinaryIO) -> Results:
        run(log, sys.executable, "Tests/Lint/check.py")
        for folder in ["Tests/Suite", "Tests/Coverage"]:
            run(log, sys.executable, "-m", "unittest", "discover", "--start-directory", folder)
        return Results()

    def swift(log: BinaryIO) -> Results:
        if options.filter:
            return bundle("Strata", log, "swift").run_steadily([options.filter])
        if options.one_by_one:
            return bundle("Strata", log, "swift").run_one_by_one([], skips=[OWN_PROCESS])
        return bundle("Strata", log, "swift").run_steadily(skips=[OWN_PROCESS])

    def check(log: BinaryIO) -> Results:
        """The tests of the targets that changed, with few rounds of those that are random."""
        files, package = changed_files(ROOT), targets(ROOT)
        if others := uncovered(files, package):
            run(log, "echo", "\n  ".join(["No Swift test covers these files, only what else `make test` runs:", *others]))
        names = concerned(files, package)
        if not names:
            return run(log, "echo", "No target of a test has changed.")
        run(log, "echo", f"The tests of {', '.join(names)}")
        few = {"STRATA_OPERATIONS": "2000", "STRATA_PAIRS": "2400"}
        return bundle("Strata", log, "check").run_steadily([f"^({'|'.join(names)})\\."], [OWN_PROCESS], few)

    def soak_bundle(log: BinaryIO, name: str) -> Bundle:
        """The tests in a build for release (see the Makefile), whose random ones get new seeds."""
        return Bundle(ROOT / ".build" / "soak" / "release" / "StrataPackageTests.xctest", FOLDER / name, log)

    def soak_input(log: BinaryIO) -> Results:
        """Hostile and damaged input, and killed processes. Memory is measured, so each suite has a process."""
        tests = soak_bundle(log, "soak-input")
        results = Results()
        for filter in [r"MessageFuzzTests/", r"(Damage|ParserFuzz|ModelFileFuzz|Kill)Tests/"]:
            results.add(tests.run_one_by_one([filter]))
        return results

    long = [rf"\.{name}Tests/" for name in [
        "SeveralWriters", "LargeMigration", "RandomGraphs", "RandomLiveResults", "Random(Edits|Merges|Reads)", "TwoEvaluators", "[A-Za-z]*Property"]]

    def soak_long(log: BinaryIO) -> Results:
        results = Results()
        for filter in long:
            results.add(soak_bundle(log, "soak-long").run([filter]))
        return results

    def soak_rounds(log: BinaryIO) -> Results:
        """The other random tests, which get several seeds and, in each round, a part of the operations."""
        results = Results()
        share = share_of_operations(os.environ, options.rounds)
        for _ in range(options.rounds):
            suites = [rf"\.({'|'.join(random_suites(ROOT / 'Tests'))})/"]
            results.add(soak_bundle(log, "soak-rounds").run(suites, [OWN_PROCESS, *long], share))
        return results

    def damage(log: BinaryIO) -> Results:
        tests = bundle("Strata", log, "damage")
        results = tests.run_one_by_one_steadily([OWN_PROCESS])
        results.add(tests.run_with_seeds(found_seeds(ROOT / "Tests" / "seeds.txt")))
        return results

    def release(log: BinaryIO) -> Results:
        """What only a build for release can show, in the smallest program that shows it."""
        build(log, "--configuration", "release", "--product", "ReleasedTrap")
        return run(log, sys.executable, "Tests/ReleasedTrap/check.py", SCRATCH / "release" / "ReleasedTrap")

    def user(log: BinaryIO) -> Results:
        results = bundle("UserPackage", log, "user").run_steadily()
        run(log, sys.executable, "Tests/UserPackage/test.py", "check")
        return results

    def browser(log: BinaryIO) -> Results:
        tests = BrowserTests(PYTHON, PRODUCTS / "Earthquakes", FOLDER / "browser", log)
        return tests.run_steadily(options.browsers, options.pytest)

    user_package = ["Tests/UserPackage/test.py", "build", "../shared/data/models"]
    trips_package = [ROOT / "Tests" / "swift-build", "--package-path", "Examples/Trips", "--build-tests", *SHARED]
    return [
        Part("patterns", patterns, lane="patterns"),
        Part("build", lambda log: build(log, "--build-tests"), lane=BUILDS),
        # Building the tests also builds the programs, which the browser tests drive.
        Part("build-examples", lambda log: build(log, "--package-path", "Examples", "--build-tests"), lane=BUILDS),
        # A package of its own, whose manifest states the trait.
        Part("build-trips", lambda log: run(log, *trips_package), lane=BUILDS),
        Part("build-user", lambda log: run(log, sys.executable, *user_package), lane=BUILDS),
        Part("release", release, lane=BUILDS),
        Part("readme", lambda log: run(log, sys.executable, "Examples/Tests/readme.py"), lane=BUILDS),
        Part("swift", swift, ["build"], TESTS),
        Part("check", check, ["build"], TESTS, is_extra=True),
        Part("soak-long", soak_long, lane="long", is_extra=True),
        Part("soak-input", soak_input, lane="input", is_extra=True),
        Part("soak-rounds", soak_rounds, lane="input", is_extra=True),
        Part("damage", damage, ["build"], TESTS),
        Part("examples", lambda log: bundle("Examples", log, "examples").run_steadily(), ["build-examples"], TESTS),
        Part("trips", lambda log: bundle("Trips", log, "trips").run_steadily(), ["build-trips"], TESTS),
        Part("user", user, ["build-user"], TESTS),
        Part("browser", browser, ["build-examples", "build-trips"], BROWSERS),
    ]


def chosen(everything: list[Part], names: list[str], is_side_by_side: bool) -> list[Part]:
    """The named parts and those that they need, in one lane unless they run side by side."""
    wanted = set(names)
    for part in reversed(everything):
        wanted |= set(part.needs) if part.name in wanted else set()
    some = [part for part in everything if part.name in wanted]
    if not is_side_by_side:
        for part in some:
            part.lane = ""
    return some


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", nargs="*", metavar="part")
    parser.add_argument("--filter", help="the Swift tests to run, as a regular expression")
    parser.add_argument("--one-by-one", action="store_true", help="run one Swift test at a time, so that their times can be compared")
    parser.add_argument("--side-by-side", action="store_true", help="run the named parts side by side, each with a log of its own")
    parser.add_argument("--rounds", type=int, default=20, help="how many seeds `soak-rounds` gives the short random tests")
    parser.add_argument("--browsers", type=int, default=3, help="how many browsers run side by side")
    parser.add_argument("--pytest", default="", help="further arguments of pytest", type=shlex.split)
    options = parser.parse_args()
    everything = parts(options)
    unknown = set(options.parts) - {part.name for part in everything}
    if unknown:
        parser.error(f"There is no part {', '.join(sorted(unknown))}.")
    start = time.monotonic()
    some = chosen(everything, options.parts, options.side_by_side) if options.parts else [part for part in everything if not part.is_extra]
    outcomes = Runner(some, FOLDER, is_shown=bool(options.parts) and not options.side_by_side).run()
    for outcome in outcomes:
        slowest = outcome.results.slowest(40)
        lines = "".join(f"{seconds:9.2f} s  {name}\n" for name, seconds in slowest)
        (FOLDER / f"{outcome.part.name}-slowest.txt").write_text(lines)
    write_unsteady(outcomes, ROOT / ".build" / "unsteady")
    print(summary(outcomes, time.monotonic() - start), flush=True)
    return 0 if all(outcome.results.is_success and not outcome.is_skipped for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
