import StrataManagedAccessors
import Testing

/// Declarations are found and read however they are written.
@Suite struct SpellingTests {
    let workshop = Workshop()

    /// The types of the getters, in the order of the properties.
    private func types(_ members: String) throws -> [String] {
        try workshop.write("A.swift", "class A: NSManagedObject {\n\(members)\n}")
        return try workshop.functions().filter { $0.contains("_get") }.map { function in
            let type = function.split(separator: " -> ", maxSplits: 1).last ?? ""
            return type.split(separator: " { ").first.map(String.init) ?? ""
        }
    }

    @Test func optionalsAndBrackets() throws {
        let found = try types(
            """
            @NSManaged var a: Optional<Swift.Int64>
            @NSManaged var b: (String)?
            @NSManaged var c: [ [ String ] : Set<Int> ]!
            @NSManaged var d: Swift.Array<Foundation.Date?>
            @NSManaged var e: [String: [String: Int?]]
            """)
        #expect(found == ["Int64?", "String?", "[[String]: Set<Int>]?", "[Foundation.Date?]", "[String: [String: Int?]]"])
    }

    @Test func typesWithoutNames() throws {
        let found = try types(
            """
            @NSManaged var a: any Codable & Sendable
            @NSManaged var b: (any NSCoding)?
            @NSManaged var c: [any Error]
            @NSManaged var d: (x: Int, y: Int)?
            """)
        #expect(found == ["any Codable & Sendable", "(any NSCoding)?", "[any Error]", "(x: Int, y: Int)?"])
    }

    @Test func commentsAndLinesInBetween() throws {
        let found = try types(
            """
            @NSManaged /* var x: Int */ public // private
            private(set)
            var `default` /* : */ : /* [ /* nested */ */ Set< // >
                String
            > /* ? */, other: Bool; @NSManaged var third: Int // ?
            /* @NSManaged var commentedOut: Bool */
            """)
        #expect(found == ["Set<String>", "Bool", "Int"])
    }

    @Test func otherMembersAreLeftAlone() throws {
        let found = try types(
            #"""
            let pattern = /"[^"]*"/, text = "@NSManaged var no: Bool \(["}": "{"]["}"] ?? #"\"#) \""
            static let long = """
                #if os(Linux)
                @NSManaged var neither: Bool "quoted"
                #else
                """
            @NSManaged var a: Bool
            func run() { struct Local { var x: Int }; #if DEBUG
                print("}")
                #endif
            }
            init?(text: String) { nil }
            subscript(index: Int) -> Int { index }
            deinit {}
            static func + (a: A, b: A) -> A { a }
            @NSManaged var b: Float
            """#)
        #expect(found == ["Bool", "Float"])
    }

    @Test func conditionsOfEveryKind() throws {
        workshop.dependencies = [.init(name: "Kit", sources: [], models: [])]
        let found = try types(
            """
            #if (canImport(Kit)
                && !targetEnvironment(simulator)) // #else
              #if swift(>=6) && compiler(>=6.0)
                @NSManaged var a: Bool
              #else
                @NSManaged var a: Float
              #endif
            #elseif os(Linux)
            @NSManaged var a: Double
            #endif
            #if canImport(Foundation) && !canImport(Nowhere)
            @NSManaged var b: Int
            #endif
            #if FEATURE
            @NSManaged var c: Int
            #endif
            #if os(macOS)
            @NSManaged var image: NSImage
            #endif
            """)
        #expect(found == ["Bool", "Int"])
    }

    @Test func definedConditions() throws {
        workshop.conditions = ["FEATURE"]
        let found = try types("#if FEATURE\n@NSManaged var c: Int\n#else\n@NSManaged var c: Bool\n#endif")
        #expect(found == ["Int"])
    }

    @Test func parametersOfFunctions() throws {
        try workshop.write(
            "A.swift",
            """
            class A: NSManagedObject {
                @NSManaged func `addToItems`(_ value: Set<A>)
                @NSManaged public
                func replaceItems(at index: Int /* , with: */, with value : A)
            }
            """)
        let functions = try workshop.functions()
        #expect(functions.count == 2)
        #expect(functions[0].contains("(_ a: Set<NSManagedObject>)"), "\(functions)")
        #expect(functions[1].contains("_ a: Int, _ b: NSManagedObject"), "\(functions)")
    }

    @Test func classesInEveryPlace() throws {
        try workshop.write(
            "A.swift",
            """
            enum Outer<T> {}
            actor Act {}
            struct Name { final class Inner: NSManagedObject { @NSManaged var a: Bool } }
            extension App.Name { class Second: Base<Int, [String]>, @unchecked Sendable {} }
            extension Name.Second { @NSManaged fileprivate var b: Bool }
            class Base<Key: Hashable, Value>: NSManagedObject where Key: Sendable {}
            """)
        let functions = try workshop.functions()
        #expect(functions.count == 4)
        #expect(functions[0].contains("$s3App4NameV5InnerC1aSbvg"))
        #expect(functions[2].contains("$s3App4NameV6SecondC1b"))
    }

    @Test func casesOfAnEnumeration() throws {
        try workshop.write(
            "A.swift",
            """
            class A: NSManagedObject { @NSManaged var kind: Kind; @NSManaged var text: Text; @NSManaged var tree: Tree }
            enum Kind: Int16 { case `default` = -2, // = 3
                other = 0x1F /* , more */
                #if os(Linux)
                case penguin
                #elseif os(macOS)
                case apple
                #endif
            }
            enum Text: String { case quote = "a\\", case b", raw = #"\\"#; case last }
            indirect enum Tree: Codable { case leaf(name: String, Int), node(Tree, label: [Tree]) }
            """)
        let text = try workshop.source()
        #expect(text.contains("{\n    case `default` = -2\n    case `other` = 0x1F\n    case `penguin`\n}"), "\(text)")
        #expect(
            text.contains("{\n    case `quote` = \"a\\\", case b\"\n    case `raw` = #\"\\\"#\n    case `last`\n}"), "\(text)")
        #expect(text.contains("    indirect case case0(String, Int)\n    indirect case case1("), "\(text)")
    }
}
