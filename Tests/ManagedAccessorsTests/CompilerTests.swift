import Testing

/// The problems reported when the compiler does not print the expected output.
@Suite struct CompilerTests {
    let workshop = Workshop()

    @Test func sourceThatDoesNotParse() throws {
        try workshop.write("Broken.swift", "class Broken: NSManagedObject {\n    @NSManaged var x: \n}\n")
        try workshop.write("Whole.swift", "class Whole: NSManagedObject { @NSManaged var x: Bool }")
        #expect(workshop.problems() == ["Broken.swift:2:22: error: expected type"])
    }

    @Test func sourceThatDoesNotParseBehindConditions() throws {
        try workshop.write("Broken.swift", "#if os(Linux)\nclass Broken: NSManagedObject {\n    @NSManaged var x: \n}\n#endif\n")
        #expect(workshop.problems() == ["Broken.swift:3:22: error: expected type"])
    }

    @Test func conditionThatIsNone() throws {
        try workshop.write("A.swift", "class A: NSManagedObject {\n    #if 3\n    @NSManaged var x: Bool\n    #endif\n}")
        let problems = workshop.problems()
        #expect(problems.first?.hasPrefix("A.swift:2:") == true, "\(problems)")
    }

    @Test func endOfAConditionIsMissing() throws {
        try workshop.write("A.swift", "class A: NSManagedObject {\n    #if os(Linux)\n    @NSManaged var x: Bool\n}")
        let problems = workshop.problems()
        #expect(problems.contains { $0.hasPrefix("A.swift:") && $0.contains("#endif") }, "\(problems)")
    }

    @Test func differentWhereDebugIsSet() throws {
        try workshop.write(
            "A.swift",
            """
            class A: NSManagedObject { @NSManaged var box: Box }
            struct Box: Codable {
                var width: Double
                #if DEBUG
                var note: String
                #endif
            }
            """)
        #expect(
            workshop.problems() == [
                "A.swift:1:43: error: An @NSManaged property cannot be of type 'Box', which is declared differently where DEBUG is set. "
                    + "Keep the value in a property of another type, and convert it in a computed one."
            ])
    }

    @Test func compilerThatIsNotThere() throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged var x: Bool }")
        let problems = workshop.problems(compiler: "/nowhere/swiftc")
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("error: The Swift compiler /nowhere/swiftc cannot be run: ") == true, "\(problems)")
    }

    @Test func compilerThatCrashes() throws {
        try workshop.write("Whole.swift", "class Whole: NSManagedObject { @NSManaged var x: Bool }")
        try workshop.write("Crash.swift", "class A: NSManagedObject {}\nextension A { @NSManaged var x: Bool }")
        let script = #"case "$*" in *Crash.swift*) kill -KILL $$;; esac; exec \#(try Workshop.compiler()) "$@""#
        let problems = workshop.problems(compiler: try workshop.compiler(script))
        #expect(problems.count == 1)
        #expect(
            problems.first?.hasPrefix("Crash.swift:1:1: error: The Swift compiler crashes when it parses") == true,
            "\(problems)")
    }

    /// Output of a version that does not support the option, uses other names, or omits something.
    @Test(arguments: [
        "echo \"error: unknown argument: '-dump-parse'\" >&2; exit 1",
        #"for file in "$@"; do echo "(source_file \"$file\""; done"#,
        #"for file in "$@"; do printf '(source_file "%s"\n  (class range=[%s:1:1 - line:1:3] "Probe"))' "$file" "$file"; done"#,
        #"for file in "$@"; do printf '(source_file "%s"\n  (class_decl range=[%s:9:1 - line:8:3]))' "$file" "$file"; done"#,
        #"for file in "$@"; do printf '{"_kind":"source_file","filename":"%s","items":[]}' "$file"; done"#,
    ])
    func compilerOfAnotherVersion(script: String) throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged var x: Bool }")
        let problems = workshop.problems(compiler: try workshop.compiler(script))
        #expect(problems.count == 1)
        #expect(problems.allSatisfy { $0.contains("prints the declarations of source files in an unknown form") }, "\(problems)")
    }
}
