import Testing

@testable import StrataSwiftDataExpansion

/// The constants from which slots are counted.
@Suite struct ModelSlotsTests {
    @Test func `slots after clauses of different lengths are counted from constants`() {
        let source = members(
            of: """
                @Model final class Trip {
                    var a: Int
                    #if DEBUG
                    var b: Int
                    #if os(Linux)
                    var c: Int
                    #endif
                    var d: Int
                    #endif
                    #if X
                    var e: Int
                    #else
                    var f: Int
                    #endif
                    #if Y
                    var g: Int
                    #elseif Z
                    #else
                    var h: Int
                    var i: Int
                    #endif
                    init() {}
                }
                """
        ).expandedSource
        #expect(
            source.contains(
                """
                private nonisolated enum _$Slots {
                    #if DEBUG
                    #if os(Linux)
                    static var end1: Int { 3 }
                    #else
                    static var end1: Int { 2 }
                    #endif
                    static var end2: Int { end1 + 1 }
                    #else
                    static var end2: Int { 1 }
                    #endif
                    #if Y
                    static var end3: Int { end2 + 2 }
                    #elseif Z
                    static var end3: Int { end2 + 1 }
                    #else
                    static var end3: Int { end2 + 3 }
                    #endif
                }
                """), "\(source)")
    }

    @Test func `clauses of one length need no constants`() {
        let source = members(
            of: "@Model final class Trip {\n#if A\nvar a: Int\n#else\nvar b: Int\n#endif\nvar c: Int\ninit() {}\n}"
        ).expandedSource
        #expect(!source.contains("_$Slots"), "\(source)")
    }
}

/// The conformance of a class with an operator `==` of its own.
@Suite struct ModelEqualityTests {
    @Test(arguments: [
        ("Trip", "Trip", ""), ("Self", "Self", ""), ("Models.Trip", "Trip", ""), ("Trip", "Trip", "public "),
        ("Trip", "Trip", "package "),
    ])
    func `an own operator is the one of the conformance`(left: String, right: String, access: String) {
        let source = members(
            of: """
                @Model \(access)final class Trip {
                    init() {}
                    \(access)static func == (lhs: \(left), rhs: \(right)) -> Bool { true }
                }
                """
        ).expandedSource
        #expect(
            source.contains(
                """
                @_implements(Swift.Equatable, ==(_:_:))
                \(access)nonisolated static func _$areEqual(_ lhs: Trip, _ rhs: Trip) -> Bool {
                    lhs == rhs
                }
                """), "\(source)")
    }

    @Test(arguments: [
        "static func == (lhs: Trip, rhs: String) -> Bool { true }", "func == (lhs: Trip) -> Bool { true }",
        "static func === (lhs: Trip, rhs: Trip) -> Bool { true }", "static func equals(lhs: Trip, rhs: Trip) -> Bool { true }",
        "struct A { static func == (lhs: Trip, rhs: Trip) -> Bool { true } }", "func hash(into hasher: inout Hasher) {}",
    ])
    func `another function is not the operator of the conformance`(declaration: String) {
        let source = members(of: "@Model final class Trip { init() {}\n \(declaration) }").expandedSource
        #expect(!source.contains("_$areEqual"), "\(source)")
    }

    @Test func `an own operator keeps its condition`() {
        let source = members(
            of: """
                @Model final class Trip {
                    init() {}
                    #if DEBUG
                    static func == (lhs: Trip, rhs: Trip) -> Bool { true }
                    #endif
                }
                """
        ).expandedSource
        #expect(source.contains("#if DEBUG\n@_implements(Swift.Equatable"), "\(source)")
        #expect(source.contains("\n}\n#endif\n"), "\(source)")
    }

    @Test func `a subclass keeps the conformance of its superclass`() {
        let source = members(
            of: "@Model final class B: Trip { static func == (lhs: B, rhs: B) -> Bool { true } }", conformances: nil
        ).expandedSource
        #expect(!source.contains("_$areEqual"), "\(source)")
    }
}
