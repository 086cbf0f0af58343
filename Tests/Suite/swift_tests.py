"""Runs the tests of a built test bundle, and reads their results from Swift Testing's event stream."""

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from results import Failure, Results, repeat_failures

# The suites that run in a process of their own, one test at a time, because their input may end the process.
OWN_PROCESS = r"(Damage|Fuzz|Kill)Tests/"

# A trap searches the debug information of the executable for the line that led to it. Hundreds of tests trap in child processes, and in
# an executable of this size each search takes two seconds. TrapsTests, which expect the line, turn the search on.
QUICK_TRAPS = {"SWIFT_BACKTRACE": "enable=no,symbolicate=off"}


class Run:
    """One process of a test bundle, as its events tell it."""

    def __init__(self, lines: list[str]):
        self.has_ended = False
        self.started: dict[str, float] = {}
        self.ended: dict[str, tuple[bool, float]] = {}
        self.issues: dict[str, list[str]] = {}
        for line in lines:
            try:
                record = json.loads(line)
            except ValueError:
                # The last line of a process that crashed.
                continue
            if record["kind"] == "event":
                self.read(record["payload"])

    def read(self, event: dict) -> None:
        name = event.get("testID", "")
        moment = event["instant"]["absolute"]
        messages = event["messages"]
        match event["kind"]:
            case "runEnded":
                self.has_ended = True
            case "testStarted":
                self.started[name] = moment
            case "testEnded":
                has_failed = any(message["symbol"] == "fail" for message in messages)
                self.ended[name] = (not has_failed, moment - self.started.get(name, moment))
            case "issueRecorded" if event.get("issue", {}).get("isFailure", not event.get("issue", {}).get("isKnown")):
                place = event["issue"].get("sourceLocation", {})
                text = "\n".join(message["text"] for message in messages)
                self.issues.setdefault(name, []).append(f"{place.get('fileID')}:{place.get('line')}: {text}")

    @property
    def running(self) -> list[str]:
        """The tests that had started, and had not ended."""
        return [name for name in self.started if is_test(name) and name not in self.ended]

    def results(self) -> Results:
        results = Results()
        for name, (has_passed, seconds) in self.ended.items():
            if is_test(name):
                results.durations.append((name, seconds))
                results.passed += has_passed
                if not has_passed:
                    results.failures.append(Failure(name, "\n".join(self.issues.get(name, []))))
            elif name in self.issues:
                results.failures.append(Failure(name, "\n".join(self.issues[name])))
        # An issue that belongs to no test, as one that is recorded after its test has ended.
        results.problems += [text for name, texts in self.issues.items() if name not in self.ended | self.started for text in texts]
        return results


class Bundle:
    """A test bundle, which keeps what its tests print in a log, and what it needs itself in a folder."""

    def __init__(self, executable: Path, folder: Path, log: BinaryIO):
        self.executable = executable
        self.folder = folder
        self.log = log
        folder.mkdir(parents=True, exist_ok=True)

    def start(self, filters: list[str], skips: list[str], environment: dict[str, str], *options: str) -> tuple[Run, str | None]:
        """Runs the tests that match a filter and no skip in one process. Returns its events, and a sentence if it crashed."""
        events = self.folder / "events.jsonl"
        events.unlink(missing_ok=True)
        arguments = ["--testing-library", "swift-testing", "--event-stream-output-path", str(events), *options]
        for pattern in filters:
            arguments += ["--filter", pattern]
        for pattern in skips:
            arguments += ["--skip", pattern]
        code = subprocess.run(
            [self.executable, *arguments], env=QUICK_TRAPS | hash_seed(os.environ) | os.environ | environment, stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=subprocess.STDOUT,
        ).returncode
        run = Run(events.read_text(errors="replace").splitlines() if events.exists() else [])
        if code < 0:
            return run, f"The process of the tests ended with {signal.Signals(-code).name}."
        if not run.has_ended:
            return run, f"The process of the tests ended with code {code} before they had."
        if code > 0 and run.results().is_success:
            return run, f"The process of the tests ended with code {code}, and no test has failed."
        return run, None

    def run(self, filters: list[str] = [], skips: list[str] = [], environment: dict[str, str] = {}) -> Results:
        """Runs tests side by side. After a crash, those that had not ended run one by one, which shows the one that crashes.

        Swift Testing starts hundreds of tests at once, so any of them may have ended the process.
        """
        run, crash = self.start(filters, skips, environment)
        results = run.results()
        if not crash:
            return results
        done = whole_suites(run)
        results.passed -= sum(has_passed for name, (has_passed, _) in run.ended.items() if is_test(name) and suite_of(name) not in done)
        results.failures = [failure for failure in results.failures if suite_of(failure.name) in done]
        again = self.run_one_by_one(filters, environment, [*skips, *(f"^{pattern_of(suite)}/" for suite in done)])
        results.add(again)
        if again.is_success:
            running = "".join(f"\n  {name}" for name in run.running[:100])
            results.problems.append(f"{crash} None of its tests does that by itself. These had started:{running or ' none'}")
        return results

    def run_steadily(self, filters: list[str] = [], skips: list[str] = [], environment: dict[str, str] = {}) -> Results:
        """Runs tests side by side, and those that fail once more by themselves."""
        results = self.run(filters, skips, environment)
        return repeat_failures(results, lambda name: self.run_one_by_one([pattern(name)], environment))

    def run_one_by_one_steadily(self, filters: list[str], environment: dict[str, str] = {}) -> Results:
        """Runs tests one after the other, and those that fail once more by themselves."""
        results = self.run_one_by_one(filters, environment)
        return repeat_failures(results, lambda name: self.run_one_by_one([pattern(name)], environment))

    def run_one_by_one(self, filters: list[str], environment: dict[str, str] = {}, skips: list[str] = []) -> Results:
        """Runs tests one after the other. A test that ends the process is one failure: the others go on in a new process."""
        trial = self.folder / "input"
        total, skips = Results(), list(skips)
        while True:
            trial.unlink(missing_ok=True)
            run, crash = self.start(filters, skips, {"STRATA_TRIAL": str(trial), **environment}, "--no-parallel")
            total.add(run.results())
            if not crash:
                return total
            if not run.running:
                total.problems.append(crash)
                return total
            name = run.running[-1]
            total.failures.append(Failure(name, "\n".join([crash, *self.kept_input(trial, name)])))
            done = whole_suites(run) - {suite_of(name)}
            skips += [f"^{pattern_of(suite)}/" for suite in done]
            skips += [pattern(other) for other in [*filter(is_test, run.ended), name] if suite_of(other) not in done]

    def run_with_seeds(self, seeds: list[tuple[str, str]]) -> Results:
        """Runs the tests of each filter with its seed. A filter that runs no test, as after a test was renamed, is a failure."""
        total = Results()
        for filter, seed in seeds:
            results = self.run_one_by_one_steadily([filter], {"STRATA_SEED": seed})
            if results.is_success and not results.passed:
                results.problems.append(f"The filter {filter} of seed {seed} runs no test. Correct its line in Tests/seeds.txt.")
            total.add(results)
        return total

    def kept_input(self, trial: Path, name: str) -> list[str]:
        """Keeps the input that ended the process, and returns a line that says which it was."""
        if not trial.exists() or not trial.stat().st_size:
            return []
        kept = self.folder / f"input-{re.sub(r'[^A-Za-z0-9]+', '-', name)[:100]}"
        shutil.copy(trial, kept)
        first = kept.read_bytes().split(b"\n", 1)[0].decode(errors="replace")
        return [f"It was trying {first}. The input is in {kept}, below the first line."]


def is_test(name: str) -> bool:
    """Whether an ID is that of a test function, which ends with its place in the source, and not that of a suite."""
    return re.search(r"\.swift:\d+:\d+$", name) is not None


def suite_of(name: str) -> str:
    """The ID of the outermost suite of a test, or the ID of a test that is in none."""
    return name.split("/")[0]


def whole_suites(run: Run) -> set[str]:
    """The suites of which every test that had started has ended, and that have ended themselves."""
    ended = {suite_of(name) for name in run.ended if not is_test(name) and "/" not in name}
    return ended - {suite_of(name) for name in run.running}


def pattern_of(name: str) -> str:
    """A regular expression that matches an ID, in which anything may stand."""
    return re.sub(r"[^A-Za-z0-9_]", ".", name)


def pattern(name: str) -> str:
    """A regular expression that matches one test."""
    return f"^{pattern_of(name)}$"


def random_suites(folder: Path) -> list[str]:
    """The suites that are declared or extended in a file which asks for a seed."""
    texts = [text for file in folder.rglob("*.swift") if "testSeed(" in (text := file.read_text())]
    suites = r"^[^/\n]*\b(?:struct|class|actor|enum|extension) (\w+Tests)\b"
    return sorted({name for text in texts for name in re.findall(suites, text, re.MULTILINE)})


def hash_seed(environment: Mapping[str, str]) -> dict[str, str]:
    """The variable that fixes the seed of Swift's hashes, which decides the order of sets and dictionaries, except in `make soak`.

    The processes that a test starts inherit it.
    """
    return {} if "STRATA_SOAK" in environment else {"SWIFT_DETERMINISTIC_HASHING": "1"}


def share_of_operations(environment: Mapping[str, str], rounds: int) -> dict[str, str]:
    """The variable that gives each of several rounds its part of the random operations, if their number is set."""
    name = "STRATA_OPERATIONS"
    return {name: str(max(int(environment[name]) // rounds, 1))} if name in environment else {}


def found_seeds(file: Path) -> list[tuple[str, str]]:
    """The filters and seeds of the lines of Tests/seeds.txt."""
    lines = [line.split("#")[0].split() for line in file.read_text().splitlines()]
    return [(line[0], line[1]) for line in lines if line]
