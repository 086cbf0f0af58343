"""Where the tested packages are built, and the options of `swift build` that all of them have.

They share a scratch folder, so that Strata is compiled once for debugging. With other options it would be compiled again.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = ROOT / ".build" / "tests"
# docs/performance.md has what each option of the compiler saves.
SHARED = [
    "--scratch-path",
    str(SCRATCH),
    # Otherwise SwiftPM may take the build manifest of another package that it has built there before.
    "--disable-build-manifest-caching",
    # The index for editors, in which SwiftPM finds tests, does not describe the modules of the toolchain.
    "-Xswiftc",
    "-index-ignore-system-modules",
    # The compiler checks the files of a module in groups, by default of 25. Its time for a group with many macros grows faster than the
    # group.
    "-Xswiftc",
    "-driver-batch-size-limit",
    "-Xswiftc",
    "12",
]
