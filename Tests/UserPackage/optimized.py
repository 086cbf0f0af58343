"""Compiles this package's own targets as a build for release does, and links them with Strata's debug build.

What only a release build of a user's code can show does not need a release build of all libraries: the symbols of `@NSManaged`
members, which the optimizer might remove, and the lines of mistakes in code that it inlined and merged.
The commands are those of the build manifest that SwiftPM has written for the debug build.
"""

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

# Options of a debug build, with the number of their values.
OMITTED = {
    "-Onone": 0, "-enable-testing": 0, "-DDEBUG": 0, "-incremental": 0, "-enable-batch-mode": 0, "-parseable-output": 0,
    "-emit-dependencies": 0, "-serialize-diagnostics": 0, "-index-store-path": 1, "-output-file-map": 1, "-emit-module-path": 1,
}


class Manifest:
    """The commands of an llbuild manifest, by their names."""

    def __init__(self, text: str):
        self.commands = dict(re.findall(r'^  "(C\..*?)":\n((?:    .*\n)+)', text, re.MULTILINE))

    def field(self, command: str, name: str) -> list[str]:
        return json.loads(re.search(rf"^    {name}: (\[.*\])$", self.commands[command], re.MULTILINE)[1])

    def modules(self, package: Path) -> Iterator[tuple[str, list[str]]]:
        """The targets of a package with the arguments of their compilations, each after those that it imports."""
        found = {}
        for command in self.commands:
            if (match := re.fullmatch(r"C\.(\w+)-.*-debug\.module", command)) and any(
                path.endswith(".swift") and Path(path).is_relative_to(package) for path in self.field(command, "inputs")
            ):
                found[match[1]] = command
        imports = {name: {other for other in found if f"/{other}.swiftmodule" in self.commands[found[name]].split("args:")[0].split("outputs:")[0]}
                   for name in found}
        while imports:
            ready = sorted(name for name, others in imports.items() if not others & imports.keys())
            for name in ready:
                del imports[name]
                yield name, self.field(found[name], "args")

    def link(self, program: str) -> list[str]:
        (command,) = [command for command in self.commands if re.fullmatch(rf"C\.{program}-.*-debug\.exe", command)]
        return self.field(command, "args")


def optimized(manifest: Path, package: Path, programs: list[str], folder: Path) -> list[Path]:
    """Compiles the targets of the programs, and returns the linked programs."""
    commands = Manifest(manifest.read_text())
    folder.mkdir(parents=True, exist_ok=True)
    links = {program: commands.link(program) for program in programs}
    objects = {program: objects_of(link) for program, link in links.items()}
    wanted = {Path(path).parent.stem for paths in objects.values() for path in paths}
    compiled = {}
    for name, arguments in commands.modules(package):
        if name in wanted:
            compiled[name] = compile(name, arguments, folder)
    return [linked(program, links[program], objects[program], compiled, folder) for program in programs]


def compile(name: str, arguments: list[str], folder: Path) -> Path:
    swiftc, *rest = arguments
    kept = []
    words = iter(rest)
    for word in words:
        if word in OMITTED:
            for _ in range(OMITTED[word]):
                next(words)
        elif not re.fullmatch(r"-j\d+", word):
            kept.append(word)
    output = folder / f"{name}.o"
    line = [swiftc, "-I", folder, *kept, "-O", "-whole-module-optimization", "-emit-module-path", folder / f"{name}.swiftmodule", "-o", output]
    subprocess.run(line, check=True)
    return output


def objects_of(link: list[str]) -> list[str]:
    (file,) = [word[1:] for word in link if word.endswith(".LinkFileList")]
    return [path for line in Path(file).read_text().splitlines() for path in shlex.split(line)]


def linked(program: str, link: list[str], objects: list[str], compiled: dict[str, Path], folder: Path) -> Path:
    others = [path for path in objects if Path(path).parent.stem not in compiled]
    own = {Path(path).parent.stem for path in objects} & compiled.keys()
    file = folder / f"{program}.LinkFileList"
    file.write_text("".join(f"{shlex.quote(str(path))}\n" for path in [*others, *(compiled[name] for name in sorted(own))]))
    output = folder / program
    line = [f"@{file}" if word.endswith(".LinkFileList") else word for word in link]
    place = line.index("-o")
    line[place + 1] = str(output)
    subprocess.run([*line, "-Xlinker", "--gc-sections"], check=True)
    return output
