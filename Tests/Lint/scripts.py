"""Reads the imports of the browser's script, and checks them against the table of its folders in docs/architecture.md.

A module imports from its own folder and from those above it in the table, and no modules import each other in a circle.
Whatever is imported is exported, whatever is exported is imported, and strata.js imports each module.
CStrataResources.c embeds each file under its own name.
"""

import posixpath
import re
from pathlib import Path

DOCUMENT = "docs/architecture.md"
RESOURCES = "Sources/CStrataResources"
SCRIPT = f"{RESOURCES}/script"
EMBEDDING = "CStrataResources.c"
TOP = "strata.js"
# A page has this one in its head, before the modules.
APART = ["early.js"]
HEADING = "### The browser's script"
KEYS = "core/keyboard.js"

EMBEDDED = re.compile(r'^    \{"([^"]+)", TEXT\{\n#embed "([^"]+)" suffix\(, 0\)\n    \}\},$', re.MULTILINE)
IMPORT = re.compile(r"^import\s+(?:(?:\{([^}]*)\}|\*\s+as\s+\w+|\w+)\s+from\s+)?\"([^\"]+)\";", re.MULTILINE)
EXPORT = re.compile(r"^export\s+(?:async\s+)?(?:const|let|function\*?|class)\s+(\w+)", re.MULTILINE)
DECLARED = re.compile(r"\b(?:const|let|function\*?)\s+(\w+)|[({,]\s*(\w+)(?=\s*[,)}=])")
CALL = re.compile(r"(?<![.\w$#])(\w+)\(")
KEY_LISTENER = re.compile(r"addEventListener\(\s*\"key(?:down|up|press)\"|\bonkey(?:down|up|press)\b")


def layers(document: str) -> list[str]:
    """The names of the folders, lowest first: the first column of the table under the heading."""
    section = document[document.index(HEADING) :].split("\n#", 1)[0]
    return re.findall(r"^\| `(\w+)/` \|", section, re.MULTILINE)


def imports(path: str, text: str) -> list[tuple[int, str, list[str]]]:
    """The imports of a module: the line's number, the path of the imported module, and the names."""
    return [
        (
            text.count("\n", 0, match.start()) + 1,
            posixpath.normpath(posixpath.join(posixpath.dirname(path), match[2])),
            [name.split(" as ")[0].strip() for name in (match[1] or "").split(",") if name.strip()],
        )
        for match in IMPORT.finditer(text)
    ]


def circles(graph: dict[str, list[str]]) -> list[list[str]]:
    """The circles of imports, each once, from its first module in the alphabet back to it."""
    found: set[tuple[str, ...]] = set()
    done: set[str] = set()

    def visit(module: str, way: list[str]) -> None:
        if module in way:
            circle = way[way.index(module) :]
            start = circle.index(min(circle))
            found.add(tuple(circle[start:] + circle[:start]))
        elif module not in done:
            for other in graph.get(module, []):
                visit(other, [*way, module])
            done.add(module)

    for module in sorted(graph):
        visit(module, [])
    return [[*circle, circle[0]] for circle in sorted(found)]


def problems(modules: dict[str, str], folders: list[str]) -> list[tuple[str, int, str]]:
    """The problems of modules by their path and text: the path, the line, and a sentence."""
    found = []
    graph = {path: imports(path, text) for path, text in modules.items()}
    exports = {path: EXPORT.findall(text) for path, text in modules.items()}
    used = {(other, name) for entries in graph.values() for _, other, names in entries for name in names}
    ranks = {folder: rank for rank, folder in enumerate(folders)}
    for path, entries in graph.items():
        folder = posixpath.dirname(path)
        if path not in (TOP, *APART) and folder not in ranks:
            found.append((path, 1, f"The table in {DOCUMENT} has no folder “{folder}/”."))
        for line, other, names in entries:
            if other not in modules:
                found.append((path, line, f"There is no module {other}."))
                continue
            rank = ranks.get(posixpath.dirname(other), len(ranks))
            if path != TOP and rank > ranks.get(folder, len(ranks)):
                found.append((path, line, f"A module of {folder}/ imports {other}, which is in a folder below it in {DOCUMENT}."))
            missing = [name for name in names if name not in exports[other]]
            found.extend((path, line, f"{other} does not export {name}.") for name in missing)
        found.extend((path, 1, f"No module imports {name}, which this one exports.") for name in exports[path] if (path, name) not in used)
        if path != KEYS and (key := KEY_LISTENER.search(modules[path])):
            line = modules[path].count("\n", 0, key.start()) + 1
            found.append((path, line, f"Register handlers of keys with {KEYS}, which leaves out those of an input method."))
        known = {name for _, _, names in entries for name in names} | {name for match in DECLARED.finditer(modules[path]) for name in match.groups()}
        for call in CALL.finditer(re.sub(r"^\s*(?://|/?\*).*$", "", modules[path], flags=re.MULTILINE)):
            if call[1] not in known and any(call[1] in names for names in exports.values()):
                found.append((path, 1, f"This module calls {call[1]} without importing it."))
    imported = {other for _, other, _ in graph.get(TOP, [])}
    found.extend((path, 1, f"{TOP} does not import this module.") for path in modules if path not in (TOP, *APART) and path not in imported)
    for circle in circles({path: [other for _, other, _ in entries if other in modules] for path, entries in graph.items()}):
        line = next(line for line, other, _ in graph[circle[0]] if other == circle[1])
        found.append((circle[0], line, f"These modules import each other in a circle: {' → '.join(circle)}."))
    return sorted(found)


def embedding_problems(source: str, files: list[str]) -> list[tuple[str, int, str]]:
    """The problems of the C file that embeds the files: those that it does not embed, and those under another name."""
    embedded = EMBEDDED.findall(source)
    found = [(EMBEDDING, 1, f"{path} is embedded under the name {name}.") for name, path in embedded if name != path]
    missing = sorted(set(files) - {path for _, path in embedded})
    return found + [(EMBEDDING, 1, f"{path} is not embedded here.") for path in missing]


def check(root: Path) -> list[tuple[str, int, str]]:
    """The problems of the script in a folder of the repository."""
    folder = root / SCRIPT
    modules = {file.relative_to(folder).as_posix(): file.read_text() for file in sorted(folder.rglob("*.js"))}
    found = problems(modules, layers((root / DOCUMENT).read_text()))
    resources = root / RESOURCES
    files = [file.relative_to(resources).as_posix() for file in resources.rglob("*.*") if file.suffix in (".js", ".css", ".txt")]
    embedding = embedding_problems((resources / EMBEDDING).read_text(), files)
    return [(f"{SCRIPT}/{path}", line, sentence) for path, line, sentence in found] + [
        (f"{RESOURCES}/{path}", line, sentence) for path, line, sentence in embedding
    ]


# Modules with one problem each, and a part of the sentence that names it.
EXAMPLES = [
    ({"strata.js": 'import "./core/a.js";\nimport "./page/b.js";\n', "core/a.js": "", "page/b.js": 'import "../core/a.js";\n'}, None),
    (
        {"strata.js": 'import "./core/a.js";\nimport "./page/b.js";\n', "core/a.js": 'import "../page/b.js";\n', "page/b.js": ""},
        "folder below it",
    ),
    (
        {
            "strata.js": 'import "./core/a.js";\nimport "./core/b.js";\nimport "./core/c.js";\n',
            "core/a.js": 'import "./b.js";\n',
            "core/b.js": 'import "./c.js";\n',
            "core/c.js": 'import "./a.js";\n',
        },
        "core/a.js → core/b.js → core/c.js → core/a.js",
    ),
    ({"strata.js": 'import { b } from "./core/a.js";\n', "core/a.js": "const b = 1;\n"}, "does not export b"),
    ({"strata.js": 'import "./core/a.js";\n', "core/a.js": "export const b = 1;\n"}, "No module imports b"),
    ({"strata.js": 'import "./core/a.js";\n', "core/a.js": 'import "./b.js";\n'}, "no module core/b.js"),
    ({"strata.js": 'import "./core/a.js";\nb();\n', "core/a.js": "export const b = () => 1;\n"}, "calls b without importing it"),
    ({"strata.js": "", "core/a.js": ""}, "does not import this module"),
    ({"strata.js": 'import "./other/a.js";\n', "other/a.js": ""}, "no folder “other/”"),
    ({"strata.js": 'import "./core/a.js";\n', "core/a.js": 'document.addEventListener("keydown", () => {});\n'}, "input method"),
]


def wrong_examples() -> list[str]:
    """The examples in which the check does not find what it should."""
    wrong = []
    for modules, part in EXAMPLES:
        sentences = [sentence for _, _, sentence in problems(modules, ["core", "page"])]
        if (part is None and sentences) or (part is not None and not any(part in sentence for sentence in sentences)):
            wrong.append(f"Expected {part!r}, found {sentences}.")
    entry = '    {"script/a.js", TEXT{\n#embed "script/%s.js" suffix(, 0)\n    }},\n'
    for source, count in [(entry % "a", 0), (entry % "b", 2), ("", 1)]:
        if len(embedding_problems(source, ["script/a.js"])) != count:
            wrong.append(f"Expected {count} problems of an embedding of {source!r}.")
    return wrong
