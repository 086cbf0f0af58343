"""Tests of the list of public code that no test executes."""

import contextlib
import io
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from executed import Code, accessor_block, ambiguous, code_of, entered, exemptions, in_no_program, public_code, report, unexecuted, without

SOURCE = """\
public struct Quake {
    public var stored: Int
    public private(set) var count = 0
    public var computed: Int {
        get { 1 }
        set { stored = newValue }
    }
    public func report(to name: String = "a") {}
    public init() {}
}
"""


def symbol(kind: str, identifier: str, path: list[str], source: str, name: str, fragments="") -> dict:
    before = SOURCE[: SOURCE.index(name)]
    return {
        "kind": {"identifier": f"swift.{kind}"},
        "identifier": {"precise": identifier},
        "pathComponents": path,
        "declarationFragments": [{"spelling": fragments}],
        "location": {
            "uri": f"file://{source}",
            "position": {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1},
        },
    }


class DeclarationTests(unittest.TestCase):
    def setUp(self):
        file = tempfile.NamedTemporaryFile("w", suffix=".swift")
        self.addCleanup(file.close)
        file.write(SOURCE)
        file.flush()
        self.source = file.name

    def code(self, *arguments, **more) -> list[tuple[str, tuple[str, ...]]]:
        return [(piece.name, piece.symbols) for piece in code_of(symbol(*arguments[:3], self.source, *arguments[3:], **more), "A")]

    def test_a_function(self):
        self.assertEqual(
            self.code("method", "s:1A5QuakeV6reportF", ["Quake", "report(to:)"], "report"), [("Quake.report(to:)", ("$s1A5QuakeV6reportF",))]
        )

    def test_types_of_concurrency_have_the_module_of_the_standard_library(self):
        self.assertEqual(
            self.code("method", "s:1A5QuakeV6reportyy12_Concurrency3JobVF", ["Quake", "report(to:)"], "report"),
            [("Quake.report(to:)", ("$s1A5QuakeV6reportyys3JobVF",))])

    def test_an_initializer(self):
        self.assertEqual(
            self.code("init", "s:1A5QuakeVACycfc", ["Quake", "init()"], "init"), [("Quake.init()", ("$s1A5QuakeVACycfc", "$s1A5QuakeVACycfC"))]
        )

    def test_a_computed_property_has_two_accessors(self):
        pieces = self.code("property", "s:1A5QuakeV8computedSivp", ["Quake", "computed"], "computed", fragments="var computed: Int { get set }")
        self.assertEqual([name for name, _ in pieces], ["Quake.computed", "Quake.computed (setter)"])
        self.assertIn("$s1A5QuakeV8computedSivg", pieces[0][1])
        self.assertIn("$s1A5QuakeV8computedSivM", pieces[1][1])

    def test_stored_properties_have_no_code(self):
        self.assertEqual(self.code("property", "s:1A5QuakeV6storedSivp", ["Quake", "stored"], "stored"), [])
        self.assertEqual(self.code("property", "s:1A5QuakeV5countSivp", ["Quake", "count"], "count =", fragments="{ get }"), [])

    def test_what_the_source_does_not_spell_out_is_derived(self):
        self.assertEqual(self.code("method", "s:1A5QuakeV2eeoiySbAC_ACtFZ", ["Quake", "==(_:_:)"], "Quake"), [])

    def test_blocks(self):
        self.assertEqual(accessor_block("a: [String: (Int) -> Void] { [:] }"), "{ [:] }")
        self.assertIsNone(accessor_block("a: Int\n    public var b: Int { 1 }"))
        self.assertIsNone(accessor_block("a: () -> Int = { 1 }"))
        self.assertIsNone(accessor_block("a: Int {\n didSet { } }"))
        self.assertEqual(accessor_block("subscript(i: Int = 1) -> Int\n    where T: Equatable\n{ 1 }"), "{ 1 }")


class ReportTests(unittest.TestCase):
    A = Code("A", "a.swift", 1, "Quake.init()", ("x", "y"))
    B = Code("A", "a.swift", 2, "Quake.b", ("z",))

    def test_one_symbol_is_enough(self):
        self.assertEqual(unexecuted([self.A, self.B], {"x": False, "y": True, "z": False}), [self.B])

    def test_code_that_is_in_no_program_is_apart(self):
        self.assertEqual(unexecuted([self.A, self.B], {"x": False}), [self.A])
        self.assertEqual(in_no_program([self.A, self.B], {"x": False}), [self.B])
        self.assertEqual(in_no_program([self.A, self.B], {"y": True, "z": False}), [])

    def test_exemptions_have_a_pattern_and_a_reason(self):
        found = exemptions("# Comment\nA Quake.*  # because\nB * # other\n")
        self.assertEqual([(one.pattern, one.reason) for one in found], [("A Quake.*", "because"), ("B *", "other")])
        self.assertEqual(without(found, [self.A, self.B]), [])
        self.assertEqual([one.is_used for one in found], [True, False])

    OVERLOADS = [Code("A", f"Sources/A/{file}", line, "Quake.init(_:)") for file, line in [("Quake.swift", 7), ("Quake+Bindings.swift", 3)]]

    def test_an_exemption_can_name_a_file(self):
        (one,) = exemptions("A Quake.init(_:) in Quake+Bindings.swift # because")
        self.assertEqual((one.pattern, one.file, one.reason), ("A Quake.init(_:)", "Quake+Bindings.swift", "because"))
        self.assertEqual(without([one], self.OVERLOADS), [self.OVERLOADS[0]])
        self.assertTrue(one.is_used)
        self.assertEqual(without(exemptions("A Quake.init(_:) in *.swift # because"), self.OVERLOADS), [])

    def test_an_exemption_that_names_several_declarations_is_reported(self):
        found = exemptions(
            "A Quake.init(_:) # one\nA Quake.init(_:) in Quake.swift # two\nA Quake.init(_:) in *.swift # all\nA Quake.* # all\n")
        self.assertEqual([(one.reason, pieces) for one, pieces in ambiguous(found, self.OVERLOADS)], [("one", sorted(self.OVERLOADS))])

    def test_the_accessors_of_one_declaration_are_not_several(self):
        accessors = [Code("A", "a.swift", 1, "Quake.b", ("x",)), Code("A", "a.swift", 1, "Quake.b", ("y",))]
        self.assertEqual(ambiguous(exemptions("A Quake.b # because"), accessors), [])


REPORTED = """\
public protocol Source {
    func fetch()
}
extension Source {
    public func fetch() {}
    public func refresh() {}
    public func cancel() {}
    public func stop() {}
}
"""


class ReportedFolderTests(unittest.TestCase):
    """A folder as `prepare` writes it: only `refresh()` and `cancel()` are in the program, which has entered the first."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        source = self.folder / "Source.swift"
        source.write_text(REPORTED)
        lines = REPORTED.splitlines()
        members = []
        for line in (1, 4, 5, 6, 7):
            name = lines[line].split("func ")[1].split("(")[0]
            identifier = f"s:1A6SourceP{'' if line == 1 else 'AAE'}{len(name)}{name}yyF"
            position = {"line": line, "character": lines[line].index(name)}
            members.append({
                "kind": {"identifier": "swift.method"}, "identifier": {"precise": identifier}, "pathComponents": ["Source", f"{name}()"],
                "location": {"uri": f"file://{source}", "position": position}})
        requirement = {"kind": "requirementOf", "source": "s:1A6SourceP5fetchyyF", "target": "s:1A6SourceP"}
        implementation = {"kind": "defaultImplementationOf", "source": "s:1A6SourcePAAE5fetchyyF", "target": "s:1A6SourceP5fetchyyF"}
        (self.folder / "graphs").mkdir()
        (self.folder / "graphs" / "A.symbols.json").write_text(
            json.dumps({"symbols": members, "relationships": [requirement, implementation]}))
        (self.folder / "program.names").write_text(json.dumps({"$s1A6SourcePAAE7refreshyyF": 16, "$s1A6SourcePAAE6cancelyyF": 32}))
        (self.folder / "program.addresses").write_bytes(struct.pack("=2Q", 16, 32))
        (self.folder / "program.entered").write_bytes(bytes([1, 0]))

    def report(self, exceptions: str = "") -> tuple[int, list[str]]:
        with contextlib.redirect_stdout(io.StringIO()) as output:
            code = report(self.folder, exemptions(exceptions))
        return code, [line.split("Source.swift:")[-1] for line in output.getvalue().splitlines() if line]

    def test_a_requirement_is_no_code_and_its_default_implementation_is(self):
        self.assertEqual([(piece.line, piece.name) for piece in public_code(self.folder / "graphs", "A")],
                         [(5, "Source.fetch()"), (6, "Source.refresh()"), (7, "Source.cancel()"), (8, "Source.stop()")])

    def test_code_that_is_in_no_program_has_a_heading_and_is_counted(self):
        self.assertEqual(self.report(), (1, [
            "== Executed by no test", "A: 1", "7: Source.cancel()",
            "== In no program", "A: 2", "5: Source.fetch()", "8: Source.stop()",
            "3 of 4 public functions, initializers and accessors are executed by no test. 2 of these are in no program.",
        ]))

    def test_code_that_is_in_no_program_alone_is_a_failure(self):
        code, lines = self.report("A Source.cancel() # because\n")
        self.assertEqual(code, 1)
        self.assertNotIn("== Executed by no test", lines)

    def test_code_that_is_in_no_program_can_be_exempt(self):
        self.assertEqual(self.report("A Source.* # because\n"), (0, [
            "0 of 4 public functions, initializers and accessors are executed by no test. 0 of these are in no program."]))


PROGRAM = """
#include <pthread.h>
#include <signal.h>
#include <string.h>
__attribute__((noinline)) int used(int a) { return a * 3; }
__attribute__((noinline)) int unused(int a) { return a * 5; }
static void *work(void *a) { long sum = 0; for (int i = 0; i < 1000; i++) sum += used(i); return (void *)sum; }
int main(int count, char **arguments) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++) { void *sum; pthread_join(threads[i], &sum); if ((long)sum != 1498500) return 1; }
  if (count > 2) return unused(count);
  raise(SIGKILL);
}
"""


@unittest.skipUnless(shutil.which("cc") and shutil.which("nm") and os.uname().machine == "x86_64", "needs a C compiler")
class EnteredTests(unittest.TestCase):
    def test_functions_that_are_entered_are_marked_though_the_process_is_killed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            library, program = folder / "Entered.so", folder / "program"
            source = folder / "program.c"
            source.write_text(PROGRAM)
            options = ["-O1", "-D_GNU_SOURCE"]
            subprocess.run(["cc", *options, "-shared", "-fPIC", Path(__file__).parent / "Entered.c", "-o", library], check=True)
            subprocess.run(["cc", *options, "-pthread", source, "-o", program], check=True)
            symbols = subprocess.run(["nm", program], check=True, capture_output=True, text=True).stdout.splitlines()
            found = {line.split()[2]: int(line.split()[0], 16) for line in symbols if line.endswith((" T used", " T unused"))}
            places = sorted(found.values())
            (folder / "program.addresses").write_bytes(struct.pack("=2Q", *places))
            (folder / "program.entered").write_bytes(bytes(2))
            (folder / "program.names").write_text(json.dumps(found))
            run = subprocess.run([program], env=os.environ | {"LD_PRELOAD": str(library), "STRATA_ENTERED": str(folder)})
            self.assertEqual(run.returncode, -9)
            self.assertEqual(entered(folder), {"used": True, "unused": False})


if __name__ == "__main__":
    unittest.main()
