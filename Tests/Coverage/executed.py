"""Lists the public functions, initializers and accessors of the libraries that no test executes.

    python3 executed.py prepare BUILD FOLDER     writes into FOLDER what Entered.c needs, for each program of a debug build
    python3 executed.py report BUILD FOLDER      lists what was not entered since

The compiler's symbol graphs say what is public, and the symbols of the programs where its code is. Whatever the compiler itself adds,
such as the accessors of a stored property or the members of a derived conformance, is not listed.
"""

import fnmatch
import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath
from urllib.parse import unquote, urlparse

ROOT = Path(__file__).resolve().parents[2]
SWIFT = os.environ.get("SWIFT", "swift")
EXCEPTIONS = Path(__file__).parent / "unexecuted.txt"
FUNCTIONS = ("func", "method", "type.method", "func.op")
VARIABLES = ("property", "type.property", "var", "subscript", "type.subscript")
# The endings of the mangled names of accessors: those that read, and those that write.
READING, WRITING = ("g", "r", "lu"), ("s", "M", "au")
REQUIREMENTS = ("requirementOf", "optionalRequirementOf")


@dataclass(frozen=True, order=True)
class Code:
    """A public piece of code: a function, an initializer or an accessor."""

    target: str
    file: str
    line: int
    name: str
    # The mangled names of its functions. It is executed where one of them is.
    symbols: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.file}:{self.line}: {self.name}"


def code_of(symbol: dict, target: str) -> Iterator[Code]:
    """The pieces of code that a declaration in a symbol graph writes out."""
    identifier = symbol["identifier"]["precise"]
    is_unavailable = any(domain.get("isUnconditionallyUnavailable") for domain in symbol.get("availability", []))
    # Members that a type has by a protocol's extension are listed with both: "s:…::SYNTHESIZED::…".
    if is_unavailable or "location" not in symbol or not identifier.startswith("s:") or "::" in identifier:
        return
    path = unquote(urlparse(symbol["location"]["uri"]).path)
    position = symbol["location"]["position"]
    name = symbol["pathComponents"][-1]
    declaration = text_from(path, position["line"], position["character"])
    if not declaration.removeprefix("`").startswith(name.split("(")[0]):
        return
    place = (target, os.path.relpath(path, ROOT), position["line"] + 1)
    name = ".".join(symbol["pathComponents"])
    # Symbols name the module _Concurrency as that of the standard library, of which it has been a part.
    mangled = "$s" + identifier[2:].replace("12_Concurrency", "s")
    kind = symbol["kind"]["identifier"].removeprefix("swift.")
    if kind in FUNCTIONS:
        yield Code(*place, name, (mangled,))
    elif kind == "init":
        # A class has a function that allocates the object, and one that initializes it.
        stem = mangled.removesuffix("c")
        yield Code(*place, name, (stem + "c", stem + "C"))
    elif kind in VARIABLES and (accessors := accessor_block(declaration)) is not None:
        ending = "Z" if mangled.endswith("Z") else ""
        stem = mangled.removesuffix("Z").removesuffix("p")
        yield Code(*place, name, tuple(stem + suffix + ending for suffix in READING))
        fragments = "".join(fragment["spelling"] for fragment in symbol.get("declarationFragments", []))
        if re.search(r"\{ get set \}", fragments) and re.search(r"\bset\b|\b_modify\b|\bunsafeMutableAddress\b", accessors):
            yield Code(*place, f"{name} (setter)", tuple(stem + suffix + ending for suffix in WRITING))


@cache
def lines_of(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def text_from(path: str, line: int, character: int) -> str:
    """The source from a place on, as far as a declaration may reach."""
    lines = lines_of(path)[line : line + 400]
    return "\n".join([lines[0][character:], *lines[1:]]) if lines else ""


def accessor_block(declaration: str) -> str | None:
    """The accessors of a variable or subscript, or nil for a stored property."""
    depth = 0
    for place, letter in enumerate(declaration):
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth -= 1
        elif depth == 0 and letter == "=" and declaration[place - 1] not in "=!<>" and declaration[place + 1 : place + 2] != "=":
            return None
        elif depth == 0 and letter == "{":
            block = balanced(declaration[place:])
            is_observed = re.match(r"\{\s*(willSet|didSet)\b", block)
            return None if is_observed else block
        elif depth == 0 and letter == "\n" and not re.match(r"\s*(\{|where\b|->)", declaration[place:]):
            return None
    return None


def balanced(text: str) -> str:
    """The text up to the brace that closes its first one. Braces in string literals count, too, which come in pairs."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            return text[: place + 1]
    return text


def public_code(graphs: Path, target: str) -> Iterator[Code]:
    for file in sorted([*graphs.glob(f"{target}.symbols.json"), *graphs.glob(f"{target}@*.symbols.json")]):
        graph = json.loads(file.read_text())
        # A requirement of a protocol has no code. Its default implementation is another symbol.
        requirements = {one["source"] for one in graph["relationships"] if one["kind"] in REQUIREMENTS}
        for symbol in graph["symbols"]:
            if symbol["identifier"]["precise"] not in requirements:
                yield from code_of(symbol, target)


@dataclass
class Exemption:
    """A line of unexecuted.txt."""

    # Patterns of "Target Type.member(label:)", and of the name of the file; an empty one is that of any file.
    pattern: str
    file: str
    reason: str
    is_used: bool = False

    @property
    def text(self) -> str:
        return f"{self.pattern} in {self.file}" if self.file else self.pattern

    def fits(self, piece: Code) -> bool:
        return fnmatch.fnmatchcase(f"{piece.target} {piece.name}", self.pattern) and (
            not self.file or fnmatch.fnmatchcase(PurePath(piece.file).name, self.file)
        )


def exemptions(text: str) -> list[Exemption]:
    lines = [line.partition("#") for line in text.splitlines()]
    parts = [(*pattern.strip().partition(" in "), reason.strip()) for pattern, _, reason in lines if pattern.strip()]
    return [Exemption(pattern.strip(), file.strip(), reason) for pattern, _, file, reason in parts]


def ambiguous(exemptions: list[Exemption], code: list[Code]) -> list[tuple[Exemption, list[Code]]]:
    """The exemptions without a wildcard that name several declarations, with these: one of them may be meant, and hide the others."""
    found = [(one, sorted(filter(one.fits, code))) for one in exemptions if "*" not in one.text]
    return [(one, pieces) for one, pieces in found if len({(piece.file, piece.line) for piece in pieces}) > 1]


def without(exemptions: list[Exemption], code: list[Code]) -> list[Code]:
    """The pieces of code that no exemption names."""
    left = []
    for piece in code:
        fitting = [one for one in exemptions if one.fits(piece)]
        for one in fitting:
            one.is_used = True
        if not fitting:
            left.append(piece)
    return left


def libraries() -> list[str]:
    """The Swift targets of the library products, and those that they export."""
    package = json.loads(subprocess.run([SWIFT, "package", "dump-package"], cwd=ROOT, check=True, capture_output=True).stdout)
    names = {name for product in package["products"] if "library" in product["type"] for name in product["targets"]}
    return [
        target["name"] for target in package["targets"] if target["name"] in names | {"StrataFileLocations", "StrataUndo", "StrataUserActivity"} and target["settings"]
    ]


def extract(targets: list[str], build: Path, graphs: Path) -> None:
    graphs.mkdir(parents=True, exist_ok=True)
    maps = [*build.glob("*.build/module.modulemap")]
    for sources in [ROOT / "Sources", *(build.resolve().parents[1] / "checkouts").glob("*/Sources")]:
        maps += [*sources.glob("*/module.modulemap"), *sources.glob("*/include/module.modulemap")]
    flags = [flag for file in maps for flag in ("-Xcc", f"-fmodule-map-file={file}")]
    for target in targets:
        subprocess.run(
            [SWIFT, "symbolgraph-extract", "-module-name", target, "-I", build / "Modules", *flags, "-target", "x86_64-unknown-linux-gnu",
             "-output-dir", graphs, "-minimum-access-level", "public", "-skip-synthesized-members"],
            check=True, stdout=subprocess.DEVNULL)


def addresses(program: Path) -> dict[str, int]:
    """The addresses of the functions of a program, by their mangled names."""
    lines = subprocess.run(["nm", "--defined-only", program], check=True, capture_output=True, text=True).stdout.splitlines()
    parts = [line.split(" ", 2) for line in lines if " $s" in line]
    return {name: int(address, 16) for address, kind, name in parts if kind in "tTwW"}


def programs(build: Path) -> list[Path]:
    return [path for path in sorted(build.iterdir()) if path.is_file() and os.access(path, os.X_OK) and path.suffix in ("", ".xctest")]


def prepare(build: Path, folder: Path) -> None:
    targets = libraries()
    graphs = folder / "graphs"
    extract(targets, build, graphs)
    wanted = {symbol for target in targets for piece in public_code(graphs, target) for symbol in piece.symbols}
    for program in programs(build):
        found = {name: address for name, address in addresses(program).items() if name in wanted}
        places = sorted(set(found.values()))
        if places:
            (folder / f"{program.name}.addresses").write_bytes(struct.pack(f"={len(places)}Q", *places))
            (folder / f"{program.name}.entered").write_bytes(bytes(len(places)))
            (folder / f"{program.name}.names").write_text(json.dumps(found))


def entered(folder: Path) -> dict[str, bool]:
    """Whether each function was entered in any program."""
    result: dict[str, bool] = {}
    for file in folder.glob("*.names"):
        places = [place for (place,) in struct.iter_unpack("=Q", file.with_suffix(".addresses").read_bytes())]
        marks = dict(zip(places, file.with_suffix(".entered").read_bytes()))
        for name, address in json.loads(file.read_text()).items():
            result[name] = result.get(name, False) or bool(marks[address])
    return result


def unexecuted(code: list[Code], entered: dict[str, bool]) -> list[Code]:
    """The pieces of code that are in a program, and that none has entered."""
    return sorted(
        {piece for piece in code if (known := [entered[name] for name in piece.symbols if name in entered]) and not any(known)}
    )


def in_no_program(code: list[Code], entered: dict[str, bool]) -> list[Code]:
    """The pieces of code that have no symbol in any program, so that no test can execute them.

    A debug build emits all public code with its target, generic or not, and links all of a target. So no program depends on the
    target, or the code is emitted only where it is called (`@_alwaysEmitIntoClient`), and is not called.
    """
    return sorted({piece for piece in code if not any(name in entered for name in piece.symbols)})


def print_by_target(heading: str, pieces: list[Code]) -> None:
    if pieces:
        print(f"\n== {heading}")
    for target in sorted({piece.target for piece in pieces}):
        lines = [piece.text for piece in pieces if piece.target == target]
        print("\n".join([f"\n{target}: {len(lines)}", *lines]))


def report(folder: Path, exempt: list[Exemption]) -> int:
    graphs = folder / "graphs"
    targets = sorted({file.name.split(".")[0].split("@")[0] for file in graphs.glob("*.symbols.json")})
    code = sorted({piece for target in targets for piece in public_code(graphs, target)})
    marks = entered(folder)
    left = without(exempt, unexecuted(code, marks))
    missing = without(exempt, in_no_program(code, marks))
    print_by_target("Executed by no test", left)
    print_by_target("In no program", missing)
    for one in exempt:
        if not one.is_used:
            print(f"\n{EXCEPTIONS.name}: nothing is left for “{one.text}”. Remove the line.")
    for one, pieces in ambiguous(exempt, code):
        print(f"\n{EXCEPTIONS.name}: “{one.text}” matches several declarations. Add “in File.swift”, or “in *.swift” for all of them.")
        print("\n".join(piece.text for piece in pieces))
    count = len(left) + len(missing)
    print(f"\n{count} of {len(code)} public functions, initializers and accessors are executed by no test.", end=" ")
    print(f"{len(missing)} of these are in no program.")
    return 1 if count else 0


if __name__ == "__main__":
    command, build, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    if command == "prepare":
        prepare(build, folder)
    else:
        sys.exit(report(folder, exemptions(EXCEPTIONS.read_text())))
