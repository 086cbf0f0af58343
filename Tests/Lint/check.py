#!/usr/bin/env python3
"""Looks for the patterns of patterns.py in the Swift sources, and in the examples beside it; `make lint` and `make test` run it.

Prints a line for each place, and exits with 1 where there is one.
"""

import sys
from pathlib import Path

from patterns import FOLDERS, RULES

ROOT = Path(__file__).resolve().parents[2]


def problems(text: str, folder: str) -> list[tuple[int, str]]:
    """The lines of a file at which rules do not hold, and what they say."""
    return [
        (text.count("\n", 0, match.start()) + 1, rule.sentence)
        for rule in RULES
        if folder in rule.folders
        for match in rule.pattern.finditer(text)
        if not rule.is_allowed(text, match)
    ]


def check_sources() -> bool:
    is_clean = True
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.swift")):
            if ".build" in file.parts:
                continue
            for line, sentence in problems(file.read_text(), folder):
                print(f"{file.relative_to(ROOT)}:{line}: error: {sentence}")
                is_clean = False
    return is_clean


def check_rules() -> bool:
    """Each example of examples.txt has a line that begins with `ok` or `bad`, and code below it."""
    is_clean = True
    examples = (Path(__file__).parent / "examples.txt").read_text().split("\n--- ")[1:]
    for example in examples:
        verdict, code = example.split("\n", 1)
        if bool(problems(code, "Sources")) == verdict.startswith("ok"):
            print(f"Tests/Lint/examples.txt: error: not as it says: {verdict}")
            is_clean = False
    return is_clean


if __name__ == "__main__":
    sys.exit(0 if check_rules() & check_sources() else 1)
