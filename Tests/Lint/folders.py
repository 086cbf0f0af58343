"""Compares the tree in docs/architecture.md with the folders that exist.

The tree may end at any folder; but where it names one folder inside another, it has to name all that are there.
"""

import re
from fnmatch import fnmatch
from pathlib import Path

DOCUMENT = "docs/architecture.md"
# A branch takes four columns for each level, and two spaces end the names. `<Name>Tests` stands for many folders.
LINE = re.compile(r"((?:[│ ]   )*[├└]── )?([\w<>-]+(?:(?:, |/)[\w<>-]+)*)/(?: |$)")


def lines_of_tree(document: str) -> list[tuple[int, int, list[str]]]:
    """The lines of the tree that name folders: the line's number, its depth, and the names."""
    block = re.compile(r"^```$(.*?)^```$", re.MULTILINE | re.DOTALL).search(document, document.index("## The folders"))
    first = document.count("\n", 0, block.start(1)) + 1
    matches = [(number, LINE.match(line)) for number, line in enumerate(block[1].split("\n"), first)]
    return [(number, len(match[1] or "") // 4, match[2].split(", ")) for number, match in matches if match]


def problems(root: Path) -> list[tuple[int, str]]:
    """The lines that name a folder which does not exist, or which lack one that does."""
    found = []
    # The folder of the last line at each depth, with that line's number and the names one level below.
    open_folders: list[tuple[Path, int, list[str]]] = []

    def close(depth: int) -> None:
        while len(open_folders) > depth:
            folder, number, names = open_folders.pop()
            children = [child for child in sorted(folder.iterdir()) if child.is_dir()] if names and folder.is_dir() else []
            for child in children:
                is_ours = re.fullmatch(r"[\w-]+", child.name) and not child.name.startswith("_")
                if is_ours and not any(fnmatch(child.name, re.sub("<.*>", "*", name)) for name in names):
                    found.append((number, f"The tree has no line for {child.relative_to(root)}."))

    for number, depth, names in lines_of_tree((root / DOCUMENT).read_text()):
        close(depth)
        parent = open_folders[-1][0] if open_folders else root
        if open_folders:
            open_folders[-1][2].extend(name.split("/")[0] for name in names)
        for name in names:
            if "<" not in name and not (parent / name).is_dir():
                found.append((number, f"There is no folder {(parent / name).relative_to(root)}."))
        open_folders.append((parent / names[-1], number, []))
    close(0)
    return sorted(found)
