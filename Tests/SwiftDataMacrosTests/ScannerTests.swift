import Testing

@testable import StrataSwiftDataExpansion

/// The parts of variable declarations.
@Suite struct VariableScannerTests {
    @Test(arguments: [
        ("var a: Int", "Int"), ("var a: [String: [Int]]?", "[String: [Int]]?"),
        ("var a: Dictionary<String, Int> = x", "Dictionary<String, Int>"),
        ("var a: (Int, b: String) -> Void", "(Int, b: String) -> Void"), ("var a: any P & Q { 1 }", "any P & Q"),
        ("var a: Set<Set<Int>>?=nil", "Set<Set<Int>>?"), ("var a: Int // comment: = 5", "Int"),
        ("var a: A\n    .B", "A\n    .B"),
        ("var a: @Sendable () async throws -> [Int] = f", "@Sendable () async throws -> [Int]"),
        ("var a: Int;", "Int"), ("var a /* one */ : /* two */ Int /* three */", "Int"), ("var größe: Länge", "Länge"),
    ])
    func `a type ends before the value or the accessors`(declaration: String, type: String) {
        #expect(variable(declaration)?.type == type)
    }

    @Test(arguments: [
        ("var a = 1", "1"), ("var a = [1, 2].map { $0 }", "[1, 2].map { $0 }"), ("var a: Int = { get() }()", "{ get() }()"),
        ("var a = Dictionary<String, Int>()", "Dictionary<String, Int>()"), ("var a = b < c", "b < c"),
        ("var a = \"}, \\(\"nested \\(b[\"}\"])\")\"", "\"}, \\(\"nested \\(b[\"}\"])\")\""),
        (##"var a = #"\(b)" \#(c[")"]) "x"#"##, ##"#"\(b)" \#(c[")"]) "x"#"##), ("var a = #\"\"\"#", "#\"\"\"#"),
        ("var a = \"\"\"\n    } \" {\n    \"\"\"\nvar b = 2", "\"\"\"\n    } \" {\n    \"\"\""),
        ("var a = 1 +\n    2\nvar b = 2", "1 +\n    2"), ("var a = b\n    .c\n    .d()\nfunc e() {}", "b\n    .c\n    .d()"),
        ("var a = b\n    ? c\n    : d\nvar e = 1", "b\n    ? c\n    : d"), ("var a = 1 // one\nvar b = 2", "1"),
        ("var a = try? b as? C\nlet d = 1", "try? b as? C"), ("var a = 5 { didSet { b() } }", "5"),
        ("var a = b { willSet { c() } }", "b"), ("var a = b { set(c) }", "b { set(c) }"),
        ("var a = if b { 1 } else { 2 }\nvar c = 1", "if b { 1 } else { 2 }"),
        ("var a = b { 1 } c: { 2 }", "b { 1 } c: { 2 }"), ("var a = /[\"{(]\\/}/", "/[\"{(]\\/}/"),
        ("var a = #/{ \" / /#", "#/{ \" / /#"), ("var a = b / c / d", "b / c / d"), ("var a = 1.5e-3...2", "1.5e-3...2"),
        ("var a = \\A.b?.c", "\\A.b?.c"), ("var a = b!\nvar c = 1", "b!"),
        ("var a = [\n  // ]\n  1 /* ] /* ] */ */\n]", "[\n  // ]\n  1 /* ] /* ] */ */\n]"),
        ("var a = #selector(b)", "#selector(b)"), ("var a = Foo(b: 1)!\n@Attribute var c = 1", "Foo(b: 1)!"),
        ("var a = -1\n#if DEBUG\nvar b = 1\n#endif", "-1"), ("var a = A<B<C>>(d)", "A<B<C>>(d)"),
        ("var a = InlineArray<16, Int?>(repeating: nil)", "InlineArray<16, Int?>(repeating: nil)"),
    ])
    func `a value ends where the expression does`(declaration: String, value: String) {
        #expect(variable(declaration)?.initialValue == value)
    }

    @Test(arguments: [
        "var a: Int { 1 }", "var a: Int\n{\n    1\n}", "var a: Int = 1 { didSet {} }", "var a = 1 { @MainActor willSet(b) {} }",
        "var a: Int { get async throws { 1 } }", "var a: Int = 1\n{ didSet {} }",
    ])
    func `accessors are found`(declaration: String) {
        #expect(variable(declaration)?.hasAccessors == true)
    }

    @Test(arguments: ["var a: Int", "var a = { 1 }", "var a: () -> Int = { get { 1 } }", "var a = f { 1 }"])
    func `closures are no accessors`(declaration: String) {
        #expect(variable(declaration)?.hasAccessors == false)
    }

    @Test func `several variables are read`() throws {
        let declaration = try #require(
            PropertyDeclaration(SourceText("var a = 1, b: [Int: Int] = [1: 2], (c, d) = (3, 4), e: Set<Int>")))
        #expect(declaration.bindings.map(\.name) == ["a", "b", nil, "e"])
        #expect(declaration.bindings.map(\.initialValue) == ["1", "[1: 2]", "(3, 4)", nil])
        #expect(declaration.bindings.map(\.type) == [nil, "[Int: Int]", nil, "Set<Int>"])
        #expect(declaration.variable == nil)
    }

    @Test func `attributes and modifiers are read`() throws {
        let source = """
            /// A doc comment with @Attribute(.unique).
            @Attribute(
                .unique,  // ) not here
                originalName: ")"
            ) @SwiftData.Transient
            @Wrapper<Int, Int>(5) public private(set) nonisolated(unsafe) final var a: Int
            """
        let declaration = try #require(PropertyDeclaration(SourceText(source)))
        #expect(declaration.attributes.map(\.name) == ["Attribute", "SwiftData.Transient", "Wrapper"])
        #expect(
            declaration.attributes.map(\.arguments) == [
                ".unique,  // ) not here\n    originalName: \")\"", nil, "5",
            ])
        #expect(declaration.modifiers == ["public", "private(set)", "nonisolated(unsafe)", "final"])
        #expect(declaration.accessLevel == "public")
        #expect(declaration.hasAttribute("Transient"))
    }
}

/// The members of types.
@Suite struct TypeScannerTests {
    @Test func `all kinds of members are passed`() {
        #expect(
            propertyNames(
                in: #"""
                    @Model @MainActor public final class Trip<T: Hashable>: Base<T, Int>, @unchecked Sendable where T: Codable {
                        typealias Pair = (Int, Int)
                        enum Kind: String { case a, b; var hidden: Int { 1 } }
                        var a: Int
                        static func == (lhs: Trip, rhs: Trip) -> Bool { lhs.a == rhs.a }
                        static func < (lhs: Trip, rhs: Trip) -> Bool { var hidden = 1; return hidden > 2 }
                        class func make(_ f: () -> Void = { var hidden = 2 }) -> Trip? { nil }
                        convenience init?<V>(_ v: V) throws where V: Equatable {
                            var hidden = "}"
                            self.init()
                        }
                        class var b: Int { 5 }
                        subscript(index: Int) -> Int { get { 1 } set { var hidden = newValue } }
                        deinit { print("\("}")") }
                        #warning("}")
                        #Unique<Trip>([\.a])
                        #if DEBUG && (
                            os(Linux))
                        @Attribute var c: Int = 1; var d = 2
                        #elseif os(macOS)
                        var e: String
                        #else
                        func f() {
                            #if canImport(X)
                            var hidden = 3
                            #endif
                        }
                        #endif
                        private struct Box { struct Inner { var hidden: Int } }
                        func noBody() -> Int
                        { 1 }
                        lazy var g: Int = { 5 }()
                        let `class`, h: String
                        var i: Int { 1 }; var j: Int
                        indirect enum List { case end }
                        private(set)
                        var k: [String] = [
                            "}"
                        ]
                        @objc
                        var l: Int {
                            didSet { var hidden = 5 }
                        }
                    }
                    var hidden = 5
                    """#) == ["a", "b", "c", "d", "e", "g", "`class`", "h", "i", "j", "k", "l"])
    }

    @Test func `the header of a type is read`() throws {
        let source = """
            /* class X */ @available(*, deprecated, message: "{")
            public final class A<B: C>: D<E, F>, G.H, @unchecked Sendable where B: I {}
            """
        let declaration = try #require(TypeDeclaration(SourceText(source)))
        #expect(declaration.kind == .class)
        #expect(declaration.name == "A")
        #expect(declaration.modifiers == ["public", "final"])
        #expect(declaration.inheritedTypes == ["D<E, F>", "G.H", "Sendable"])
    }

    @Test func `other declarations are no types`() {
        #expect(TypeDeclaration(SourceText("func a() {}")) == nil)
        #expect(TypeDeclaration(SourceText("{ var a = 1 }")) == nil)
        #expect(TypeDeclaration(SourceText("")) == nil)
    }

    @Test func `uses of macros are read`() {
        let declaration = TypeDeclaration(SourceText("class A { #Unique<A>([\\.a], [\\.b, \\.c])\n#SwiftData.Index([\\A.a]) }"))
        #expect(
            declaration?.members == [
                .macro(MacroUse(name: "Unique", arguments: "[\\.a], [\\.b, \\.c]")),
                .macro(MacroUse(name: "Index", arguments: "[\\A.a]")),
            ])
    }

    @Test(arguments: [
        "class A {", "class A { var a: Int = \"", "class A { #if X", "class A { var a = ( }", "class A { ) ] } }", "class",
    ])
    func `text with errors is read to its end`(text: String) {
        _ = TypeDeclaration(SourceText(text))
    }
}
