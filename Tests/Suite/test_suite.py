"""Tests of what runs the tests: a script stands for a test bundle."""

import io
import json
import os
import re
import stat
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent))

import browser_tests
from changed import concerned, uncovered
from parts import Part, Runner, summary, write_unsteady
from results import Failure, Results, repeat_failures
from swift_tests import OWN_PROCESS, Bundle, found_seeds, is_test, pattern, random_suites, share_of_operations


# Stands for a test bundle. `tests` is what each test does: it passes, fails, fails the first time, or crashes.
BUNDLE = """
#!{python}
import json, os, re, signal, sys
from pathlib import Path
tests = json.loads(Path({tests!r}).read_text())
print(json.dumps(dict(os.environ)), file=Path({folder!r}, "environments.jsonl").open("a"))
arguments = sys.argv[1:]
values = lambda option: [arguments[i + 1] for i, word in enumerate(arguments) if word == option]
events = open(values("--event-stream-output-path")[0], "w")
def tell(kind, test="", symbol="default", **more):
    payload = {{"kind": kind, "testID": test, "instant": {{"absolute": 1.5}}, "messages": [{{"symbol": symbol, "text": kind}}], **more}}
    print(json.dumps({{"kind": "event", "payload": payload}}), file=events, flush=True)
matches = lambda test, option: any(re.search(value, test) for value in values(option))
tell("runStarted")
code = 0
for test, deed in tests.items():
    if values("--filter") and not matches(test, "--filter") or matches(test, "--skip"):
        continue
    if deed == "suite":
        tell("testEnded", test)
        continue
    print(test, flush=True)
    tell("testStarted", test)
    seen = Path({folder!r}, "seen")
    fails = deed == "fail" or deed == "first" and not seen.exists()
    if deed == "first": seen.touch()
    if deed == "crash" or deed == "crash once" and not seen.exists():
        seen.touch()
        Path(os.environ["STRATA_TRIAL"]).write_text("Damage, STRATA_SEED=7, input 3\\nbytes") if "STRATA_TRIAL" in os.environ else None
        os.kill(os.getpid(), signal.SIGILL)
    if deed == "exit": sys.exit(0)
    if fails:
        code = 1
        place = {{"fileID": "T/T.swift", "line": 3}}
        tell("issueRecorded", test, "fail", issue={{"isFailure": True, "isKnown": False, "sourceLocation": place}})
    tell("testEnded", test, "fail" if fails else "pass")
tell("runEnded")
sys.exit(code)
"""


def test_id(name: str) -> str:
    return f"T.ATests/{name}()/T.swift:1:2"


class BundleTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.log = (self.folder / "log").open("wb")
        self.addCleanup(self.log.close)

    def bundle(self, **tests: str) -> Bundle:
        script = self.folder / "bundle"
        plan = self.folder / "tests.json"
        plan.write_text(json.dumps({test_id(name): deed for name, deed in tests.items()}))
        script.write_text(BUNDLE.format(python=sys.executable, tests=str(plan), folder=str(self.folder)).lstrip())
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return Bundle(script, self.folder / "kept", self.log)

    def test_tests_that_pass(self):
        results = self.bundle(a="pass", b="pass").run_steadily()
        self.assertTrue(results.is_success)
        self.assertEqual(results.passed, 2)
        self.assertEqual(results.unsteady, [])

    def test_a_test_that_fails_alone_fails(self):
        results = self.bundle(a="pass", b="fail").run_steadily()
        self.assertFalse(results.is_success)
        self.assertEqual([failure.name for failure in results.failures], [test_id("b")])
        self.assertEqual(results.failures[0].text, "T/T.swift:3: issueRecorded")

    def test_a_test_that_passes_alone_is_unsteady(self):
        results = self.bundle(a="pass", b="first").run_steadily()
        self.assertTrue(results.is_success)
        self.assertEqual(results.passed, 2)
        self.assertEqual([failure.name for failure in results.unsteady], [test_id("b")])

    def test_many_failures_are_not_repeated(self):
        results = self.bundle(a="fail", b="fail", c="fail", d="first").run_steadily()
        self.assertEqual(len(results.failures), 4)
        self.assertEqual(results.unsteady, [])

    def test_a_crash_is_the_failure_of_one_test_and_the_others_run(self):
        results = self.bundle(a="pass", b="crash", c="pass").run_steadily()
        self.assertFalse(results.is_success)
        self.assertEqual(results.passed, 2)
        (failure,) = results.failures
        self.assertEqual(failure.name, test_id("b"))
        self.assertIn("SIGILL", failure.text)

    def test_a_crash_that_does_not_repeat_names_the_tests_that_had_started(self):
        results = self.bundle(a="pass", b="crash once", c="pass").run_steadily()
        self.assertFalse(results.is_success)
        self.assertEqual(results.passed, 3)
        self.assertIn("SIGILL", results.problems[0])
        self.assertIn(test_id("b"), results.problems[0])
        self.assertNotIn(test_id("a"), results.problems[0])

    def test_an_early_end_is_no_success(self):
        results = self.bundle(a="pass", b="exit").run_steadily()
        self.assertFalse(results.is_success)
        self.assertEqual([failure.name for failure in results.failures], [test_id("b")])

    def test_each_filter_runs_with_its_seed(self):
        results = self.bundle(a="pass", b="first").run_with_seeds([("ATests/a", "7"), ("ATests/b", "8")])
        self.assertTrue(results.is_success)
        self.assertEqual(results.passed, 2)
        self.assertEqual([failure.name for failure in results.unsteady], [test_id("b")])
        lines = (self.folder / "environments.jsonl").read_text().splitlines()
        self.assertEqual([json.loads(line)["STRATA_SEED"] for line in lines], ["7", "8", "8"])

    def test_a_filter_of_a_seed_that_runs_no_test_is_a_failure(self):
        results = self.bundle(a="pass").run_with_seeds([("renamed", "7"), ("a", "8")])
        self.assertFalse(results.is_success)
        self.assertEqual(results.passed, 1)
        self.assertEqual(results.problems, ["The filter renamed of seed 7 runs no test. Correct its line in Tests/seeds.txt."])

    def test_suites_that_ended_before_a_crash_are_not_run_again(self):
        bundle = self.bundle(a="pass", b="crash once")
        suites = json.loads((self.folder / "tests.json").read_text())
        (self.folder / "tests.json").write_text(json.dumps({"T.AATests/z()/T.swift:1:2": "pass", "T.AATests": "suite", **suites}))
        results = bundle.run_steadily()
        self.assertEqual(results.passed, 3)
        self.assertEqual(self.log_lines(), ["z()", "a()", "b()", "a()", "b()"])

    def log_lines(self) -> list[str]:
        return [line.split("/")[1] for line in (self.folder / "log").read_text().splitlines()]

    def test_no_bundle_at_all_is_no_success(self):
        with self.assertRaises(OSError):
            Bundle(self.folder / "missing", self.folder / "kept", self.log).run()

    def test_in_a_process_of_their_own_a_crash_is_one_failure(self):
        results = self.bundle(a="pass", b="crash", c="crash", d="fail", e="pass").run_one_by_one([])
        self.assertEqual(results.passed, 2)
        self.assertEqual(results.problems, [])
        self.assertEqual([failure.name for failure in results.failures], [test_id(name) for name in "bcd"])

    def test_a_crash_says_which_seed_and_input(self):
        (failure,) = self.bundle(b="crash").run_one_by_one([]).failures
        self.assertIn("STRATA_SEED=7, input 3", failure.text)
        kept = Path(re.search(r"in (\S+),", failure.text)[1])
        self.assertEqual(kept.read_bytes(), b"Damage, STRATA_SEED=7, input 3\nbytes")


    def variables(self, name: str) -> list[str | None]:
        """The values of a variable in the processes that have run."""
        return [json.loads(line).get(name) for line in (self.folder / "environments.jsonl").read_text().splitlines()]

    def test_in_a_process_of_their_own_a_test_that_passes_the_second_time_is_unsteady(self):
        results = self.bundle(a="pass", b="first").run_one_by_one_steadily(["ATests"], {"STRATA_SEED": "7"})
        self.assertTrue(results.is_success)
        self.assertEqual(results.passed, 2)
        self.assertEqual([failure.name for failure in results.unsteady], [test_id("b")])
        self.assertEqual(self.log_lines(), ["a()", "b()", "b()"])
        self.assertEqual(self.variables("STRATA_SEED"), ["7", "7"])

    def test_in_a_process_of_their_own_a_test_that_fails_again_fails(self):
        results = self.bundle(a="pass", b="fail").run_one_by_one_steadily(["ATests"], {"STRATA_SEED": "7"})
        self.assertEqual([failure.name for failure in results.failures], [test_id("b")])
        self.assertEqual(results.unsteady, [])

    def test_hashes_have_a_fixed_seed(self):
        with mock.patch.dict(os.environ):
            os.environ.pop("STRATA_SOAK", None)
            os.environ.pop("SWIFT_DETERMINISTIC_HASHING", None)
            self.bundle(a="pass").run()
        self.assertEqual(self.variables("SWIFT_DETERMINISTIC_HASHING"), ["1"])

    def test_hashes_have_a_random_seed_in_the_soak(self):
        with mock.patch.dict(os.environ, {"STRATA_SOAK": "1"}):
            os.environ.pop("SWIFT_DETERMINISTIC_HASHING", None)
            self.bundle(a="pass").run()
        self.assertEqual(self.variables("SWIFT_DETERMINISTIC_HASHING"), [None])


class NameTests(unittest.TestCase):
    def test_an_id_is_matched_whole(self):
        name = 'A.BTests/`a (raw) name + "quotes" / slash`()/T.swift:4:4'
        self.assertRegex(name, pattern(name))
        self.assertNotRegex(name + "1", pattern(name))

    def test_suites_are_no_tests(self):
        self.assertFalse(is_test("A.BTests"))
        self.assertTrue(is_test("A.BTests/c()/T.swift:4:4"))

    def test_own_process(self):
        for suite in ["ParserFuzzTests", "ImageDamageTests", "WriterKillTests"]:
            self.assertRegex(f"A.{suite}/b()/T.swift:1:2", OWN_PROCESS)
        self.assertNotRegex("A.SkillTests/b()/T.swift:1:2", "x" + OWN_PROCESS)
        self.assertNotRegex("FuzzTests.ATests/b()/T.swift:1:2", OWN_PROCESS)

    def test_found_seeds(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("# A comment\n\nATests/ 12  # because\n")
            file.flush()
            self.assertEqual(found_seeds(Path(file.name)), [("ATests/", "12")])

    def test_random_suites_are_those_of_each_file_with_a_seed(self):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "World.swift").write_text("struct World {}\n@Suite struct RandomTests {\n  let seed = testSeed()\n}\n")
            Path(folder, "MoreTests.swift").write_text("/// Not struct OldTests.\nextension OtherTests { func a() { testSeed() } }\n")
            Path(folder, "PlainTests.swift").write_text("struct PlainTests {}\n")
            self.assertEqual(random_suites(Path(folder)), ["OtherTests", "RandomTests"])

    def test_rounds_share_the_operations(self):
        self.assertEqual(share_of_operations({"STRATA_OPERATIONS": "1000"}, 20), {"STRATA_OPERATIONS": "50"})
        self.assertEqual(share_of_operations({"STRATA_OPERATIONS": "10"}, 20), {"STRATA_OPERATIONS": "1"})
        self.assertEqual(share_of_operations({}, 20), {})


class RepeatTests(unittest.TestCase):
    def test_a_test_that_is_not_found_again_still_fails(self):
        results = repeat_failures(Results(failures=[Failure("a")]), lambda name: Results())
        self.assertEqual(results.failures, [Failure("a")])
        self.assertEqual(results.unsteady, [])

    def test_after_a_crash_nothing_is_repeated(self):
        results = repeat_failures(Results(failures=[Failure("a")], problems=["crash"]), lambda name: Results(passed=1))
        self.assertEqual(results.failures, [Failure("a")])


class BrowserResultsTests(unittest.TestCase):
    def line(self, name, when, outcome, text=""):
        return json.dumps({"name": name, "when": when, "outcome": outcome, "seconds": 1, "text": text})

    def test_phases_of_a_test_are_one_result(self):
        lines = [self.line("a", "setup", "passed"), self.line("a", "call", "passed"), self.line("a", "teardown", "failed", "log")]
        lines += [self.line("b", "setup", "skipped"), self.line("c", "setup", "passed"), self.line("c", "call", "passed")]
        results = browser_tests.read(lines)
        self.assertEqual(results.passed, 1)
        self.assertEqual(results.failures, [Failure("a", "log")])
        self.assertEqual(results.durations, [("a", 3), ("b", 1), ("c", 2)])

    def test_a_file_that_cannot_be_read_is_a_failure(self):
        results = browser_tests.read([self.line("a.py", "collect", "failed", "ImportError"), self.line("b", "call", "passed")])
        self.assertEqual(results.failures, [Failure("a.py", "ImportError")])


class ChangedTests(unittest.TestCase):
    TARGETS = [
        {"name": "Macros", "type": "macro", "dependencies": []},
        {"name": "Reads", "type": "regular", "dependencies": []},
        {"name": "A", "type": "regular", "dependencies": [{"byName": ["Reads", None]}]},
        {"name": "B", "type": "regular", "dependencies": [{"byName": ["A", None]}, {"byName": ["Reads", None]}, {"target": ["Macros", None]}]},
        {"name": "Writer", "type": "executable", "path": "Tests/Writer", "dependencies": []},
        {"name": "tool", "type": "executable", "dependencies": [{"byName": ["A", None]}]},
        {"name": "ToolPlugin", "type": "plugin", "dependencies": [{"byName": ["tool", None]}]},
        {"name": "ATests", "type": "test", "dependencies": [{"byName": ["A", None]}, {"byName": ["Writer", None]}]},
        {"name": "BTests", "type": "test", "dependencies": [{"byName": ["B", None]}, {"product": ["X", "x", None, None]}]},
    ]

    def test_tests_of_changed_targets(self):
        self.assertEqual(concerned(["Sources/A/a.swift"], self.TARGETS), ["ATests"])
        self.assertEqual(concerned(["Tests/Writer/a.swift"], self.TARGETS), ["ATests"])
        self.assertEqual(concerned(["Tests/BTests/Deep/b.swift", "Sources/A/a.swift"], self.TARGETS), ["ATests", "BTests"])
        self.assertEqual(concerned(["docs/a.md", "Sources/AB/a.swift"], self.TARGETS), [])

    def test_a_target_without_tests_has_those_of_its_dependents(self):
        self.assertEqual(concerned(["Sources/Reads/a.swift"], self.TARGETS), ["ATests", "BTests"])
        self.assertEqual(concerned(["Sources/Macros/main.swift"], self.TARGETS), ["BTests"])
        self.assertEqual(concerned(["Sources/tool/main.swift", "Plugins/ToolPlugin/a.swift"], self.TARGETS), [])

    def test_files_without_tests_are_named(self):
        files = ["Examples/App/a.swift", "Plugins/ToolPlugin/a.swift", "Sources/tool/main.swift"]
        others = ["Sources/A/a.swift", "Sources/Macros/main.swift", "Tests/ATests/a.swift", "Tests/Suite/suite.py", "docs/a.md"]
        self.assertEqual(uncovered([*files, *others], self.TARGETS), files)


class PartsTests(unittest.TestCase):
    def run_parts(self, *parts: Part, is_shown=False):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.output = io.StringIO()
        return Runner(list(parts), Path(folder.name), is_shown, self.output).run()

    def test_lanes_run_side_by_side(self):
        both = threading.Barrier(2, timeout=600)
        outcomes = self.run_parts(*(Part(name, lambda log: both.wait() and Results() or Results(), lane=name) for name in "ab"))
        self.assertTrue(all(outcome.results.is_success for outcome in outcomes))

    def test_one_lane_runs_in_order(self):
        order = []
        self.run_parts(*(Part(name, lambda log, name=name: order.append(name) or Results(), lane="x") for name in "abc"))
        self.assertEqual(order, ["a", "b", "c"])

    def test_what_needs_a_failed_part_is_not_run(self):
        outcomes = self.run_parts(
            Part("build", lambda log: Results(problems=["no"]), lane="x"),
            Part("test", lambda log: self.fail("must not run"), ["build"], "y"),
            Part("after", lambda log: self.fail("must not run"), ["test"], "y"),
            Part("other", lambda log: Results(passed=1), lane="x"),
        )
        self.assertEqual([outcome.is_skipped for outcome in outcomes], [False, True, True, False])
        text = summary(outcomes, 1)
        self.assertIn("test: not run, because build failed", text)
        self.assertIn("build: no", text)

    def test_an_exception_is_a_failure(self):
        (outcome,) = self.run_parts(Part("a", lambda log: 1 / 0))
        self.assertIn("ZeroDivisionError", outcome.results.problems[0])

    def test_what_a_part_prints_is_in_its_log_and_shown(self):
        (outcome,) = self.run_parts(Part("a", lambda log: log.write(b"hello\n") and Results()), is_shown=True)
        self.assertIn("hello\n", self.output.getvalue())

    def test_unsteady_tests_are_named_in_the_end_and_kept(self):
        outcomes = self.run_parts(Part("swift", lambda log: Results(passed=1, unsteady=[Failure("a", "reason")])))
        self.assertRegex(summary(outcomes, 1), "== Unsteady\nswift: a")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "unsteady")
            write_unsteady(outcomes, file)
            self.assertEqual(file.read_text(), "swift: a\n    reason\n")
            write_unsteady([], file)
            self.assertFalse(file.exists())


if __name__ == "__main__":
    unittest.main()
