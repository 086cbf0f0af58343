import Testing

@testable import StrataSwiftDataExpansion

/// The accessors and placeholders of persisted properties.
@Suite struct PersistedPropertyTests {
    private func accessors(
        _ declaration: String, macro: String = "PersistedPropertyMacro", slot: String = "3",
        context: [String] = ["final class Trip {}"]
    ) -> String {
        expand(
            macro, as: .accessor, attribute: "@SwiftData._PersistedProperty(\(slot))", declaration, context: context
        ).expandedSource
    }

    private func placeholder(_ declaration: String) -> String {
        expand("PersistedPropertyMacro", as: .peer, declaration, context: ["final class Trip {}"]).expandedSource
    }

    @Test func `a variable is initialized, read and written by slot`() {
        #expect(
            accessors("@Attribute(.unique) var name: String") == """
                {
                    @storageRestrictions(accesses: _$backing, initializes: _name)
                    init(initialValue) {
                        _$backing.set(3, \\Trip.name, initialValue)
                        _name = _SwiftDataNoType()
                    }
                    get { _$backing.get(3, self, \\Trip.name) }
                    set {
                        withMutation(keyPath: \\Trip.name) { _$backing.set(3, self, \\Trip.name, newValue) }
                    }
                }
                """)
    }

    @Test(arguments: [("0", "Trip._$Slots.end1"), ("2", "Trip._$Slots.end1 + 2")])
    func `a slot after a condition is counted from a constant`(offset: String, slot: String) {
        let source = accessors("var name: String", slot: "\(offset), after: \"end1\"")
        #expect(source.contains("_$backing.get(\(slot), self, \\Trip.name)"), "\(source)")
        #expect(source.contains("_$backing.set(\(slot), self, \\Trip.name, newValue)"), "\(source)")
        #expect(source.contains("_$backing.set(\(slot), \\Trip.name, initialValue)"), "\(source)")
    }

    @Test func `a constant is initialized and read`() {
        let source = accessors("let id: UUID")
        #expect(source.contains("    init(initialValue) {"))
        #expect(source.hasSuffix("    get { _$backing.get(3, self, \\Trip.id) }\n}"))
    }

    @Test func `a value transformer has functions of its own`() {
        let source = accessors("var color: Color", macro: "TransformablePersistedPropertyMacro")
        #expect(source.contains("_$backing.setTransformable(3, \\Trip.color, initialValue)"))
        #expect(source.contains("get { _$backing.getTransformable(3, self, \\Trip.color)"))
        #expect(source.contains("_$backing.setTransformable(3, self, \\Trip.color, newValue)"))
    }

    @Test func `the innermost type is the root of the key paths`() {
        #expect(accessors("var `class`: Int", context: ["class Item<Value> {}", "enum V1 {}"]).contains("\\Item.`class`"))
        #expect(accessors("var `class`: Int").contains("initializes: _class)"))
    }

    @Test(arguments: [
        ("var name: String", "_SwiftDataNoType"),
        ("var name: String = \"\"", "_SwiftDataNoType = _SwiftDataNoType()"),
        ("var name = \"\"", "_SwiftDataNoType = _SwiftDataNoType()"),
        ("var name: String?", "_SwiftDataNoType? = _SwiftDataNoType()"),
        ("var name: String!", "_SwiftDataNoType? = _SwiftDataNoType()"),
        ("var name: Optional<String>", "_SwiftDataNoType? = _SwiftDataNoType()"),
        ("let name: String?", "_SwiftDataNoType"),
        ("let name: String = \"\"", "_SwiftDataNoType = _SwiftDataNoType()"),
        ("var name: [String?]", "_SwiftDataNoType"),
    ])
    func `a placeholder has a value when the property has one`(declaration: String, type: String) {
        #expect(placeholder(declaration) == "private var _name: \(type)")
    }

    @Test func `a raw identifier keeps its backticks`() {
        #expect(placeholder("var `a name`: Int") == "private var `_a name`: _SwiftDataNoType")
    }
}

/// The diagnostics of `@Transient`.
@Suite struct TransientPropertyTests {
    private func diagnostics(_ declaration: String) -> [String] {
        messages(expand("TransientPropertyMacro", as: .peer, declaration))
    }

    @Test(arguments: ["@Transient var cache: Cache", "@Transient let cache: Cache?"])
    func `a property without a value is an error`(declaration: String) {
        #expect(
            diagnostics(declaration) == [
                "'cache' needs an initial value or an optional type, because @Transient leaves it out of the store."
            ])
    }

    @Test(arguments: [
        "@Transient var cache: Cache?", "@Transient var cache = Cache()", "@Transient var cache: Cache { Cache() }",
        "@Transient static var cache: Cache",
    ])
    func `a property with a value is none`(declaration: String) {
        #expect(diagnostics(declaration) == [])
    }
}
