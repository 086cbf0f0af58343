"""What comments and documents of this repository are held to; CONTRIBUTING.md, "Voice", has the reasons."""

import re

from patterns import Rule

WRITTEN = ("Package.swift", "Sources", "Plugins", "Examples", "Benchmarks", "Tests")

# Words that the field does not use, and what to write.
WORDS = {
    "anew": "again",
    "gives? way": "is replaced, loses",
    "hears? of|heard of": "observes, receives",
    "let go of|lets go of": "released",
    "nobody|somebody|whoever": "no object, a caller, the thread that…",
    "tells? of|told of": "reports, notifies",
    "takes? over|took over|taken over": "claims, adopts, replaces",
    "thousand million": "billion",
    "whatever it is": "any value",
}

# A comment's text up to the match, on one line; `://` in an address does not begin one.
COMMENT = r"^[^\n]*?(?<!:)//[^\n]*?"


def is_in_literal(text: str, match: re.Match) -> bool:
    """Whether the match is in a string literal of several lines, as in code that generates Swift."""
    return text.count('"""', 0, match.start()) % 2 == 1


def is_continuation(text: str, match: re.Match) -> bool:
    """Whether the line above belongs to the same doc comment."""
    above = text[: match.start()].splitlines()
    return bool(above) and above[-1].lstrip().startswith("///")


def is_documented(text: str, match: re.Match) -> bool:
    """Whether a doc comment stands above the declaration, or another symbol's documentation is inherited."""
    if INHERITED.search(match[0]) or is_in_literal(text, match):
        return True
    lines = text[: match.start()].splitlines()
    while lines and re.match(r"\s*(@|#if|#else|// |\)$)", lines[-1]):
        # An attribute over several lines.
        if lines[-1].strip() == ")":
            while lines and not re.match(r"\s*@", lines[-1]):
                lines.pop()
        lines.pop()
    return bool(lines) and re.match(r"\s*(///|\*/)", lines[-1]) is not None


# Declarations that inherit their documentation from a superclass or from a protocol of the standard library.
INHERITED = re.compile(
    r"\boverride\b|\bextension\b|\bimport\b|func ==|func <|func hash\(into|func encode\(to|init\(from |"
    r"var (hashValue|description|debugDescription|customMirror|errorDescription|rawValue|body|startIndex|endIndex)\b|"
    r"func (index|makeIterator|makeBody)\(|init\?\(rawValue|init\??\(coder|"
    r"typealias (Body|Element|Index|ArrayLiteralElement|ID|Iterator|SubSequence|Indices|Output|Failure|RawValue)\b"
)

RULES = [
    *(
        Rule(
            re.compile(rf"{COMMENT}\b({word})\b", re.MULTILINE | re.IGNORECASE),
            f"Write this comment in the words of the field: {instead}.",
            folders=WRITTEN,
            suffixes=(".swift", ".js"),
        )
        for word, instead in WORDS.items()
    ),
    *(
        Rule(
            re.compile(rf"\b({word})\b", re.IGNORECASE),
            f"Write this sentence in the words of the field: {instead}.",
            folders=("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", *WRITTEN),
            suffixes=(".md",),
        )
        for word, instead in WORDS.items()
    ),
    Rule(
        re.compile(r"^[ \t]*///[ \t]+(What|Where|How|Which|Who|That|Those that|Said|Told)\b", re.MULTILINE),
        "Begin a doc comment with what the symbol is or does: a noun phrase, or a verb such as “Returns”.",
        folders=WRITTEN,
        is_allowed=is_continuation,
    ),
    Rule(
        re.compile(r"^[ \t]*//.{100,}$", re.MULTILINE),
        "Wrap comments at 100 columns.",
        folders=WRITTEN,
        suffixes=(".swift", ".js"),
        is_allowed=lambda text, match: len(match[0]) <= 100 or "://" in match[0] or is_in_literal(text, match),
    ),
    Rule(
        re.compile(
            r"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*"
            r"(?:(?:final|static|class|nonisolated(?:\(unsafe\))?|mutating|convenience|required|override|indirect|dynamic|weak|"
            r"lazy|consuming|unowned|prefix|postfix|infix)[ \t]+)*(?:public|open)[ \t][^\n]*",
            re.MULTILINE,
        ),
        "Give this public symbol a doc comment: one sentence on what it is or does, then errors and cost where they matter.",
        folders=("Sources",),
        is_allowed=is_documented,
    ),
]
