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

    @Test(arguments: [
        ("var a: () -> Void", "a function"), ("var a: (() -> Void)?", "a function"), ("var a: (Int, Int)", "a tuple"),
        ("var a: (x: Int, y: Int)?", "a tuple"), ("var a: Any", "a value of any type"),
        ("var a: any Equatable", "a value of any type"), ("var a: (any Equatable)?", "a value of any type"),
        ("var a: AnyObject?", "a value of any type"), ("@Attribute(.unique) var a: (Int, [Int])", "a tuple"),
    ])
    func `a type that cannot be Codable is an error`(declaration: String, kind: String) {
        #expect(
            diagnostics(declaration).map(\.message) == [
                "'a' is \(kind), which cannot be stored: use a Codable type or a model, or add @Transient."
            ])
    }

    @Test(arguments: [
        "var a: (Int)", "var a: ([Int])?", "var a: [(Int)]", "var a: Pair<Int, Int>", "@Transient var a: (() -> Void)?",
        "@Attribute(.transformable(by: T.self)) var a: (Int, Int)", "var a: Int { 1 }", "var a: [String: Int] = [:]",
        "var a: Anything", "static var a: () -> Void = {}",
    ])
    func `a type that may be Codable is none`(declaration: String) {
        #expect(diagnostics(declaration) == [])
    }

    // Apple's rows about versions of iOS have no meaning here, and those about cycles of macros and
    // names of managed objects are limits that this expansion does not have.

    @Test func `a subclass needs no availability`() {
        let expansion = members(
            of: "@Model class Sub: Trip { var a: Int\n init(a: Int) { self.a = a\n super.init() } }", conformances: nil)
        #expect(messages(expansion) == [])
    }

    @Test func `a constant is not reported, because the compiler does`() {
        #expect(diagnostics("let a: Int") == [])
    }

    @Test(arguments: ["description", "deleted", "hasChanges", "objectID", "hash", "debugDescription", "isDeleted"])
    func `a name of a managed object is none`(name: String) {
        #expect(diagnostics("var \(name): String") == [])
    }

    @Test func `an inverse on both sides is none`() {
        #expect(diagnostics("@Relationship(inverse: \\Stay.trip) var stays: [Stay] = []") == [])
        let other = members(of: "@Model class Stay { @Relationship(inverse: \\Trip.stays) var trip: Trip?\n init() {} }")
        #expect(messages(other) == [])
    }

    @Test(arguments: [
        "@MainActor @Model final class Trip", "@Model @MainActor class Trip", "@Model nonisolated final class Trip",
    ])
    func `an isolated class is none`(header: String) {
        #expect(messages(members(of: "\(header) { var a: Int\n init(a: Int) { self.a = a } }")) == [])
    }

    @Test(arguments: ["var a: Level = .low", "var a: Level? = .some(.low)", "var a: Level! = .low"])
    func `an implicit member of any kind of type is an error`(declaration: String) {
        #expect(diagnostics(declaration).count == 1)
    }

    @Test(arguments: ["private init() {}", "convenience init() {}", "required init(from decoder: any Decoder) throws {}"])
    func `any initializer is one`(initializer: String) {
        #expect(messages(members(of: "@Model final class Trip { var a = 0\n \(initializer) }")) == [])
    }
}
