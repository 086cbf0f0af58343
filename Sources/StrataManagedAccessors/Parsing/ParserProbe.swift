/// A file with known declarations, which the compiler parses with the user's files in each run.
///
/// Another version of the compiler may print declarations differently. Managed members would then
/// be missed, and the app would fail to link. So the compiler's output is used only if its
/// description of this file is correct.
enum ParserProbe {
    static let text = """
        public class Probe: Base { @NSManaged private var a, b: [String: Int]?; @NSManaged func c(_ d: Set<Probe>, at e: Int) }
        extension Probe { enum Kind: Int16 { case one = -1; indirect case two(Kind) } }
        struct Value<T> { var f: T { didSet {} }; lazy var g = 2; static let h = 1; var i: Int { 1 }; let j = "" }
        """

    static let source = SourceText(changed: "probe.swift", bytes: Array(text.utf8))

    static func declarations(module: String) -> ScannedFile {
        func place(_ line: Int, _ column: Int) -> SourcePlace { SourcePlace(file: "probe.swift", line: line, column: column) }
        let map = SwiftType.optional(.named("Dictionary", [.named("String"), .named("Int")]))
        var file = ScannedFile()
        file.types = [
            TypeDeclaration(
                module: module, path: ["Probe"], kind: .class, access: .outside, isGeneric: false, inherited: [.named("Base")],
                place: place(1, 14)),
            TypeDeclaration(
                module: module, path: ["Probe", "Kind"],
                kind: .enumeration([
                    TypeDeclaration.Case(name: "one", rawValue: "-1", payload: [], isIndirect: false),
                    TypeDeclaration.Case(name: "two", rawValue: nil, payload: [.named("Kind")], isIndirect: true),
                ]),
                access: .unspecified, isGeneric: false, inherited: [.named("Int16")], place: place(2, 24)),
            TypeDeclaration(
                module: module, path: ["Value"],
                kind: .structure([
                    TypeDeclaration.Field(name: "f", type: .named("T")), TypeDeclaration.Field(name: "g", type: nil),
                    TypeDeclaration.Field(name: "j", type: .named("String")),
                ]),
                access: .unspecified, isGeneric: true, inherited: [], place: place(3, 8)),
        ]
        file.members = [
            ManagedMember(container: ["Probe"], name: "a", kind: .property(map), access: .file, place: place(1, 51)),
            ManagedMember(container: ["Probe"], name: "b", kind: .property(map), access: .file, place: place(1, 54)),
            ManagedMember(
                container: ["Probe"], name: "c",
                kind: .function(
                    [
                        ManagedMember.Parameter(label: nil, type: .named("Set", [.named("Probe")])),
                        ManagedMember.Parameter(label: "at", type: .named("Int")),
                    ], returns: nil),
                access: .unspecified, place: place(1, 89)),
        ]
        return file
    }
}
