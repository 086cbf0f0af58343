"""Measures what XcodeFolderPlugin adds to the builds of an app with many files.

    python3 Benchmarks/xcode_folder.py [FILES] [EDITS] [FOLDER]

Writes two packages with the same code into FOLDER, by default a temporary one: an Xcode folder of FILES files (300) with the plug-in,
and a target of the copies that the plug-in writes, without it. After Strata itself is built, it measures their first builds, builds
without a change, and builds after each of EDITS edits (5) of one file, and prints a table in Markdown. Takes some minutes; the machine
should do nothing else.
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

STRATA = Path(__file__).resolve().parents[1]
PLUGIN = ', plugins: [.plugin(name: "XcodeFolderPlugin", package: "strata")]'


def main(arguments: list[str]) -> None:
    files, edits = (int(argument) for argument in (arguments + ["300", "5"][len(arguments) :])[:2])
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(arguments[2] if len(arguments) > 2 else temporary).resolve()
        scratch = folder / "scratch"
        write_package(folder / "Folder", "FolderApp", ', sources: ["Linux"]', PLUGIN)
        write_app(folder / "Folder" / "FolderApp", files)
        # SwiftPM requires a source file in each target. That of the app is replaced by the copies below.
        app = folder / "Plain" / "PlainApp"
        write(app / "Placeholder.swift", "")
        write_package(folder / "Plain", "PlainApp", "", "")
        for package in ["Folder", "Plain"]:
            build(folder / package, scratch, "Warm")
        rows = {"with the plug-in": measure(folder / "Folder", scratch, "FolderApp", edits)}
        copies = scratch / "plugins" / "outputs" / "folder" / "FolderApp" / "destination" / "XcodeFolderPlugin"
        (app / "Placeholder.swift").unlink()
        for copy in copies.glob("*.swift"):
            shutil.copy(copy, app)
        rows["without it"] = measure(folder / "Plain", scratch, "PlainApp", edits)
    print(f"\n| {files} files | first build | its CPU seconds | no change | one file edited | its CPU seconds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name, values in rows.items():
        print(f"| {name} | " + " | ".join(f"{value:.1f} s" for value in values) + " |")


def write_package(package: Path, target: str, sources: str, plugins: str) -> None:
    """Writes a manifest with the app, and a small target that needs all that the app does."""
    dependency = 'dependencies: [.product(name: "CoreData", package: "strata")]'
    warm = package / "Warm"
    write(warm / "Linux" / "Linux.swift", "import CoreData\n")
    write(warm / "Warm.swift", "import CoreData\n\n@objc class Warm: NSObject {}\n" if plugins else "import CoreData\n")
    targets = "".join(
        f'        .target(name: "{name}", {dependency}, path: "{name}"{sources}, swiftSettings: [.swiftLanguageMode(.v5)]{plugins}),\n'
        for name in ["Warm", target]
    )
    write(
        package / "Package.swift",
        f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "{package.name.lower()}",
    dependencies: [.package(name: "strata", path: "{STRATA}")],
    targets: [
{targets}    ])
""",
    )


def write_app(app: Path, files: int) -> None:
    """Writes an Xcode folder: a tenth of its files are managed classes, as many extend them, and the others use both."""
    write(app / "Linux" / "Linux.swift", "// Nothing is for Linux only.\n")
    classes = max(1, files // 10)
    for number in range(files):
        index = number % classes
        if number < classes:
            text = f"@objc(Entry{index})\npublic class Entry{index}: NSManagedObject {{\n    @NSManaged public var name: String?\n"
            text += "    @NSManaged public var count: Int64\n    @NSManaged public var date: Date?\n}\n"
        elif number < 2 * classes:
            text = f"extension Entry{index} {{\n    public override func awakeFromInsert() {{\n        super.awakeFromInsert()\n"
            text += f"        setPrimitiveValue(Date(), forKey: #keyPath(Entry{index}.date))\n    }}\n}}\n"
        else:
            text = functions(number, index)
        write(app / f"Part{number % 7}" / f"File{number}.swift", f"import CoreData\n\n{text}")
    entities = "".join(
        f'<entity name="Entry{index}" representedClassName="Entry{index}"><attribute name="count" attributeType="Integer 64" '
        f'defaultValueString="0" usesScalarValueType="YES"/><attribute name="date" optional="YES" attributeType="Date"/>'
        f'<attribute name="name" optional="YES" attributeType="String"/></entity>\n'
        for index in range(classes)
    )
    write(
        app / "Model.xcdatamodeld" / "Model.xcdatamodel" / "contents",
        f'<?xml version="1.0" encoding="UTF-8"?>\n<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">\n'
        f"{entities}</model>\n",
    )


def functions(number: int, index: int) -> str:
    """Returns a class of some thirty lines that finds, sorts and counts objects."""
    body = "".join(
        f"""
    @objc func matching{part}(_ text: String, in context: NSManagedObjectContext) throws -> [Entry{index}] {{
        let request = NSFetchRequest<Entry{index}>(entityName: "Entry{index}")
        request.predicate = NSPredicate(format: "%K CONTAINS %@", #keyPath(Entry{index}.name), text)
        request.sortDescriptors = [NSSortDescriptor(key: #keyPath(Entry{index}.date), ascending: {"true" if part else "false"})]
        return try context.fetch(request).filter {{ $0.count > {part} && ($0.name?.hasPrefix(text) ?? false) }}
    }}
"""
        for part in range(3)
    )
    return f"class Finder{number}: NSObject {{\n    @objc dynamic var edits = 0 // edit\n{body}}}\n"


def measure(package: Path, scratch: Path, target: str, edits: int) -> list[float]:
    """Builds a target several times, and returns the seconds of each kind of build."""
    first = build(package, scratch, target)
    unchanged = statistics.median(build(package, scratch, target)[0] for _ in range(3))
    sources = sorted(path for path in (package / target).rglob("*.swift") if "// edit" in path.read_text())
    times: list[tuple[float, float]] = []
    for edit in range(1, edits + 1):
        source = sources[edit * 37 % len(sources)]
        source.write_text(source.read_text().replace("= 0 // edit", f"= {edit} // edit"))
        times.append(build(package, scratch, target))
    return [*first, unchanged, statistics.median(time for time, _ in times), statistics.median(cpu for _, cpu in times)]


def build(package: Path, scratch: Path, target: str) -> tuple[float, float]:
    """Builds a target, and returns the seconds and the CPU seconds that it took."""
    print(f"== {target}", file=sys.stderr, flush=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    # Both packages share the scratch folder. Without `--disable-build-manifest-caching`, SwiftPM may take the manifest of the other one.
    options = ["--package-path", str(package), "--scratch-path", str(scratch), "--disable-build-manifest-caching"]
    line = [str(STRATA / "Tests" / "swift-build"), *options, "--target", target]
    subprocess.run(line, check=True, stdout=sys.stderr, env=os.environ)
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
