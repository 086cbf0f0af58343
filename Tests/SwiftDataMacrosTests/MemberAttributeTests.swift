import Testing

@testable import StrataSwiftDataExpansion

/// The attributes that `@Model` puts on members.
@Suite struct MemberAttributeTests {
    @Test(arguments: [
        "static var a: Int = 0", "class var a: Int { 0 }", "var a: Int { 1 }", "var a: Int { get { 1 } set {} }",
        "var a: Int = 0 { didSet {} }", "var a: Int = 0 { willSet(next) { print(next) } }", "@Transient var a: Int = 0",
        "@SwiftData.Transient private var a = 0", "@Transient var a: Int { 1 }", "lazy var a = 0", "var a = 1, b = 2",
        "var (a, b) = (1, 2)", "func a() {}", "init() {}", "enum A { case a }", "@_PersistedProperty(0) var a: Int",
    ])
    func `members that are not persisted get none`(member: String) {
        #expect(attribute(of: member, in: "@Model final class Trip { \(member) }") == "")
    }

    @Test(arguments: [
        "var a: Int", "var a = { 1 }()", "var a: Int = items.map { $0 }.count", "public private(set) var a: Int", "let a: Int",
        "@Attribute(.unique) var a: Int", "@Published var a: Int", "nonisolated(unsafe) var a: Int", "weak var a: Trip?",
        "var a: () -> Void = { get() }", "@Attribute(originalName: \"transformable\") var a: Int",
    ])
    func `stored properties get their slot`(member: String) {
        let parent = "@Model final class Trip { static let zero = 0; var first: Int; var sum: Int { 0 }\n \(member)\n}"
        #expect(attribute(of: member, in: parent) == "@SwiftData._PersistedProperty(1)")
    }

    @Test(arguments: [
        #"@Attribute(.transformable(by: ColorTransformer.self)) var a: Color"#,
        #"@Attribute(.unique, .transformable(by: "Colors")) var a: Color"#,
        "@Attribute(\n    Schema.Attribute.Option.transformable(by: C.self)\n)\nvar a: Color",
    ])
    func `a value transformer has an attribute of its own`(member: String) {
        #expect(
            attribute(of: member, in: "@Model final class Trip { \(member) }")
                == "@SwiftData._TransformablePersistedProperty(0)")
    }

    @Test func `slots count in source order, and clauses of a condition share them`() throws {
        let parent = """
            @Model final class Trip {
                var a: Int
                #if DEBUG
                var b: Int
                var c: Int
                #else
                var d: Int
                var b: String
                #endif
                var e: Int
            }
            """
        #expect(attribute(of: "var a: Int", in: parent) == "@SwiftData._PersistedProperty(0)")
        #expect(attribute(of: "var c: Int", in: parent) == "@SwiftData._PersistedProperty(2)")
        #expect(attribute(of: "var d: Int", in: parent) == "@SwiftData._PersistedProperty(1)")
        #expect(attribute(of: "var e: Int", in: parent) == "@SwiftData._PersistedProperty(3)")
        let first = try #require(parent.firstRange(of: "var b: Int")?.lowerBound)
        let second = try #require(parent.firstRange(of: "var b: String")?.lowerBound)
        let offsets = [first, second].map { parent.utf8.distance(from: parent.startIndex, to: $0) }
        #expect(attribute(of: "var b: Int", in: parent, at: offsets[0]) == "@SwiftData._PersistedProperty(1)")
        #expect(attribute(of: "var b: String", in: parent, at: offsets[1]) == "@SwiftData._PersistedProperty(2)")
    }

    @Test func `a slot after clauses of different lengths is counted from their end`() {
        let parent = """
            @Model final class Trip {
                var a: Int
                #if DEBUG
                var b: Int
                #endif
                var c: Int
                @Attribute(.transformable(by: T.self)) var d: Int
                #if DEBUG
                var e: Int
                #else
                var f: Int
                #endif
                var g: Int
            }
            """
        func slot(_ member: String) -> String { attribute(of: member, in: parent) }
        #expect(slot("var a: Int") == "@SwiftData._PersistedProperty(0)")
        #expect(slot("var b: Int") == "@SwiftData._PersistedProperty(1)")
        #expect(slot("var c: Int") == #"@SwiftData._PersistedProperty(0, after: "end1")"#)
        #expect(
            slot("@Attribute(.transformable(by: T.self)) var d: Int")
                == #"@SwiftData._TransformablePersistedProperty(1, after: "end1")"#)
        #expect(slot("var e: Int") == #"@SwiftData._PersistedProperty(2, after: "end1")"#)
        #expect(slot("var f: Int") == #"@SwiftData._PersistedProperty(2, after: "end1")"#)
        #expect(slot("var g: Int") == #"@SwiftData._PersistedProperty(3, after: "end1")"#)
    }

    @Test func `a property of a nested type has no slot in the class`() {
        let parent = "@Model final class Trip { struct Stop { var a: Int }\n var b: Int }"
        #expect(attribute(of: "var b: Int", in: parent) == "@SwiftData._PersistedProperty(0)")
    }
}
