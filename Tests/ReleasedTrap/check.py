"""Checks that a program that was built for release says what its mistake was, and in which line.

    python3 check.py PROGRAM

The line may be another one of the same file, since the optimizer merges lines. A program without symbols prints its sentence alone.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).parent / "main.swift"
SENTENCES = {"trap": "Fatal error: The answer is not 42.", "require": "Fatal error: The answer is 42."}


def failures(program: Path, name: str, has_symbols: bool) -> list[str]:
    # Swift's own crash reporter would add its report of the process, which takes seconds.
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
    run = subprocess.run([program, name], env=environment, stderr=subprocess.PIPE, text=True, timeout=600)
    sentence, *places = run.stderr.splitlines() or [""]
    is_placed = len(places) == 1 and places[0].startswith(f"  at {SOURCE}:") if has_symbols else not places
    if run.returncode < 0 and sentence == SENTENCES[name] and is_placed:
        return []
    return [f"{program} {name} ended with {run.returncode} and printed {run.stderr!r}"]


def main() -> None:
    program = Path(sys.argv[1])
    found = [failure for name in SENTENCES for failure in failures(program, name, True)]
    with tempfile.TemporaryDirectory() as folder:
        stripped = Path(shutil.copy(program, folder))
        subprocess.run(["strip", str(stripped)], check=True)
        found += [failure for name in SENTENCES for failure in failures(stripped, name, False)]
    if found:
        sys.exit("\n".join(f"error: {failure}" for failure in found))
    print("== A program that was built for release names its mistakes")


main()
