"""Which test targets the changes of a working copy concern."""

import json
import os
import subprocess
from pathlib import Path, PurePath


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
    """The test targets in which a file changed, and those that depend directly on a target in which one did."""
    changed = {target["name"] for target in targets if any(PurePath(file).is_relative_to(folder(target)) for file in files)}
    return [
        target["name"]
        for target in targets
        if target["type"] == "test" and changed & {target["name"], *dependencies(target)}
    ]


def folder(target: dict) -> str:
    return target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{target['name']}"


def dependencies(target: dict) -> set[str]:
    return {name[0] for dependency in target["dependencies"] for name in dependency.values()}
