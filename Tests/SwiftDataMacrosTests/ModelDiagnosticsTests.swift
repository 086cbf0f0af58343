import Testing

@testable import StrataSwiftDataExpansion

/// The mistakes that `@Model` reports.
@Suite struct ModelDiagnosticsTests {
    private func diagnostics(_ body: String) -> [Diagnostic] {
        members(of: "@Model final class Trip { \(body)\n init() {} }").diagnostics
    }

    @Test(arguments: ["struct", "actor"])
    func `another type is an error`(kind: String) {
        #expect(
            messages(members(of: "@Model \(kind) Trip {}")) == [
                "@Model needs a class: declare 'Trip' as a class, or remove @Model."
            ])
    }

    @Test func `an enumeration is a warning`() {
        let expansion = members(of: "@Model enum Trip {}")
        #expect(messages(expansion) == ["@Model has no effect on 'Trip', which is no class: remove it."])
        #expect(expansion.diagnostics.first?.severity == .warning)
    }

    @Test func `a class without an initializer is an error with a fix`() {
        let expansion = members(of: "@Model final class Trip {\n    var a = 0\n}")
        #expect(
            expansion.diagnostics == [
                Diagnostic(
                    "'Trip' needs an initializer, because the compiler adds none to a class with @Model: "
                        + "add one, such as 'init() {}'.",
                    at: 19, in: SourceText("", file: "Trip.swift"),
                    fixIt: .init(
                        "add an initializer", inserting: "\n    init() {\n    }\n", at: 40,
                        in: SourceText("", file: "Trip.swift")))
            ])
    }

    @Test func `an implicit member as initial value is an error with a fix`() {
        let found = diagnostics("var a: Level? = .low")
        #expect(
            found.map(\.message) == [
                "The initial value of 'a' needs the name of its type, because the schema repeats it: write 'Level.low'."
            ])
        #expect(found.first?.fixIts.first?.changes.first?.newText == "Level")
        #expect(diagnostics("@Transient var a: Level = .low") == [])
        #expect(diagnostics("var a: Level = Level.low") == [])
    }

    @Test func `a lazy property is an error`() {
        #expect(
            diagnostics("lazy var a = 0").map(\.message) == [
                "'a' is lazy, which a persisted property cannot be: remove 'lazy', or add @Transient."
            ])
        #expect(diagnostics("@Transient lazy var a = 0") == [])
    }

    @Test(arguments: ["var a = 1, b = 2", "var (a, b) = (1, 2)"])
    func `several variables in one declaration are an error`(declaration: String) {
        #expect(
            diagnostics(declaration).map(\.message) == [
                "A persisted property needs a declaration of its own: write one 'var' for each, without patterns."
            ])
    }

    @Test func `two descriptions of a property are an error`() {
        #expect(
            diagnostics("@Attribute(.unique) @Relationship var a: Stay?").map(\.message) == [
                "'a' has more than one @Attribute or @Relationship: keep one, with the options of all."
            ])
    }
}
