"""Makes targets for this package from the models of others and from this package's own sources.

The models are read where they lie and never become part of the repository. Each becomes two targets: one as it is, with the
classes that its Codegen settings leave to hand-written code, and one whose entities are all set to Class Definition.
"""

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

PACKAGE = Path(__file__).resolve().parent
PREPARED = PACKAGE / ".build" / "prepared"
VARIANTS = ["SwiftFive", "MainActorByDefault", "UpcomingFeatures"]


def prepare(models: Path) -> dict[str, str]:
    """Writes the targets, and returns the environment in which Package.swift names them."""
    wanted: dict[Path, bytes] = {}
    for variant in VARIANTS:
        add_folder(wanted, PREPARED / "Variants" / variant, PACKAGE / "Sources" / "Features")
        add_folder(wanted, PREPARED / "Variants" / f"{variant}Models", PACKAGE / "Sources" / "ModelApp")
    targets: list[tuple[str, str, bool]] = []
    for bundle in sorted(models.glob("*.xcdatamodeld")):
        targets.append((add_model(wanted, bundle), bundle.stem, False))
        targets.append((add_generated(wanted, bundle), f"{bundle.stem}Generated", True))
    if targets:
        wanted[PREPARED / "Models" / "PreparedModels" / "PreparedModels.swift"] = list_of_models(targets).encode()
    write(wanted)
    return {"PREPARED_VARIANTS": " ".join(VARIANTS), "PREPARED_MODELS": " ".join(module for module, _, _ in targets)}


def add_folder(wanted: dict[Path, bytes], target: Path, source: Path) -> None:
    for file in source.rglob("*"):
        if file.is_file():
            wanted[target / file.relative_to(source)] = file.read_bytes()


def add_model(wanted: dict[Path, bytes], bundle: Path) -> str:
    """A target with the model as it is. It has the name of the module that the model's classes are of."""
    entities = current_version(bundle).findall("entity")
    modules = {name.rpartition(".")[0] for entity in entities if (name := entity.get("representedClassName"))} - {""}
    module = modules.pop() if modules else f"{bundle.stem}Manual"
    folder = PREPARED / "Models" / module
    add_folder(wanted, folder / bundle.name, bundle)
    classes = [hand_written(entity, entities) for entity in entities if entity.get("codeGenerationType") != "class"]
    lines = sorted(set(filter(None, classes)))
    header = "public import CoreData" if lines else "// Every class is generated, or there is none."
    wanted[folder / "Classes.swift"] = "\n".join([header, "", *lines, ""]).encode()
    return module


def hand_written(entity: ElementTree.Element, entities: list[ElementTree.Element]) -> str | None:
    name = class_name(entity)
    return f"nonisolated public class {name}: {superclass(entity, entities)} {{}}" if name else None


def superclass(entity: ElementTree.Element, entities: list[ElementTree.Element]) -> str:
    parents = [other for other in entities if other.get("name") == entity.get("parentEntity")]
    return (class_name(parents[0]) or superclass(parents[0], entities)) if parents else "NSManagedObject"


def class_name(entity: ElementTree.Element) -> str:
    return (entity.get("representedClassName") or "").rpartition(".")[2]


def add_generated(wanted: dict[Path, bytes], bundle: Path) -> str:
    """A target in which every entity's class is generated, with a list of all its accessors."""
    module = f"{bundle.stem}Generated"
    folder = PREPARED / "Models" / module
    add_folder(wanted, folder / f"{module}.xcdatamodeld", bundle)
    for path in [path for path in wanted if path.is_relative_to(folder) and path.name == "contents"]:
        wanted[path] = re.sub(r"<entity [^>]*>", with_generated_class, wanted[path].decode()).encode()
    lines = ["public import RoundTrip", "", "public var accessors: [ManagedAccessor] {", "    ["]
    for entity in current_version(bundle).findall("entity"):
        name = class_name(entity) or entity.get("name")
        for attribute in entity.findall("attribute"):
            if attribute.get("transient") != "YES":
                lines.append(f'        ManagedAccessor("{attribute.get("name")}", \\{name}.`{attribute.get("name")}`),')
    wanted[folder / "Accessors.swift"] = "\n".join([*lines, "    ]", "}", ""]).encode()
    return module


def with_generated_class(tag: re.Match[str]) -> str:
    name = re.search(r'representedClassName="(?:[^"]*\.)?([^".]+)"', tag[0]) or re.search(r' name="([^"]*)"', tag[0])
    bare = re.sub(r' (representedClassName|codeGenerationType)="[^"]*"', "", tag[0])
    return bare.replace("<entity ", f'<entity representedClassName=".{name[1]}" codeGenerationType="class" ')


def current_version(bundle: Path) -> ElementTree.Element:
    versions = sorted(bundle.glob("*.xcdatamodel"))
    current = bundle / ".xccurrentversion"
    named = re.search(r"<string>(.*)</string>", current.read_text()) if current.exists() else None
    return ElementTree.parse((bundle / named[1] if named else versions[0]) / "contents").getroot()


def list_of_models(targets: list[tuple[str, str, bool]]) -> str:
    imports = "".join(f"import {module}\n" for module, _, _ in targets)
    models = "".join(
        f'    PreparedModel(name: "{name}", accessors: {f"{module}.accessors" if is_generated else "[]"}),\n'
        for module, name, is_generated in targets
    )
    return f"{imports}public import RoundTrip\n\npublic var preparedModels: [PreparedModel] {{\n    [\n{models}    ]\n}}\n"


def write(wanted: dict[Path, bytes]) -> None:
    """Leaves files alone that are right already, so that nothing is built again."""
    for path, content in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
    for path in sorted(PREPARED.rglob("*"), reverse=True):
        if path.is_file() and path not in wanted:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            shutil.rmtree(path)
