"""Runs the browser tests with pytest, and reads their results from the file that Tests/Browser/conftest.py writes."""

import json
import subprocess
from pathlib import Path
from typing import BinaryIO

from results import Failure, Results, repeat_failures

TESTS = Path(__file__).resolve().parents[1] / "Browser"


def read(lines: list[str]) -> Results:
    """The results of a run, with a line for each phase of each test."""
    results = Results()
    seconds: dict[str, float] = {}
    failed: dict[str, str] = {}
    passed: set[str] = set()
    for line in lines:
        report = json.loads(line)
        name = report["name"]
        seconds[name] = seconds.get(name, 0) + report["seconds"]
        if report["outcome"] == "failed":
            failed[name] = "\n".join(filter(None, [failed.get(name), report["text"]]))
        elif report["outcome"] == "passed" and report["when"] == "call":
            passed.add(name)
    results.passed = len(passed - failed.keys())
    results.failures = [Failure(name, text) for name, text in failed.items()]
    results.durations = list(seconds.items())
    return results


class BrowserTests:
    def __init__(self, python: Path, executable: Path, folder: Path, log: BinaryIO, environment: dict[str, str] | None = None):
        self.line = [str(python), "-m", "pytest"]
        self.options = ["--executable", str(executable)]
        self.folder = folder
        self.log = log
        self.environment = environment
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, arguments: list[str]) -> Results:
        file = self.folder / "results.jsonl"
        file.unlink(missing_ok=True)
        code = subprocess.run(
            [*self.line, *self.options, "--results", str(file), *arguments], stdin=subprocess.DEVNULL, stdout=self.log,
            stderr=subprocess.STDOUT, env=self.environment,
        ).returncode
        results = read(file.read_text().splitlines() if file.exists() else [])
        # 1 says that tests have failed.
        if code not in (0, 1) or (code == 1 and results.is_success):
            results.problems.append(f"pytest ended with code {code}.")
        return results

    def run_steadily(self, browsers: int, arguments: list[str]) -> Results:
        """Runs the tests by several browsers side by side, and those that fail once more by themselves."""
        results = self.run([str(TESTS), "--numprocesses", str(browsers), *arguments])
        return repeat_failures(results, lambda name: self.run([str(TESTS / name)]))
