"""What the program Misuses prints on standard error for each mistake, in debug and release builds."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).parent / "Sources" / "Misuses" / "main.swift"

# The beginning of each sentence, which is enough to tell it from every other.
SENTENCES = {
    "format": "The predicate format “magnitude >” cannot be read at position 11",
    "model": "There is no model 'Nothing'",
    "entity": "The fetch request is for the entity 'Quak', which the context's model does not have.",
    "key written": "The entity 'Quake' has no property 'magnitud'.",
    "key read": "The entity 'Quake' has no property 'magnitud'.",
    "key path": "The key path is empty.",
    "abstract": "The entity 'Event' is abstract",
    "other context": "The object belongs to another context",
    "no sort descriptors": "A fetched results controller needs a fetch request with sort descriptors",
    "merge policy": "mergePolicy takes an NSMergePolicy, not a String.",
    "model in use": "The entity 'Quake' belongs to a model that is in use",
    "no coordinator": "The context has no persistentStoreCoordinator",
    "in a queue": "The entity 'Quake' has no property 'magnitud'.",
}


def check_misuses(program: Path, *, is_optimized: bool) -> list[str]:
    """Makes each mistake in a process of its own, and returns what was printed otherwise than expected.

    The optimizer may merge lines: where a program is optimized, the line may be missing or be another one of the same file.
    """
    line = "near" if is_optimized else "exact"
    failures = [failure for name in SENTENCES for failure in check(program, name, line)]
    with tempfile.TemporaryDirectory() as folder:
        # Without symbols there is no line to report, but the sentence stays.
        stripped = Path(shutil.copy(program, folder))
        subprocess.run(["strip", str(stripped)], check=True)
        return failures + check(stripped, "key written", "none")


def check(program: Path, name: str, line: str) -> list[str]:
    # Swift's own crash reporter would add its report of the process, which takes seconds.
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
    run = subprocess.run([program, name], env=environment, stderr=subprocess.PIPE, text=True, timeout=600)
    lines = run.stderr.splitlines()
    expected = [] if line == "none" else [f"  at {SOURCE}:{line_of(name)}"]
    if run.returncode >= 0:
        return [f"{program} {name}: ended with {run.returncode}"]
    # A sentence may go on in lines of its own, as that about a format does, which shows the place of the mistake.
    places = [line for line in lines if line.startswith("  at ")]
    is_placed = all(place.startswith(f"  at {SOURCE}:") for place in places) if line == "near" else places == expected
    if not lines or not lines[0].startswith(f"Fatal error: {SENTENCES[name]}") or not is_placed:
        return [f"{program} {name}: printed {lines}, and not {SENTENCES[name]!r} with {expected}"]
    return []


def line_of(name: str) -> int:
    """The number of the line that makes a mistake: the one below its name."""
    return SOURCE.read_text().splitlines().index(f'    case "{name}":') + 2
