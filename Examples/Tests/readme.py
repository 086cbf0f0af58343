"""Checks the manifests of the documents on Linux and, as far as that is possible here, as on a Mac.

`swift package dump-package` reads each manifest as it is, and with its conditions reversed, as on a Mac: then it must not
mention Strata. At the end, the package that the README shows is built.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Tests" / "Suite"))

from scratch import ROOT, SHARED

SWIFT = os.environ.get("SWIFT", "swift")
# The name of the README's target where it is built: in the same folder is the executable of Examples/Notes, which tests run meanwhile.
NAME = "NotesOfReadme"


def block(readme: str, language: str, content: str) -> str:
    """Returns the first code block of the README in a language that contains a text."""
    blocks = re.findall(rf"```{language}\n(.*?)```", readme, re.DOTALL)
    return next(block for block in blocks if content in block)


def write(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def manifest(folder: Path) -> dict:
    line = [SWIFT, "package", "--package-path", str(folder), "dump-package"]
    return json.loads(subprocess.run(line, check=True, capture_output=True, text=True).stdout)


def check_manifest(text: str, name: str) -> Path:
    """Checks a manifest of a document on Linux and as on a Mac. Returns the folder of the one for Linux."""
    # `traits:`, which an app with SwiftData adds to the dependency, needs 6.1.
    assert text.startswith("// swift-tools-version: 6.2\n"), f"{name}: not the version of the manifests that strata-init writes."
    text = text.replace('"../strata"', json.dumps(str(ROOT)))
    folder = ROOT / ".build" / "documents" / name
    on_a_mac = ROOT / ".build" / "documents" / f"{name}-on-a-mac"
    write(folder, {"Package.swift": text})
    write(on_a_mac, {"Package.swift": text.replace("#if os(Linux)", "#if !os(Linux)")})

    linux, mac = manifest(folder), manifest(on_a_mac)
    target = linux["targets"][-1]
    assert "strata" in json.dumps(linux["dependencies"]), f"{name}: no dependency on strata on Linux."
    assert target["exclude"] and target["pluginUsages"], f"{name}: no plug-in on Linux, or the model is not excluded."
    (target,) = mac["targets"]
    left = mac["dependencies"] + target["dependencies"] + target["exclude"] + (target.get("pluginUsages") or [])
    assert not left, f"{name}: on a Mac there is still {left}."
    print(f"== The manifest of {name}, on Linux and as on a Mac: as expected", flush=True)
    return folder


def main() -> None:
    readme = (ROOT / "README.md").read_text()
    folder = check_manifest(block(readme, "swift", "// swift-tools-version"), "README")
    article = (ROOT / "Sources/CoreData/CoreData.docc/BringYourApp.md").read_text()
    check_manifest(block(article, "swift", "// swift-tools-version"), "BringYourApp")

    sources = {
        f"Sources/{NAME}/NotesApp.swift": block(readme, "swift", "@main"),
        f"Sources/{NAME}/Notes.xcdatamodeld/Notes.xcdatamodel/contents": block(readme, "xml", "<entity"),
    }
    write(folder, sources)
    # As the other packages that are tested, so that Strata need not be compiled again.
    text = (folder / "Package.swift").read_text()
    assert text.count(f"path: {json.dumps(str(ROOT))})") == 1, "The README's manifest depends on Strata in another way."
    text = text.replace(f"path: {json.dumps(str(ROOT))})", f'path: {json.dumps(str(ROOT))}, traits: ["SwiftData"])')
    write(folder, {"Package.swift": text.replace('name: "Notes"', f"name: {json.dumps(NAME)}")})
    subprocess.run([str(ROOT / "Tests" / "swift-build"), "--package-path", str(folder), *SHARED], check=True)
    print("== The README's package: built", flush=True)


try:
    main()
except subprocess.CalledProcessError as error:
    sys.exit((error.stderr or "") + f"\n{error}")
