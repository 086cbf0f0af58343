#!/usr/bin/env python3
"""Checks the rules of patterns.py and prose.py in sources and documents, and in the examples of examples.txt, the tree
of folders in docs/architecture.md, the imports of the browser's script (scripts.py), and the arrows between folders and
targets (arrows.py).

`make lint` and `make test` run it. Prints a line for each place, and exits with 1 where there is one.
"""

import io
import re
import sys
import unittest
from pathlib import Path

import arrows
import folders
import patterns
import prose
import scripts
import test_arrows

ROOT = Path(__file__).resolve().parents[2]
RULES = patterns.RULES + prose.RULES


def problems(text: str, folder: str, suffix: str) -> list[tuple[int, str]]:
    """The lines of a file at which rules do not hold, and the rules' sentences."""
    if suffix == ".md":
        text = re.sub(r"^```.*?^```|`[^`\n]*`", lambda code: re.sub(r"[^\n]", " ", code[0]), text, flags=re.M | re.S)
    return [
        (text.count("\n", 0, match.start()) + 1, rule.sentence)
        for rule in RULES
        if folder in rule.folders and suffix in rule.suffixes
        for match in rule.pattern.finditer(text)
        if not rule.is_allowed(text, match)
    ]


def check_sources() -> bool:
    is_clean = True
    for folder in sorted({folder for rule in RULES for folder in rule.folders}):
        path = ROOT / folder
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.suffix not in (".swift", ".js", ".css", ".md") or ".build" in file.parts:
                continue
            for line, sentence in problems(file.read_text(), folder, file.suffix):
                print(f"{file.relative_to(ROOT)}:{line}: error: {sentence}")
                is_clean = False
    return is_clean


def check_folders() -> bool:
    problems = folders.problems(ROOT)
    for line, sentence in problems:
        print(f"{folders.DOCUMENT}:{line}: error: {sentence}")
    return not problems


def check_scripts() -> bool:
    wrong = scripts.wrong_examples()
    for sentence in wrong:
        print(f"Tests/Lint/scripts.py: error: {sentence}")
    problems = scripts.check(ROOT)
    for path, line, sentence in problems:
        print(f"{path}:{line}: error: {sentence}")
    return not wrong and not problems


def check_arrows() -> bool:
    tests = unittest.defaultTestLoader.loadTestsFromModule(test_arrows)
    result = unittest.TextTestRunner(verbosity=0, stream=(output := io.StringIO())).run(tests)
    if not result.wasSuccessful():
        print(output.getvalue(), end="")
    problems = arrows.check()
    for path, line, sentence in problems:
        print(f"{path}:{line}: error: {sentence}")
    return result.wasSuccessful() and not problems


def check_rules() -> bool:
    """Each example of examples.txt has a line that begins with `ok` or `bad`, and code below it, in a folder in parentheses or in
    that of all sources.
    """
    is_clean = True
    examples = (Path(__file__).parent / "examples.txt").read_text().split("\n--- ")[1:]
    for example in examples:
        verdict, code = example.split("\n", 1)
        folder = re.match(r"\w+ \(([^)]*)\)", verdict)
        found = [*problems(code, "Sources", ".swift"), *(problems(code, folder[1], ".swift") if folder else [])]
        if bool(found) == verdict.startswith("ok"):
            print(f"Tests/Lint/examples.txt: error: not as it says: {verdict}")
            is_clean = False
    return is_clean


if __name__ == "__main__":
    sys.exit(0 if check_rules() & check_sources() & check_folders() & check_scripts() & check_arrows() else 1)
