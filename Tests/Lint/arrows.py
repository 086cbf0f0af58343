#!/usr/bin/env python3
"""Draws the arrows between the folders of CoreData and of SwiftData, and checks that they point downwards.

A folder is a room. `arrows.txt` has the rooms of each target from bottom to top. A use in room A of something that
room B declares is an arrow from A to B. An arrow to a higher room fails, unless `arrows.txt` has it with a reason. An
entry of `arrows.txt` without a use fails, too, so the list only gets shorter.

The check knows no types but those that stand beside a name. A use counts if it can only be of one room:

- the name of a type, function or constant, where no local name hides it;
- a member whose receiver is clear: `self`, a type, or a name with a type that is written out;
- another member, if the target declares its name in one room only and no other module declares it.

So it misses some uses, but what it reports is one.

    arrows.py --write     draws the matrices of docs/architecture.md again
    arrows.py --upward    lists each use of an upward arrow
"""

import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from swift_code import Declaration, Source

ROOT = Path(__file__).resolve().parents[2]
RULES = Path(__file__).with_name("arrows.txt")
RULES_NAME = "Tests/Lint/arrows.txt"
DOCUMENT = "docs/architecture.md"

Problem = tuple[str, int, str]


@dataclass
class Rules:
    """A section of `arrows.txt`: the rooms of one folder from bottom to top, and the upward arrows that exist."""

    folder: str
    rooms: list[str]
    upward: dict[tuple[str, str], str]
    # The line of each room and arrow.
    lines: dict[object, int]

    def room(self, path: str) -> str | None:
        """The room of a file: the innermost one that is listed."""
        parts = path.split("/")[:-1]
        for count in range(len(parts), 0, -1):
            if "/".join(parts[:count]) in self.lines:
                return "/".join(parts[:count])
        return "." if not parts and "." in self.lines else None


def read_rules(text: str) -> tuple[list[Rules], set[str], list[Problem]]:
    """The sections, the names that other modules declare, too, and the lines that are neither."""
    sections: list[Rules] = []
    foreign: set[str] = set()
    problems: list[Problem] = []
    is_foreign = False
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if heading := re.fullmatch(r"\[(.+)\]", line.strip()):
            is_foreign = heading[1] == "names of other modules"
            if not is_foreign:
                sections.append(Rules(heading[1], [], {}, {}))
        elif is_foreign:
            foreign.update(line.split())
        elif arrow := re.fullmatch(r"(\S+) → (\S+): (.+)", line.strip()):
            sections[-1].upward[arrow[1], arrow[2]] = arrow[3]
            sections[-1].lines[arrow[1], arrow[2]] = number
        elif sections and re.fullmatch(r"\S+", line.strip()):
            sections[-1].rooms.append(line.strip())
            sections[-1].lines[line.strip()] = number
        else:
            problems.append((RULES_NAME, number, "Write a room, or “A → B: why the lower room A has to know B”."))
    return sections, foreign, problems


@dataclass(frozen=True)
class Use:
    """A use of a declaration in another room."""

    source: str
    target: str
    path: str
    line: int
    name: str
    declared_in: str


class Target:
    """The declarations of the files below a folder, and the uses of each other's."""

    def __init__(self, folder: Path, foreign: set[str]):
        self.folder = folder
        self.foreign = foreign
        self.paths = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*.swift"))
        self.sources = [Source((folder / path).read_text(), number) for number, path in enumerate(self.paths)]
        self.types: dict[str, list[Declaration]] = defaultdict(list)
        self.globals: dict[str, list[Declaration]] = defaultdict(list)
        self.members: dict[str, list[Declaration]] = defaultdict(list)
        self.members_of: dict[tuple[str, str], list[Declaration]] = defaultdict(list)
        for source in self.sources:
            for declaration in source.declarations:
                if declaration.kind == "type":
                    self.types[declaration.full_name].append(declaration)
                elif declaration.owner == "":
                    self.globals[declaration.name].append(declaration)
                else:
                    self.members[declaration.name].append(declaration)
                    self.members_of[declaration.owner, declaration.name].append(declaration)
        self.supertypes: dict[str, list[str]] = defaultdict(list)
        for source in self.sources:
            for type, supertype in source.supertypes:
                resolved = self.resolve_type(supertype, type)
                if resolved and resolved not in self.supertypes[type] and resolved != type:
                    self.supertypes[type].append(resolved)
        self.lineages: dict[str, list[str]] = {}

    # MARK: - Names

    def resolve_type(self, name: str, scope: str) -> str | None:
        """The full name of a type of the target, as code inside of another type sees it."""
        while scope:
            if f"{scope}.{name}" in self.types:
                return f"{scope}.{name}"
            scope = scope.rpartition(".")[0]
        return name if name in self.types else None

    def lineage(self, type: str) -> list[str]:
        """A type and its supertypes in the target, nearest first."""
        if type not in self.lineages:
            found = [type]
            for known in found:
                found.extend(supertype for supertype in self.supertypes[known] if supertype not in found)
            self.lineages[type] = found
        return self.lineages[type]

    def visible(self, declarations: list[Declaration], file: int) -> list[Declaration]:
        return [declaration for declaration in declarations if not declaration.is_private or declaration.file == file]

    def members_in(self, type: str, name: str, file: int) -> list[Declaration]:
        """The members with a name that a type has itself, or the nearest of its supertypes that has some."""
        for known in self.lineage(type):
            if found := self.visible(self.members_of.get((known, name), []), file):
                return found
        return []

    # MARK: - Types of expressions

    def type_of(self, source: Source, end: int, limit: int = 8) -> tuple[str | None, bool]:
        """The type of the expression that ends at a token, and whether it is known at all. A known type of another
        module has its name, which no declaration of the target has.
        """
        while source.at(end) in ("?", "!"):
            end -= 1
        if limit == 0:
            return None, False
        labels = None
        if source.at(end) == ")":
            start = source.opening(end)
            labels = self.label(source, start)
            end = start - 1
        if not source.is_name(end):
            return None, False
        name, owner = source.at(end), source.owners[end]
        is_member = source.at(end - 1) == "." or (source.at(end - 1) in "?!" and source.at(end - 2) == ".")
        if not is_member:
            if name in ("self", "Self"):
                return (owner or None), owner != ""
            if name == "super":
                return (self.supertypes[owner] or [None])[0], True
            if resolved := self.resolve_type(name, owner):
                return resolved, True
            if name[0].isupper():
                return name, True
            local = source.regions[end].locals
            if name in local:
                return self.typed(local[name], owner)
            for scope in self.scopes(owner):
                if found := self.members_in(scope, name, source.file):
                    return self.type_of_declarations(found, labels)
            return self.type_of_declarations(self.visible(self.globals.get(name, []), source.file), labels)
        if source.at(end - 2) in ("", "(", ",", "=", "{", ":", "\\") or not (source.is_name(end - 2) or source.at(end - 2) in ")]?!"):
            return None, False
        receiver, is_known = self.type_of(source, end - 2, limit - 1)
        if is_known and receiver:
            if resolved := self.resolve_type(name, receiver):
                return resolved, True
            return self.type_of_declarations(self.members_in(receiver, name, source.file), labels)
        everywhere = self.visible(self.members.get(name, []), source.file)
        return (None, False) if name in self.foreign else self.type_of_declarations(everywhere, labels)

    def type_of_declarations(self, declarations: list[Declaration], label: str | None) -> tuple[str | None, bool]:
        declarations = self.labeled(declarations, label)
        types = {self.typed(declaration.type, declaration.owner) for declaration in declarations}
        return types.pop() if len(types) == 1 else (None, False)

    def typed(self, name: str | None, scope: str) -> tuple[str | None, bool]:
        if name is None:
            return None, False
        if name == "Self":
            return scope or None, scope != ""
        return self.resolve_type(name, scope) or name, True

    def scopes(self, owner: str) -> list[str]:
        """A type and the types around it."""
        scopes = []
        while owner:
            scopes.append(owner)
            owner = owner.rpartition(".")[0]
        return scopes

    def label(self, source: Source, token: int) -> str | None:
        """The first label of the arguments whose parenthesis stands at a token: "" if the first has none."""
        if source.at(token) != "(" or source.at(token + 1) == ")":
            return None
        return source.at(token + 1) if source.is_name(token + 1) and source.at(token + 2) == ":" else ""

    def labeled(self, declarations: list[Declaration], label: str | None) -> list[Declaration]:
        """Those of the declarations whose parameters fit the first label of a call, or all if none does."""
        if label is None:
            return declarations
        fitting = [
            declaration
            for declaration in declarations
            if (label in declaration.labels if label else declaration.kind == "func" and "_" in declaration.labels[:1])
        ]
        return fitting or declarations

    # MARK: - Uses

    def used(self, source: Source, token: int) -> list[Declaration]:
        """The declarations that a token may name, or none if that is not clear."""
        name, owner, previous = source.at(token), source.owners[token], source.at(token - 1)
        if previous == ".":
            return self.used_member(source, token)
        if source.at(token + 1) == ":" and previous in "(,[":
            return []
        region = source.regions[token].locals
        if name in region:
            return []
        for scope in self.scopes(owner):
            if found := self.visible(self.types.get(f"{scope}.{name}", []), source.file):
                return found
            if found := self.members_in(scope, name, source.file):
                return self.labeled(found, self.label(source, token + 1)) if name != "init" else []
        found = self.visible(self.types.get(name, []), source.file)
        if found:
            return found + self.used_initializers(source, token, name)
        return self.labeled(self.visible(self.globals.get(name, []), source.file), self.label(source, token + 1))

    def used_initializers(self, source: Source, token: int, type: str) -> list[Declaration]:
        """The initializer that `Type(label:` calls, if it is clear. A type's own room counts already."""
        label = self.label(source, token + 1)
        if not label:
            return []
        found = self.visible(self.members_of.get((type, "init"), []), source.file)
        return [declaration for declaration in found if declaration.labels[:1] == (label,)]

    def used_member(self, source: Source, token: int) -> list[Declaration]:
        name = source.at(token)
        label = self.label(source, token + 1)
        before = token - 2
        if source.is_name(before) or source.at(before) in ")?!":
            receiver, is_known = self.type_of(source, before)
            if is_known and receiver:
                if resolved := self.resolve_type(f"{receiver}.{name}", ""):
                    return self.visible(self.types[resolved], source.file)
                return self.labeled(self.members_in(receiver, name, source.file), label) if name != "init" else []
            if is_known:
                return []
            kinds = ("var", "func")
        elif source.at(before) in "]}>\\":
            kinds = ("var", "func")
        else:
            # An implicit member: a case, or a static member.
            kinds = ("var", "func", "case")
        # Names of one word, such as `joined`, are in every library.
        if name in self.foreign or name == "init" or name.islower():
            return []
        everywhere = self.visible(self.members.get(name, []), source.file)
        return everywhere if all(declaration.kind in kinds for declaration in everywhere) else []

    def uses(self, rules: Rules) -> list[Use]:
        """The uses between different rooms, by file and line."""
        rooms = [rules.room(path) for path in self.paths]
        names = set(self.globals) | set(self.members) | {name.rpartition(".")[2] for name in self.types}
        found: dict[tuple[str, int, str, str], Use] = {}
        for source in self.sources:
            room, path = rooms[source.file], self.paths[source.file]
            if room is None:
                continue
            for token, name in enumerate(source.tokens):
                if name not in names or token in source.declared or source.is_accessor(token):
                    continue
                used = self.used(source, token)
                types = [declaration for declaration in used if declaration.kind == "type"]
                initializers = [declaration for declaration in used if declaration.kind == "init"]
                for group in (types, initializers) if types else (used,):
                    targets = {rooms[declaration.file] for declaration in group}
                    target = next(iter(targets)) if len(targets) == 1 else None
                    if target and target != room:
                        line = source.line(token)
                        full_name = group[0].full_name
                        key = (path, line, target, full_name)
                        found.setdefault(key, Use(room, target, path, line, full_name, self.paths[group[0].file]))
        return sorted(found.values(), key=lambda use: (use.path, use.line, use.name))


def lines_by_arrow(uses: list[Use]) -> dict[tuple[str, str], int]:
    """The number of lines of each arrow."""
    lines = {(use.source, use.target, use.path, use.line) for use in uses}
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for source, target, _, _ in lines:
        counts[source, target] += 1
    return dict(counts)


def upward_uses(rules: Rules, uses: list[Use]) -> list[Use]:
    ranks = {room: rank for rank, room in enumerate(rules.rooms)}
    return [use for use in uses if ranks[use.target] > ranks[use.source]]


def arrow_problems(rules: Rules, target: Target, uses: list[Use]) -> list[Problem]:
    """The folders without a room, the rooms without a folder, new upward arrows, and entries without a use."""
    folder = f"Sources/{rules.folder}"
    # The first file of each folder stands for it.
    roomless = {path.rpartition("/")[0]: path for path in reversed(target.paths) if "/" in path and rules.room(path) is None}
    found = [
        (f"{folder}/{path}", 1, f"The list of rooms under [{rules.folder}] in {RULES_NAME} lacks this folder.")
        for path in sorted(roomless.values())
    ]
    inhabited = {rules.room(path) for path in target.paths}
    for room in rules.rooms:
        if room not in inhabited:
            found.append((RULES_NAME, rules.lines[room], f"No Swift file is in {folder}/{room}. Remove the line."))
    upward = upward_uses(rules, uses)
    for use in upward:
        if (use.source, use.target) not in rules.upward:
            sentence = (
                f"{use.source} is below {use.target} and must not use {use.name} ({use.declared_in}). Move one of the two, or pass in"
                f" what this code needs. If neither is possible, add “{use.source} → {use.target}: why” to {RULES_NAME}."
            )
            found.append((f"{folder}/{use.path}", use.line, sentence))
    drawn = {(use.source, use.target) for use in upward}
    for arrow in rules.upward:
        if arrow not in drawn:
            source, target = arrow
            sentence = f"No line of {source} uses something of {target} above it. Remove the entry: the list only gets shorter."
            found.append((RULES_NAME, rules.lines[arrow], sentence))
    return found


# MARK: - The drawing


def markers(folder: str) -> tuple[str, str]:
    return f"<!-- The arrows of {folder}: Tests/Lint/arrows.py --write -->", f"<!-- The end of the arrows of {folder} -->"


def drawing(rules: Rules, counts: dict[tuple[str, str], int]) -> str:
    """The matrix: a row for each room that uses, a column for each room that is used."""
    width = max(len(room) for room in rules.rooms)
    rows = [" " * (width + 4) + "".join(f"{number:>5}" for number in range(1, len(rules.rooms) + 1))]
    for rank, source in enumerate(rules.rooms):
        cells = []
        for column, target in enumerate(rules.rooms):
            count = counts.get((source, target), 0)
            cells.append("    -" if rank == column else "    ." if not count else f"{'↑' * (column > rank)}{count}".rjust(5))
        rows.append(f"{rank + 1:>3} {source:<{width}}" + "".join(cells))
    total, upward = 0, 0
    pairs = 0
    for (source, target), count in counts.items():
        is_upward = rules.rooms.index(target) > rules.rooms.index(source)
        total += count
        upward += count if is_upward else 0
        pairs += is_upward
    summary = f"{len(counts)} arrows with {total} lines; {pairs} of them point upwards, with {upward} lines."
    return "\n".join(["```", *(row.rstrip() for row in rows), "```", "", summary.replace("; ", ".\n").replace(" of them", " arrows")])


def cells(text: str) -> dict[tuple[str, int], str]:
    """The filled cells of a drawing, by the name of the row and the number of the column."""
    found = {}
    for row in re.finditer(r"^ *\d+ (\S+) +(.*)$", text, re.MULTILINE):
        for column, cell in enumerate(row[2].split(), 1):
            if cell != ".":
                found[row[1], column] = cell
    return found


def is_current(old: str, new: str) -> bool:
    """Whether a drawing has the same arrows as a new one, and the same upward numbers. The numbers of lines downward
    change with nearly each commit: they may differ by a quarter, or by 3.
    """
    old_cells, new_cells = cells(old), cells(new)
    if list(old_cells) != list(new_cells):
        return False
    for place, cell in new_cells.items():
        before = old_cells[place]
        if before != cell:
            if not (before.isdigit() and cell.isdigit()) or abs(int(before) - int(cell)) > max(3, int(cell) // 4):
                return False
    return True


def section(document: str, folder: str) -> re.Match | None:
    first, last = markers(folder)
    return re.compile(re.escape(first) + r"\n(.*?)\n" + re.escape(last), re.DOTALL).search(document)


def drawing_problems(document: str, folder: str, new: str) -> list[Problem]:
    match = section(document, folder)
    if match is None:
        return [(DOCUMENT, 1, f"The markers of the arrows of {folder} are missing: {markers(folder)[0]}")]
    if is_current(match[1], new):
        return []
    line = document.count("\n", 0, match.start()) + 1
    return [(DOCUMENT, line, f"The arrows of {folder} changed. Run python3 Tests/Lint/arrows.py --write.")]


# MARK: - Targets

TARGET = re.compile(r"\.(target|executableTarget|testTarget|macro|plugin|systemLibrary)\(")
IMPORT = re.compile(
    r"^[ \t]*(?:@\w+(?:\([^)\n]*\))?[ \t]+)*(?:(?:public|package|internal|fileprivate|private)[ \t]+)?"
    r"import[ \t]+(?:(?:class|struct|enum|protocol|func|let|var|typealias)[ \t]+)?(\w+)",
    re.MULTILINE,
)
FOLDERS = {"testTarget": "Tests", "plugin": "Plugins"}


@dataclass
class PackageTarget:
    name: str
    path: str
    dependencies: list[str]
    line: int


def balanced(text: str, start: int) -> int:
    """The end of the parenthesis or bracket that opens at an index."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[index], 0)
        if depth == 0:
            return index + 1
    return len(text)


def package_targets(manifest: str) -> list[PackageTarget]:
    """The targets of a manifest, in its order."""
    manifest = re.sub(r"^\s*//.*$", "", manifest, flags=re.MULTILINE)
    found = []
    index = re.search(r"^ {4}targets: \[", manifest, re.MULTILINE).end()
    while match := TARGET.search(manifest, index):
        index = balanced(manifest, match.end() - 1)
        text = manifest[match.end() : index]
        name = re.search(r'name: "([^"]+)"', text)[1]
        dependencies: list[str] = []
        if listed := re.search(r"dependencies: \[", text):
            entries = text[listed.end() : balanced(text, listed.end() - 1)]
            entries = re.sub(r"\.product\([^)]*\)|traits: \[[^\]]*\]", "", entries)
            dependencies = re.findall(r'"([^"]+)"', entries)
        path = re.search(r'path: "([^"]+)"', text)
        place = path[1] if path else f"{FOLDERS.get(match[1], 'Sources')}/{name}"
        found.append(PackageTarget(name, place, dependencies, manifest.count("\n", 0, match.start()) + 1))
    return found


def import_problems(root: Path, manifest: str) -> list[Problem]:
    """The imports of targets that are no dependencies, and the dependencies that stand below their target."""
    targets = package_targets(manifest)
    ranks = {target.name: rank for rank, target in enumerate(targets)}
    # A module's name has no hyphens.
    modules = {name.replace("-", "_"): name for name in ranks}
    found: list[Problem] = []
    for target in targets:
        for name in target.dependencies:
            if name in ranks and ranks[name] > ranks[target.name]:
                found.append(("Package.swift", target.line, f"{target.name} depends on {name}, which stands below it in the list."))
        allowed = {target.name, *target.dependencies}
        for file in sorted((root / target.path).rglob("*.swift")):
            text = file.read_text()
            wrong = [match[1] for match in IMPORT.finditer(text) if match[1] in modules and modules[match[1]] not in allowed]
            if not wrong:
                continue
            # Literals may contain imports, as generated code does.
            source = Source(text)
            for match in IMPORT.finditer(source.code):
                if match[1] in modules and modules[match[1]] not in allowed:
                    line = source.code.count("\n", 0, match.start(1)) + 1
                    is_below = ranks[modules[match[1]]] > ranks[target.name]
                    reason = (
                        "stands below it in the targets of Package.swift. Move the code to a target below, or split it."
                        if is_below
                        else "is not among its dependencies in Package.swift. Add it there."
                    )
                    found.append((file.relative_to(root).as_posix(), line, f"{target.name} imports {match[1]}, which {reason}"))
    return found


def declared_above(root: Path, manifest: str, name: str) -> set[str]:
    """The names that the targets declare on which a target may depend."""
    names: set[str] = set()
    for target in package_targets(manifest):
        if target.name == name:
            break
        for file in (root / target.path).rglob("*.swift"):
            names.update(re.findall(r"\b(?:var|let|func|case)\s+`?(\w+)", file.read_text()))
    return names


# MARK: - The check


def checked(root: Path, rules_text: str, manifest: str) -> tuple[list[Problem], list[tuple[Rules, list[Use]]]]:
    sections, foreign, problems = read_rules(rules_text)
    uses = []
    for rules in sections:
        others = declared_above(root, manifest, rules.folder)
        target = Target(root / "Sources" / rules.folder, foreign | others)
        uses.append((rules, target.uses(rules)))
        problems += arrow_problems(rules, target, uses[-1][1])
    return problems, uses


def check(root: Path = ROOT) -> list[Problem]:
    """The problems of the repository: the path, the line, and a sentence."""
    manifest = (root / "Package.swift").read_text()
    problems, uses = checked(root, RULES.read_text(), manifest)
    document = (root / DOCUMENT).read_text()
    for rules, found in uses:
        problems += drawing_problems(document, rules.folder, drawing(rules, lines_by_arrow(found)))
    return problems + import_problems(root, manifest)


def write(root: Path = ROOT) -> None:
    _, uses = checked(root, RULES.read_text(), (root / "Package.swift").read_text())
    document = (root / DOCUMENT).read_text()
    for rules, found in uses:
        first, last = markers(rules.folder)
        match = section(document, rules.folder)
        new = f"{first}\n{drawing(rules, lines_by_arrow(found))}\n{last}"
        document = document[: match.start()] + new + document[match.end() :]
    (root / DOCUMENT).write_text(document)


def main() -> int:
    if sys.argv[1:] == ["--write"]:
        write()
        return 0
    if sys.argv[1:] == ["--upward"]:
        _, uses = checked(ROOT, RULES.read_text(), (ROOT / "Package.swift").read_text())
        for rules, found in uses:
            for use in sorted(upward_uses(rules, found), key=lambda use: (use.source, use.target, use.path, use.line)):
                print(f"{use.source} → {use.target}: Sources/{rules.folder}/{use.path}:{use.line}: {use.name} ({use.declared_in})")
        return 0
    problems = check()
    for path, line, sentence in problems:
        print(f"{path}:{line}: error: {sentence}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
