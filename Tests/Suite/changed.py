"""Which test targets the changes of a working copy concern."""

import json
import os
import subprocess
from pathlib import Path, PurePath

# The folders whose tests the part `patterns` runs.
PATTERNS = ("Tests/Coverage", "Tests/Lint", "Tests/Suite")


def changed_files(root: Path) -> list[str]:
    """The files that differ from the branch's upstream, or from the last commit if there is none, and those that are new."""

    def git(*words: str) -> list[str]:
        run = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
        return run.stdout.splitlines() if run.returncode == 0 else []

    base = git("merge-base", "HEAD", "@{upstream}") or ["HEAD"]
    return sorted({*git("diff", "--name-only", base[0]), *git("ls-files", "--others", "--exclude-standard")})


def targets(root: Path) -> list[dict]:
    """The targets of the package, as its manifest describes them."""
    line = [os.environ.get("SWIFT", "swift"), "package", "dump-package"]
    return json.loads(subprocess.run(line, cwd=root, check=True, stdout=subprocess.PIPE).stdout)["targets"]


def concerned(files: list[str], targets: list[dict]) -> list[str]:
    """The test targets in which a file changed, and those that test a target in which one did."""
    names = {name for file in files for name in tests_of(file, targets)}
    return [target["name"] for target in targets if target["name"] in names]


def uncovered(files: list[str], targets: list[dict]) -> list[str]:
    """The files that no Swift test covers, apart from documents and what has its tests among the patterns."""
    return [
        file
        for file in files
        if not file.endswith(".md")
        and not any(PurePath(file).is_relative_to(folder) for folder in PATTERNS)
        and not tests_of(file, targets)
    ]


def tests_of(file: str, targets: list[dict]) -> set[str]:
    """The test targets that cover a file."""
    changed = [target for target in targets if PurePath(file).is_relative_to(folder(target))]
    return {name for target in changed for name in ([target["name"]] if target["type"] == "test" else testers(target["name"], targets))}


def testers(name: str, targets: list[dict]) -> set[str]:
    """The test targets that depend directly on a target. If there are none, those of the targets that do."""
    dependents = [target for target in targets if name in dependencies(target)]
    direct = {target["name"] for target in dependents if target["type"] == "test"}
    return direct or {tester for target in dependents for tester in testers(target["name"], targets)}


def folder(target: dict) -> str:
    parents = {"test": "Tests", "plugin": "Plugins"}
    return target.get("path") or f"{parents.get(target['type'], 'Sources')}/{target['name']}"


def dependencies(target: dict) -> set[str]:
    return {name[0] for dependency in target["dependencies"] for name in dependency.values()}
