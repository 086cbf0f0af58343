"""What the Swift sources of this repository must not contain, and why: one rule each.

A rule that is not a matter of one line has a function that says which matches are allowed.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

# Where rules look; a folder that does not exist is passed over.
FOLDERS = ["Sources", "Tests", "Examples", "Plugins", "Benchmarks"]

ROOT = Path(__file__).resolve().parents[2]

# The examples without their tests. An example that is a package of its own has its sources in a folder.
EXAMPLES = tuple(
    f"Examples/{path.name}/Sources" if (path / "Package.swift").exists() else f"Examples/{path.name}"
    for path in sorted((ROOT / "Examples").iterdir())
    if path.is_dir() and path.name != "Tests" and not path.name.startswith(".")
)

# The sources of views, without the folder whose code passes locales to C.
VIEWS = (
    *(
        f"Sources/StrataViewGraph/{path.name}"
        for path in sorted((ROOT / "Sources/StrataViewGraph").iterdir())
        if path.name != "Localization"
    ),
    "Sources/SwiftUI",
)

# The sources of everything else.
APART_FROM_VIEWS = tuple(
    f"Sources/{path.name}"
    for path in sorted((ROOT / "Sources").iterdir())
    if path.name not in ("StrataViewGraph", "SwiftUI")
)

# The sources of everything but the plug-ins of the compiler, which read what the compiler sends, and the target whose decoders
# check bytes before those of Foundation read them.
APART_FROM_DECODERS = tuple(
    f"Sources/{path.name}"
    for path in sorted((ROOT / "Sources").iterdir())
    if path.name not in ("StrataArchives", "StrataMacros", "StrataSwiftDataExpansion")
)


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


# The end of a line whose statement continues in the next one, and the beginning of one that continues that of the line above.
UNFINISHED = re.compile(r"(?:[,(\[{=?:]|&&|\|\||->|\b(?:return|await|in))$")
CONTINUED = re.compile(r"[.?:)\]=]|[&|<>!]=|&&|\|\||<|>|(?:else|where)\b")


def has_reason(text: str, match: re.Match, opening: str) -> bool:
    """Whether the line of the match has a comment with this beginning, or the statement of the match has it above."""
    end = text.find("\n", match.end())
    line, *above = (each.strip() for each in reversed(text[: end if end >= 0 else None].splitlines()))
    if opening in line:
        return True
    for previous in above:
        if opening in previous:
            return True
        is_comment = previous.startswith("//")
        if not is_comment and (line.startswith("//") or not (UNFINISHED.search(previous) or CONTINUED.match(line))):
            return False
        line = previous
    return False


def has_reason_to_ignore(text: str, match: re.Match) -> bool:
    """Whether a comment says why the error of the match can be ignored."""
    return has_reason(text, match, "// Ignored")


def is_safe_to_decode(text: str, match: re.Match) -> bool:
    """Whether the match is in a comment, or a comment says why Foundation's decoder may read these bytes."""
    line = text[text.rfind("\n", 0, match.start()) + 1 :]
    return line.lstrip().startswith("//") or has_reason(text, match, "// Safe to decode: ")


# The packages that `make run` builds.
MANIFESTS = ("Package.swift", "Examples/Package.swift", "Examples/Trips/Package.swift")

# The test targets.
TEST_TARGETS = tuple(f"Tests/{path.name}" for path in sorted((ROOT / "Tests").iterdir()) if path.name.endswith("Tests"))

# The beginning of a suite, or of an extension of one, at the top level of a file.
SUITE = re.compile(r"^(?!\s|//)[^\n{]*\b(?:struct|class|actor|enum|extension) (\w+Tests)\b", re.MULTILINE)


def is_in_process_of_its_own(text: str, match: re.Match) -> bool:
    """Whether the suite around the match runs in a process of its own, or a comment says which step ends the other process."""
    line = text[text.rfind("\n", 0, match.start()) + 1 :]
    suites = SUITE.findall(text, 0, match.start())
    return (
        line.lstrip().startswith("//")
        or not suites
        or re.search(r"(Damage|Fuzz|Kill)Tests$", suites[-1]) is not None
        or has_reason(text, match, "// At a fixed step: ")
    )


def is_seeded(text: str, match: re.Match) -> bool:
    """Whether the arguments that the match opens name a generator, or a comment says why they do not."""
    line = text[text.rfind("\n", 0, match.start()) + 1 :]
    if line.lstrip().startswith("//") or has_reason(text, match, "// Not seeded: "):
        return True
    depth = 1
    end = match.end()
    while depth > 0 and end < len(text):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return re.search(r"\busing:", text[match.end() : end]) is not None


def body(text: str, match: re.Match) -> str:
    """The text between the brace that ends the match and the one that closes it."""
    depth = 1
    end = match.end()
    while depth > 0 and end < len(text):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return text[match.end() : end - 1]


# The sources of CoreData, without the folder of the SQLite engine and without the one file that names its kind, and of the targets
# above it or beside it.
ABOVE_ENGINES = (
    *(
        f"Sources/CoreData/{path}"
        for parent in ("", "Stores/", "Coordination/")
        for path in sorted(f"{parent}{path.name}" for path in (ROOT / "Sources/CoreData" / parent).iterdir())
        if path not in ("Stores", "Stores/SQLite", "Coordination", "Coordination/StoreKinds.swift")
    ),
    "Sources/StrataViewGraph",
    "Sources/StrataWebHost",
    "Sources/SwiftData",
    "Sources/SwiftUI",
)

# Core Data's own names with the word.
APPLES_NAMES = {
    "NSSQLiteAnalyzeOption",
    "NSSQLiteError",
    "NSSQLiteErrorDomain",
    "NSSQLiteManualVacuumOption",
    "NSSQLitePragmasOption",
    "NSSQLiteStoreType",
}


def is_apples_name(text: str, match: re.Match) -> bool:
    """Whether the match is one of Apple's names or the value of such a constant, or the word in a comment."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.end()]
    is_word = match[0] == "SQLite" and re.match(r"\s*//|public let NSSQLite\w+ = \"", line) is not None
    return match[0] in APPLES_NAMES or is_word


def says_what_happens(text: str, match: re.Match) -> bool:
    """Whether the block of a `catch` uses the error, throws or logs another one, or says in a comment why it does not."""
    is_general = re.fullmatch(r"catch\s*\{", match[0]) is not None
    block = body(text, match)
    return "//" in block or (re.search(r"\b(error|throw|trap|warn)\b", block) is not None if is_general else block.strip() != "")


def is_outside_of_locks(text: str, match: re.Match) -> bool:
    """Whether no block around the match, in its function, is that of a `withLock`, and no lock was acquired by `lock()` before it."""
    if re.match(r"\s*//", text[text.rfind("\n", 0, match.start()) + 1 :]):
        return True
    depth = 0
    for index in range(match.start() - 1, -1, -1):
        if text[index] == "}":
            depth += 1
        elif text[index] == "{":
            depth -= 1
            if depth < 0:
                head = text[text.rfind("\n", 0, index) + 1 : index]
                if re.search(r"\bwithLock\w*\s*(\(\s*)?$", head):
                    return False
                if re.search(r"\b(func|init|deinit|var|struct|class|enum|extension)\b", head):
                    before = re.sub(r"\bdefer \{[^{}]*\}", "", text[index : match.start()])
                    return before.rfind(".lock()") <= before.rfind(".unlock()")
                depth = 0
    return True


def has_locale(text: str, match: re.Match) -> bool:
    """Whether the line of the match names the locale, or is about a case of `Text.Segment`."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : (text + "\n").index("\n", match.end())]
    return re.search(r"\blocale\b|FormattedValue\(|\bcase \.formatted\(|^\s*//", line) is not None


def needs_no_locale(text: str, match: re.Match) -> bool:
    """Whether the match is a format for programs, or a comment says why no person reads its result."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : (text + "\n").index("\n", match.end())]
    above = text[: match.end()].splitlines()[-7:]
    return (
        re.search(r"^\s*//|\.formatted\(\.iso8601\b|String\(format: \"%0\d+[xX]\"", line) is not None
        or has_locale(text, match)
        or any("// Not localized: " in each for each in above)
    )


@dataclass(frozen=True)
class Rule:
    pattern: re.Pattern
    sentence: str
    folders: tuple[str, ...] = tuple(FOLDERS)
    suffixes: tuple[str, ...] = (".swift",)
    is_allowed: Callable[[str, re.Match], bool] = lambda text, match: False


LOCALE = re.compile(r"\bLocale\s*\.\s*(current|autoupdatingCurrent)\b|\.formatted\(|\bString\(format:")

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
    Rule(
        re.compile(r"\.timeLimit\(\.(?:seconds\(|minutes\([12]?\d\))"),
        "Hundreds of tests share as many threads as there are cores, so all others may run between two steps of one. Allow a "
        "test at least thirty minutes: the limit ends only one that is stuck.",
        folders=("Tests", "Examples"),
    ),
    Rule(
        re.compile(r"^(?!\s*//).*?\btry\?(?=[\s(])", re.MULTILINE),
        "Throw the error, log it, or say why it can be ignored, in a comment on this line or above it that begins with "
        "`// Ignored: `.",
        folders=("Sources", "Plugins", "Benchmarks", *EXAMPLES),
        is_allowed=has_reason_to_ignore,
    ),
    Rule(
        LOCALE,
        "Views have the locale of their window's user, and not that of the process. Use the environment's locale.",
        folders=VIEWS,
        is_allowed=has_locale,
    ),
    Rule(
        LOCALE,
        "A process has one locale, and the windows have those of their users. Pass the locale of the text's reader, or say in a "
        "comment on this line or above it that begins with `// Not localized: ` what the text is for.",
        folders=APART_FROM_VIEWS,
        is_allowed=needs_no_locale,
    ),
    Rule(
        re.compile(
            r"\b[A-Z]\w*Formatter\s*(?:\(\)|\.\s*(?:string|localizedString)\w*\()"
            r"|\b(?:Calendar|TimeZone)\s*\.\s*(?:current|autoupdatingCurrent)\b"
        ),
        "A formatter that is made here, the current calendar and the current time zone are those of the process. Use a format "
        "style with the locale of the text's reader, and the environment's calendar and time zone.",
        folders=(*VIEWS, "Sources/StrataWebHost"),
        is_allowed=lambda text, match: text[text.rfind("\n", 0, match.start()) + 1 :].lstrip().startswith("//"),
    ),
    Rule(
        re.compile(r"\bcatch\b[^{}\n]*\{"),
        "Throw the error, log it, or say in a comment in this block why it can be ignored.",
        folders=("Sources",),
        is_allowed=says_what_happens,
    ),
    Rule(
        re.compile(
            r"\bFileHandle\s*\.\s*standard(Error|Output)\b|[hH]andle\.write\((?!contentsOf:)"
            r"|\.(readDataToEndOfFile|readData\(ofLength|availableData|seekToEndOfFile|seek\(toFileOffset|truncateFile"
            r"|synchronizeFile|closeFile|offsetInFile)\b"
        ),
        "This ends the process if the file cannot be read or written. Use StandardStream of Sources/StrataTraps, or the "
        "methods of FileHandle that throw.",
        folders=("Sources",),
        is_allowed=lambda text, match: text[text.rfind("\n", 0, match.start()) + 1 :].lstrip().startswith("//"),
    ),
    Rule(
        # Of any receiver, as a decoder may be in a variable; `Self` is a function of the file, which is checked too.
        re.compile(r"(?<!\bPropertyList)(?<!\bSelf)\.\s*decode\((?:[^()]|\([^()]*\))*?,\s*from:"),
        "Foundation's decoders trap for some hostile bytes. Use decode(_:fromUntrusted:) or PropertyList of "
        "Sources/StrataArchives, or say in a comment on this line or above it that begins with `// Safe to decode: ` where the "
        "bytes come from.",
        folders=APART_FROM_DECODERS,
        is_allowed=is_safe_to_decode,
    ),
    Rule(
        re.compile(r"\b(?:NSKeyedUnarchiver|PropertyListDecoder|PropertyListSerialization\s*\.\s*propertyList)\b"),
        "Foundation's readers of archives and property lists trap for some hostile bytes. Use KeyedArchive or PropertyList of "
        "Sources/StrataArchives, or say in a comment on this line or above it that begins with `// Safe to decode: ` where the "
        "bytes come from.",
        folders=APART_FROM_DECODERS,
        is_allowed=is_safe_to_decode,
    ),
    Rule(
        re.compile(
            r"\bNotificationCenter\.default\.post\(|\bpost\(\.|\.performFetch\(|\.performAndWait\b|\.fetch\(|\.history\("
            r"|\.loadPersistentStores\b|\bData\(contentsOf:|\.write\(to:"
        ),
        "No lock is held while the app's code runs, and none that other threads need during I/O: the code may use another "
        "thread that waits for the lock. Do this before the lock is acquired, or after it is released.",
        folders=("Sources",),
        is_allowed=is_outside_of_locks,
    ),
    Rule(
        re.compile(r"\w*SQLite\w*|\bGRDB\w*"),
        "Stores are used through the protocols of Sources/CoreData/Stores/Contract, and kinds of stores are named in "
        "StoreKinds.swift only. In a comment, say “the store”.",
        folders=ABOVE_ENGINES,
        is_allowed=is_apples_name,
    ),
    Rule(
        re.compile(r"\bDamage\(|\bSIGKILL\b|\bkill\("),
        "A trap would end the process with all other tests. Move the test to a suite whose name ends in DamageTests, FuzzTests or "
        "KillTests, or say in a comment above it that begins with `// At a fixed step: ` when a process is killed, if that is the "
        "same each time.",
        folders=TEST_TARGETS,
        is_allowed=is_in_process_of_its_own,
    ),
    Rule(
        re.compile(r"\.(?:random|randomElement|shuffled|shuffle)\(|\bSystemRandomNumberGenerator\("),
        "The same tests have the same verdict each time. Pass a SeededGenerator with the seed of testSeed(), or say in a comment "
        "on this line or above it that begins with `// Not seeded: ` why the value does not matter.",
        folders=("Tests", "Examples/Tests"),
        is_allowed=is_seeded,
    ),
    Rule(
        re.compile(
            r"/(?:swift-crypto|swift-nio-ssl|swift-certificates|async-http-client)(?:\.git)?\""
            r"|name: \"(?:Crypto|_CryptoExtras|CryptoExtras|NIOSSL|X509|AsyncHTTPClient|HummingbirdTLS|HummingbirdHTTP2"
            r"|HummingbirdTesting|NIOCertificate(?:Reloading|Helpers)|NIOHTTPTypesHTTP2)\""
        ),
        "This builds BoringSSL or an HTTP client, and the first page of `make run` waits for it. A target that needs it belongs in a "
        "package of its own, as Benchmarks are.",
        folders=MANIFESTS,
    ),
    Rule(
        re.compile(r"\.package\(url: \"[^\"]*/hummingbird(?:\.git)?\"(?![^()]*\btraits:)"),
        "By default, Hummingbird builds swift-configuration, too, and the first page of `make run` waits for it. Add `traits: []`.",
        folders=MANIFESTS,
    ),
]
