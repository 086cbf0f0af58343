"""Prints how much of SwiftUI's and Core Data's interface, as apps use it, the public modules have.

measure.py SWIFT BUILD REFERENCES

BUILD is the folder of a release build, as `swift build -c release --show-bin-path` prints it, REFERENCES the folder with
the symbols that apps use and with coverage.py, which compares them. The missing symbols are written to
BUILD/coverage/missing-*.tsv.
"""

import pathlib
import subprocess
import sys

swift, build, references = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
scratch = build.parents[1]
graphs = build / "coverage"


def module_maps():
    """The module maps of the C targets that the build has, directly or in a dependency."""
    yield from build.glob("*.build/module.modulemap")
    for sources in [pathlib.Path("Sources"), *(scratch / "checkouts").glob("*/Sources")]:
        yield from sources.glob("*/module.modulemap")
        yield from sources.glob("*/include/module.modulemap")


def extract(module):
    flags = [flag for file in module_maps() for flag in ("-Xcc", f"-fmodule-map-file={file}")]
    subprocess.run(
        [swift, "symbolgraph-extract", "-module-name", module, "-I", build / "Modules", *flags,
         "-target", "x86_64-unknown-linux-gnu", "-output-dir", graphs,
         "-minimum-access-level", "public", "-skip-inherited-docs"],
        check=True, stdout=subprocess.DEVNULL)


if not references.is_dir():
    sys.exit(f"{references} is missing: it has the symbols that apps use.")
graphs.mkdir(parents=True, exist_ok=True)
for module in ("StrataPredicates", "StrataViewGraph", "CoreData", "SwiftData", "SwiftUI"):
    extract(module)
for framework in ("swiftui", "coredata"):
    report = subprocess.run(
        [sys.executable, references / "coverage.py", graphs, references / f"{framework}.tsv", graphs / f"missing-{framework}.tsv"],
        check=True, capture_output=True, text=True).stdout
    print(f"{framework}: {report}", end="")
