"""Runs the parts of the tests, several at a time, and says what each took and came to."""

import codecs
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from results import Results


@dataclass
class Part:
    """A part of the tests, such as a build."""

    name: str
    # Gets the part's log, and returns what the part came to.
    work: Callable[[BinaryIO], Results]
    # The parts that have to succeed before this one starts.
    needs: list[str] = field(default_factory=list)
    # Parts of the same lane run one after the other, in the order of the list.
    lane: str = ""
    # Whether it runs only if it is asked for.
    is_extra: bool = False


@dataclass
class Outcome:
    part: Part
    log: Path
    results: Results
    seconds: float = 0
    is_skipped: bool = False


class Runner:
    """Runs parts as soon as those that they need have succeeded and their lane is free. Each prints to a log of its own."""

    def __init__(self, parts: list[Part], folder: Path, is_shown: bool, output=sys.stdout):
        self.parts = parts
        self.folder = folder
        # Whether the parts print to the terminal, too. Only where one part runs at a time, that can be read.
        self.is_shown = is_shown
        self.output = output
        self.outcomes: dict[str, Outcome] = {}
        self.running: dict[str, float] = {}
        self.changed = threading.Condition()
        folder.mkdir(parents=True, exist_ok=True)

    def run(self) -> list[Outcome]:
        waiting = list(self.parts)
        with self.changed:
            while waiting or self.running:
                for part in list(waiting):
                    if any(self.has_failed(need) for need in part.needs):
                        waiting.remove(part)
                        self.outcomes[part.name] = Outcome(part, self.log_of(part), Results(), is_skipped=True)
                    elif self.may_start(part, waiting):
                        waiting.remove(part)
                        self.running[part.name] = time.monotonic()
                        threading.Thread(target=self.perform, args=[part]).start()
                if self.running and not self.changed.wait(timeout=60):
                    self.say_what_runs()
        return [self.outcomes[part.name] for part in self.parts]

    def has_failed(self, name: str) -> bool:
        return name in self.outcomes and (self.outcomes[name].is_skipped or not self.outcomes[name].results.is_success)

    def may_start(self, part: Part, waiting: list[Part]) -> bool:
        before = waiting[: waiting.index(part)]
        is_free = not any(other.lane == part.lane and other.name in self.running for other in self.parts)
        is_next = not any(other.lane == part.lane for other in before)
        wanted = [need for need in part.needs if any(other.name == need for other in self.parts)]
        return is_free and is_next and all(need in self.outcomes for need in wanted)

    def perform(self, part: Part) -> None:
        start = time.monotonic()
        self.say(f"== {part.name}: started")
        with Log(self.log_of(part), self.output if self.is_shown else None) as log:
            try:
                results = part.work(log)
            except subprocess.CalledProcessError as error:
                results = Results(problems=[f"`{' '.join(map(str, error.cmd))}` ended with code {error.returncode}."])
            except Exception:
                results = Results(problems=[traceback.format_exc()])
        outcome = Outcome(part, self.log_of(part), results, time.monotonic() - start)
        self.say(f"== {one_line(outcome)}")
        if not self.is_shown and not results.is_success:
            self.say(report(outcome))
        with self.changed:
            del self.running[part.name]
            self.outcomes[part.name] = outcome
            self.changed.notify_all()

    def log_of(self, part: Part) -> Path:
        return self.folder / f"{part.name}.log"

    def say_what_runs(self) -> None:
        for name, start in self.running.items():
            last = last_line(self.folder / f"{name}.log")
            self.say(f"   {name}, for {time.monotonic() - start:.0f} s: {last}")

    def say(self, text: str) -> None:
        print(text, file=self.output, flush=True)


class Log:
    """A file to which processes write, and which is copied to the terminal if `shown` is one."""

    def __init__(self, path: Path, shown):
        self.file = path.open("wb", buffering=0)
        self.shown = shown

    def __enter__(self) -> BinaryIO:
        if self.shown is None:
            return self.file
        read, write = os.pipe()
        self.write = os.fdopen(write, "wb", buffering=0)
        self.copier = threading.Thread(target=self.copy, args=[read])
        self.copier.start()
        return self.write

    def copy(self, read: int) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        while piece := os.read(read, 65_536):
            self.file.write(piece)
            self.shown.write(decoder.decode(piece))
            self.shown.flush()
        os.close(read)

    def __exit__(self, *_) -> None:
        if self.shown is not None:
            self.write.close()
            self.copier.join()
        self.file.close()


def last_line(log: Path) -> str:
    """The last line of a log, which may be large."""
    if not log.exists():
        return ""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 2_000))
        lines = file.read().decode(errors="replace").splitlines()
    return lines[-1][:120] if lines else ""


def one_line(outcome: Outcome) -> str:
    results = outcome.results
    if outcome.is_skipped:
        return f"{outcome.part.name}: not run, because {' or '.join(outcome.part.needs)} failed"
    words = ["passed" if results.is_success else "FAILED", f"after {outcome.seconds:.0f} s"]
    if results.passed or results.failures:
        words.append(f"({results.passed} passed, {len(results.failures)} failed, {len(results.unsteady)} unsteady)")
    return f"{outcome.part.name}: {' '.join(words)}"


def report(outcome: Outcome) -> str:
    """What failed in a part."""
    lines = [f"{outcome.part.name}: {problem}" for problem in outcome.results.problems]
    for failure in outcome.results.failures:
        lines += [f"{outcome.part.name}: {failure.name} failed:", *[f"    {line}" for line in failure.text.splitlines()[:60]]]
    errors = errors_of_a_build(outcome.log)
    return "\n".join([*lines, *errors, f"The whole output is in {outcome.log}."])


def errors_of_a_build(log: Path) -> list[str]:
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    places = [place for place, line in enumerate(lines) if "error: " in line][:20]
    shown = sorted({place + below for place in places for below in range(4) if place + below < len(lines)})
    return [lines[place][:500] for place in shown]


def summary(outcomes: list[Outcome], seconds: float) -> str:
    """A line for each part with its time, then what is unsteady, and what failed."""
    lines = ["", "== Times"]
    for outcome in outcomes:
        lines.append(f"{outcome.seconds:7.0f} s  {one_line(outcome)}")
    lines.append(f"{seconds:7.0f} s  in all")
    if any(outcome.results.unsteady for outcome in outcomes):
        lines += ["", "== Unsteady", *unsteady_lines(outcomes)]
    failed = [outcome for outcome in outcomes if not outcome.is_skipped and not outcome.results.is_success]
    if failed:
        lines += ["", "== Failed", *map(report, failed)]
    return "\n".join(lines)


def unsteady_lines(outcomes: list[Outcome]) -> list[str]:
    return [f"{outcome.part.name}: {failure.name}" for outcome in outcomes for failure in outcome.results.unsteady]


def write_unsteady(outcomes: list[Outcome], file: Path) -> None:
    """Writes the names of the unsteady tests, each with what it reported below it, or removes the file if there are none."""
    file.unlink(missing_ok=True)
    texts = [
        f"{outcome.part.name}: {failure.name}\n" + "".join(f"    {line}\n" for line in failure.text.splitlines())
        for outcome in outcomes
        for failure in outcome.results.unsteady
    ]
    if texts:
        file.write_text("".join(texts))
