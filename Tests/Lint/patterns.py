"""What the Swift sources of this repository must not contain, and why: one rule each.

A rule that is not a matter of one line has a function that says which matches are allowed.
"""

import re
from dataclasses import dataclass
from typing import Callable

# Where rules look; a folder that does not exist is passed over.
FOLDERS = ["Sources", "Tests", "Examples", "Plugins", "Benchmarks"]


def is_followed_by_general_catch(text: str, match: re.Match) -> bool:
    """Whether the block that the match opens is followed by a `catch` without a pattern."""
    depth = 1
    end = match.end()
    while depth > 0 and end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return re.match(r"\s*catch(\s*\(?\s*(let|var)\s+\w+\s*\)?)?\s*\{", text[end:]) is not None


def has_note_above(text: str, match: re.Match) -> bool:
    """Whether one of the four lines above the match, or a line about the whole file, says why the type is safe to share."""
    above = text[: match.start()].splitlines()[-4:]
    return any("// Safe to share: " in line for line in above) or "// Safe to share, all of them: " in text


@dataclass(frozen=True)
class Rule:
    pattern: re.Pattern
    sentence: str
    folders: tuple[str, ...] = tuple(FOLDERS)
    suffixes: tuple[str, ...] = (".swift",)
    is_allowed: Callable[[str, re.Match], bool] = lambda text, match: False


RULES = [
    Rule(
        re.compile(
            r"#(?!000\b)[0-9a-fA-F]{3,8}\b|light-dark\(|font(?:-size)?: [^;]*?\d+px"
            r"|(?<![-\w])(?:gap|padding|margin)(?:-[a-z-]+)?: [^;}(]*(?<![\d-])(?:[2-9]|1\d|2[0-4])px"
        ),
        "Colors, sizes of type and spacing are custom properties, which tokens.css sets.",
        folders=("Sources",),
        suffixes=(".css",),
        is_allowed=lambda text, match: ":root {" in text,
    ),
    Rule(
        re.compile(r"\bcatch\s*\(?\s*(let|var)\s+\w+\s+as\s+(Foundation\s*\.\s*)?NSError\s*\)?\s*\{"),
        "On Linux this does not catch a Swift error, though the compiler takes it for exhaustive, and the program "
        "crashes. Write `catch { let error = error as NSError`, or let a general catch follow.",
        is_allowed=is_followed_by_general_catch,
    ),
    Rule(
        re.compile(r"^(?!.*\bextension NSManagedObject\b).*@unchecked Sendable", re.MULTILINE),
        "Say above the type, in a sentence that begins with `// Safe to share: `, why it may cross threads.",
        folders=("Sources",),
        is_allowed=has_note_above,
    ),
    Rule(
        re.compile(
            r"^(?!\s*//).*?(?:\b(?:preconditionFailure|assertionFailure|fatalError)\(|\bprecondition\((?:.*\"|$))",
            re.MULTILINE,
        ),
        "This prints its sentence in debug builds only, or names a line of Strata's and not of the program's. Use "
        "trap(_:) or require(_:_:) of Sources/StrataTraps.",
        folders=("Sources",),
    ),
]
