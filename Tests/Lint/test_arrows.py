"""Tests of arrows.py: small targets in a temporary folder."""

import re
import tempfile
import unittest
from pathlib import Path

import arrows
from swift_code import code

RULES = "[Core]\nLow\nMiddle\nHigh\nHigh/Inner\n"
MANIFEST = """
let package = Package(
    targets: [
        // .target(name: "Comment"),
        .target(name: "Base"),
        .target(name: "Core", dependencies: ["Base", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(name: "Top", dependencies: [.target(name: "Core", condition: .when(traits: ["T"]))], path: "Elsewhere"),
    ]
)
"""
HIGH = "class Owner { func save() {} func saveAll() {} var other: Owner }\nextension Item { func attach(to owner: Int) {} }\n"


class ArrowsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, files: dict[str, str]):
        for path, text in files.items():
            file = self.root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def uses(self, files: dict[str, str], foreign: set[str] = frozenset()) -> list[tuple[str, str, int, str]]:
        self.write({f"Sources/Core/{path}": text for path, text in files.items()})
        rules = arrows.read_rules(RULES)[0][0]
        found = arrows.Target(self.root / "Sources/Core", set(foreign)).uses(rules)
        return [(use.source, use.target, use.line, use.name) for use in found]

    def upward(self, low: str, foreign: set[str] = frozenset()) -> list[str]:
        """The names that a file of the lowest folder uses of `HIGH`."""
        return [name for source, _, _, name in self.uses({"Low/a.swift": low, "High/b.swift": HIGH}, foreign) if source == "Low"]

    def problems(self, files: dict[str, str], rules: str) -> list[str]:
        self.write(files)
        return [f"{path}:{line}: {sentence}" for path, line, sentence in arrows.checked(self.root, rules, MANIFEST)[0]]

    def test_a_type_is_used_where_it_is_named(self):
        self.assertEqual(self.upward("\nlet a: Owner?"), ["Owner"])

    def test_comments_and_literals_are_no_uses(self):
        self.assertEqual(self.upward('// Owner\n/* Owner /* Owner */ Owner */ let a = "Owner" + #"Owner"# + """\nOwner "Owner"\n"""'), [])

    def test_interpolations_are_uses(self):
        self.assertEqual(self.upward('func f() { print("a \\(Owner.self) Owner") }'), ["Owner"])

    def test_an_extension_in_a_higher_folder_declares_its_members_there(self):
        self.assertEqual(self.upward("class Item {}\nfunc f(_ item: Item) { item.attach(to: 1) }"), ["Item.attach"])

    def test_a_member_of_the_same_type_needs_no_receiver(self):
        self.assertEqual(self.upward("class Item { func f() { attach(to: 1) } }"), ["Item.attach"])

    def test_an_accessor_is_no_use_of_a_function_of_its_name(self):
        item = "class Item {\nprivate(set) var a = 1\nvar b: Int {\nget { a }\nset { a = 2 }\n}\n"
        item += "var c: Int {\nget throws { a }\nnonmutating set(new) { a = new }\n}\nfunc f() {\nset(1)\n_ = get()\n}\n}\n"
        item += "protocol Box { var d: Int { get set } }"
        high = "extension Item { func set(_ value: Int) {} func get() -> Int { 1 } }"
        found = [use[2:] for use in self.uses({"Low/a.swift": item, "High/b.swift": high}) if use[0] == "Low"]
        self.assertEqual(found, [(12, "Item.set"), (13, "Item.get")])

    def test_a_local_name_hides_a_member(self):
        self.assertEqual(self.upward("class Item { func f(attach: () -> Void) { attach() } }"), [])

    def test_a_member_of_another_type_is_no_use(self):
        self.assertEqual(self.upward("struct Box { func saveAll() {} }\nfunc f(_ box: Box) { box.saveAll() }"), [])

    def test_a_chain_of_members_has_a_type(self):
        names = self.upward("struct Box { var owner: Owner }\nfunc f(_ box: Box) { box.owner.other.save() }")
        self.assertEqual(names, ["Owner", "Owner.other", "Owner.save"])

    def test_an_unknown_receiver_counts_if_the_name_is_in_one_folder_only(self):
        self.assertEqual(self.upward("func f() { make().saveAll() }"), ["Owner.saveAll"])
        self.assertEqual(self.upward("func f() { make().saveAll() }\nstruct Box { func saveAll() {} }"), [])

    def test_an_unknown_receiver_does_not_count_for_short_names_and_those_of_other_modules(self):
        self.assertEqual(self.upward("func f() { make().save() }"), [])
        self.assertEqual(self.upward("func f() { make().saveAll() }", {"saveAll"}), [])

    def test_a_private_declaration_is_of_its_file_only(self):
        files = {"Low/a.swift": "func f() { helper() }", "High/b.swift": "private func helper() {}"}
        self.assertEqual(self.uses(files), [])

    def test_a_folder_inside_of_another_may_have_a_room(self):
        files = {"Low/a.swift": "func a() {}", "High/Inner/b.swift": "func b() { a() }", "High/Other/c.swift": "func c() { b() }"}
        self.assertEqual(self.uses(files), [("High/Inner", "Low", 1, "a"), ("High", "High/Inner", 1, "b")])

    def test_a_new_upward_arrow_fails_with_its_place(self):
        files = {"Sources/Core/Low/a.swift": "\nlet a: Owner?", "Sources/Core/High/b.swift": HIGH}
        problems = self.problems(files, "[Core]\nLow\nHigh\n")
        self.assertEqual(len(problems), 1)
        self.assertRegex(problems[0], r"^Sources/Core/Low/a\.swift:2: Low is below High and must not use Owner \(High/b\.swift\)\. Move ")
        self.assertEqual(self.problems(files, "[Core]\nLow\nHigh\nLow → High: as in Apple's API\n"), [])

    def test_an_entry_without_a_use_and_a_room_without_a_file_fail(self):
        files = {"Sources/Core/Low/a.swift": "", "Sources/Core/High/b.swift": HIGH}
        problems = self.problems(files, "[Core]\nLow\nHigh\nGone\nLow → High: no more\n")
        self.assertRegex(problems[0], r"arrows\.txt:4: No Swift file is in Sources/Core/Gone")
        self.assertRegex(problems[1], r"arrows\.txt:5: No line of Low uses")

    def test_an_entry_needs_a_reason_and_a_folder_a_room(self):
        problems = self.problems({"Sources/Core/New/a.swift": "", "Sources/Core/Low/a.swift": ""}, "[Core]\nLow\nLow → High\n")
        self.assertRegex(problems[0], r"arrows\.txt:3: Write a room")
        self.assertRegex(problems[1], r"^Sources/Core/New/a\.swift:1: The list of rooms")

    def test_an_import_needs_a_dependency_above(self):
        self.write(
            {
                "Sources/Base/a.swift": "internal import Core\n",
                "Sources/Core/b.swift": 'import struct Base.A\nimport GRDB\nlet a = """\nimport Top\n"""\n',
                "Elsewhere/c.swift": "import Core\n@testable import Base\n",
            }
        )
        found = [f"{path}:{line}: {sentence}" for path, line, sentence in arrows.import_problems(self.root, MANIFEST)]
        self.assertEqual(len(found), 2)
        self.assertRegex(found[0], r"^Sources/Base/a\.swift:1: Base imports Core, which stands below it")
        self.assertRegex(found[1], r"^Elsewhere/c\.swift:2: Top imports Base, which is not among its dependencies")

    def test_a_dependency_stands_above(self):
        manifest = MANIFEST.replace('name: "Base"', 'name: "Base", dependencies: ["Core"]')
        self.assertRegex(arrows.import_problems(self.root, manifest)[0][2], "Base depends on Core, which stands below it")

    def test_a_drawing_is_current_until_an_arrow_or_an_upward_number_changes(self):
        rules = arrows.read_rules("[Core]\nLow\nMiddle\nHigh\n")[0][0]
        old = arrows.drawing(rules, {("High", "Low"): 100, ("Low", "High"): 3})
        self.assertIn("↑3", old)
        self.assertIn("2 arrows with 103 lines.\n1 arrows point upwards, with 3 lines.", old)
        for counts, is_current in [
            ({("High", "Low"): 120, ("Low", "High"): 3}, True),
            ({("High", "Low"): 150, ("Low", "High"): 3}, False),
            ({("High", "Low"): 100, ("Low", "High"): 4}, False),
            ({("High", "Low"): 100, ("Low", "High"): 3, ("High", "Middle"): 1}, False),
            ({("Low", "High"): 3}, False),
        ]:
            self.assertEqual(arrows.is_current(old, arrows.drawing(rules, counts)), is_current, counts)
        moved = arrows.read_rules("[Core]\nMiddle\nLow\nHigh\n")[0][0]
        self.assertFalse(arrows.is_current(old, arrows.drawing(moved, {("High", "Low"): 100, ("Low", "High"): 3})))

    def test_a_document_without_markers_or_with_an_old_drawing_fails(self):
        first, last = arrows.markers("Core")
        self.assertIn("missing", arrows.drawing_problems("", "Core", "```\n```")[0][2])
        drawn = "```\n  1 Low  - 5\n```"
        self.assertEqual(arrows.drawing_problems(f"{first}\n{drawn}\n{last}", "Core", drawn), [])
        self.assertIn("--write", arrows.drawing_problems(f"\n{first}\n```\n```\n{last}", "Core", drawn)[0][2])

    def test_code_keeps_each_line_and_column(self):
        text = 'let a = "b \\(f("c")) d" // e\nlet g = ""\n/* h\n*/ let i = 1'
        self.assertEqual([len(line) for line in code(text).split("\n")], [len(line) for line in text.split("\n")])
        self.assertEqual(re.findall(r"\w+", code(text)), ["let", "a", "f", "let", "g", "let", "i", "1"])


if __name__ == "__main__":
    unittest.main()
