"""Tries the README's Package.swift as its reader would, on Linux and as far as possible as on a Mac.

Writes the package of the README into a folder beside this repository's examples. `swift package dump-package` reads the
manifest, as it is and with the conditions of a Mac; there, nothing of Strata may be left. Then the package is built.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1]
ROOT = EXAMPLES.parent
SWIFT = os.environ.get("SWIFT", "swift")


def block(readme: str, language: str, content: str) -> str:
    """The first code block of the README in a language with some content."""
    blocks = re.findall(rf"```{language}\n(.*?)```", readme, re.DOTALL)
    return next(block for block in blocks if content in block)


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def manifest(folder: Path) -> dict:
    line = [SWIFT, "package", "--package-path", str(folder), "dump-package"]
    return json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    readme = (ROOT / "README.md").read_text()
    package = block(readme, "swift", "// swift-tools-version").replace('"../strata"', json.dumps(str(ROOT)))
    sources = {
        "Sources/Notes/NotesApp.swift": block(readme, "swift", "@main"),
        "Sources/Notes/Notes.xcdatamodeld/Notes.xcdatamodel/contents": block(readme, "xml", "<entity"),
    }
    folder = EXAMPLES / ".build" / "readme"
    on_a_mac = EXAMPLES / ".build" / "readme-on-a-mac"
    write(folder, {"Package.swift": package, **sources})
    write(on_a_mac, {"Package.swift": package.replace("#if os(Linux)", "#if !os(Linux)"), **sources})

    linux, mac = manifest(folder), manifest(on_a_mac)
    assert "strata" in json.dumps(linux["dependencies"]), "The README's manifest does not depend on strata on Linux."
    assert linux["targets"][0]["exclude"] == ["Notes.xcdatamodeld"], linux["targets"][0]
    assert linux["targets"][0]["pluginUsages"], "The README's manifest uses no plug-in on Linux."
    assert mac["dependencies"] == [], mac["dependencies"]
    target = mac["targets"][0]
    assert (target["dependencies"], target["exclude"], target.get("pluginUsages") or []) == ([], [], []), target
    print("== The README's manifest, on Linux and as on a Mac: as it says", flush=True)

    # Everything but the package itself was built for the examples already, with the same settings.
    scratch = EXAMPLES / ".build"
    subprocess.run([SWIFT, "build", "--package-path", str(folder), "--scratch-path", str(scratch)], check=True)
    print("== The README's package: built", flush=True)


try:
    main()
except subprocess.CalledProcessError as error:
    sys.exit((error.stderr or "") + f"\n{error}")
