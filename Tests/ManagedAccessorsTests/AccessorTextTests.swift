import Testing

/// The functions that are written, symbol by symbol. The symbols are what `swiftc` gives such
/// classes, read with `nm`.
@Suite struct AccessorTextTests {
    let workshop = Workshop()

    @Test func propertyOfAClassWithoutAModel() throws {
        try workshop.write("Quake.swift", "import CoreData\nclass Quake: NSManagedObject { @NSManaged public var time: Date? }")
        #expect(
            try workshop.functions() == [
                #"@_silgen_name("$s3App5QuakeC4time20FoundationEssentials4DateVSgvg") func App_get0() -> Date? { value(at: 0, "time") }"#,
                #"@_silgen_name("$s3App5QuakeC4time20FoundationEssentials4DateVSgvs") func App_set0(_ value: __owned Date?) "#
                    + #"{ setValue(value, at: 0, "time") }"#,
            ])
    }

    @Test func slotsComeFromTheModel() throws {
        try workshop.write(
            "Quake.swift", "class Quake: NSManagedObject { @NSManaged var place: String\n@NSManaged var size: Float }")
        try workshop.writeModel(
            """
            <entity name="Event" isAbstract="YES"><attribute name="zeal" attributeType="String"/></entity>
            <entity name="Quake" representedClassName=".Quake" parentEntity="Event">
            <attribute name="size" attributeType="Float"/><attribute name="code" attributeType="String"/>
            <attribute name="place" attributeType="String"/>
            </entity>
            """)
        // The superentity's `zeal` is 0, then `code`, `place`, `size` by name.
        let functions = try workshop.functions()
        #expect(functions.contains { $0.hasSuffix(#"-> String { value(at: 2, "place") }"#) })
        #expect(functions.contains { $0.hasSuffix(#"-> Float { value(at: 3, "size") }"#) })
    }

    @Test func severalNamesShareAType() throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged var x, y: Int16, z: Bool }")
        let functions = try workshop.functions()
        #expect(functions.map { $0.contains("Int16") } == [true, true, true, true, false, false])
    }

    @Test func valuesOfAnyType() throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged var info: [String: Any]? }")
        let functions = try workshop.functions()
        #expect(functions.count == 2)
        #expect(functions.first?.contains(#"func App_get0() -> [String: Any]? { "#) == true, "\(functions)")
    }

    @Test func conditionsAreThoseOfLinux() throws {
        try workshop.write(
            "A.swift",
            """
            class A: NSManagedObject {
                #if os(iOS) || canImport(UIKit)
                @NSManaged var image: UIImage
                #elseif os(Linux) && canImport(CoreData)
                @NSManaged var image: Data
                #endif
                #if DEBUG
                @NSManaged var debugged: Bool
                #endif
            }
            """)
        let functions = try workshop.functions()
        #expect(functions.count == 4)
        #expect(functions[0].contains("-> Data"))
        #expect(functions[2].contains("debugged"))
    }

    @Test func primitiveValues() throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged private var primitiveTime: Date? }")
        let functions = try workshop.functions()
        #expect(functions[0].hasSuffix(#"-> Date? { value(at: 0, "time") }"#))
        #expect(functions[1].hasSuffix(#"{ setPrimitiveValue(value, forKey: "time") }"#))
    }

    @Test func privateNamesAreMadeOfTheFilesName() throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged private var x: Bool }")
        let first = try workshop.functions()[0]
        let other = Workshop()
        try other.write("B.swift", "class A: NSManagedObject { @NSManaged private var x: Bool }")
        #expect(first.contains("LLSbvg"))
        #expect(try other.functions()[0] != first)
    }

    @Test func typesOfOtherModulesAndSuperclasses() throws {
        try workshop.write(
            "Base.swift",
            "open class Base: NSManagedObject { public enum Kind: Int16 { case one = 1 }\n@NSManaged public var kind: Kind }",
            module: "Kit")
        try workshop.write(
            "Leaf.swift", "import Kit\nclass Leaf: Base { @NSManaged var own: Kind?; @NSManaged var parent: Kit.Base? }")
        let text = try workshop.source()
        #expect(text.contains("case `one` = 1"))
        #expect(text.contains(#""$s3App4LeafC3own3Kit4BaseC4KindOSgvg""#))
        #expect(text.contains("-> NSManagedObject? {"))
    }

    @Test func collections() throws {
        try workshop.write(
            "A.swift",
            """
            typealias Leaves = Set<Leaf>
            class A: NSManagedObject {
                @NSManaged var leaves: Leaves
                @NSManaged var found: [Leaf]
            }
            class Leaf: NSManagedObject {}
            """)
        let functions = try workshop.functions()
        #expect(functions[0].hasSuffix(#"-> Set<NSManagedObject> { membersInDestinationClass(at: 0, "leaves") }"#))
        #expect(functions[2].contains("-> [NSManagedObject] {"))
    }

    @Test func nothingManaged() throws {
        try workshop.write("A.swift", "struct A {}")
        #expect(try workshop.functions() == [])
    }

    @Test func secondRunGivesTheSameText() throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged var x: Bool }")
        #expect(try workshop.source() == workshop.source())
    }

    @Test func extensionOfAClassOfAnotherModule() throws {
        try workshop.write("Quake.swift", "open class Quake: NSManagedObject {}", module: "Kit")
        try workshop.write("More.swift", "import Kit\nextension Quake { @NSManaged var more: Bool }")
        #expect(try workshop.functions()[0].contains(#""$s3Kit5QuakeC3AppE4moreSbvg""#))
    }

    @Test func classThatAModelGenerates() throws {
        try workshop.write(
            "Quake.swift", "class Quake: NSManagedObject { @NSManaged var region: Region?\n@NSManaged var regions: Set<Region> }")
        try workshop.writeModel(
            """
            <entity name="Quake" representedClassName="Quake">
            <relationship name="region" maxCount="1" destinationEntity="Region"/>
            <relationship name="regions" toMany="YES" destinationEntity="Region"/>
            </entity>
            <entity name="Region" representedClassName="Region" codeGenerationType="class"/>
            """)
        let functions = try workshop.functions()
        #expect(functions[0].contains(#""$s3App5QuakeC6regionAA6RegionCSgvg""#))
        #expect(functions[2].contains(#""$s3App5QuakeC7regionsShyAA6RegionCGvg""#))
    }

    @Test func structuresAreCarriedAsTheirFields() throws {
        try workshop.write(
            "A.swift",
            """
            class A: NSManagedObject { @NSManaged var box: Box?; @NSManaged var boxes: [Box] }
            struct Box: Codable {
                static let unit = Box(width: 1)
                var width: Double { didSet {} }
                private let height = 2.5, name: String? = nil
                var area: Double { width * height }
                var inner: [Box] = []
            }
            """)
        let text = try workshop.source()
        #expect(
            text.contains(
                """
                struct StandIn0_Box {
                    let field0: Double
                    let field1: Double
                    let field2: String?
                    let field3: AnyObject
                }
                """))
        #expect(text.contains(#"private let App_type0: TrueType = .named("3App3BoxV")"#))
        #expect(text.contains(#"private let App_type1: TrueType = .array(.named("3App3BoxV"))"#))
    }

    @Test func functionsOfToManyRelationships() throws {
        try workshop.write(
            "A.swift",
            """
            class A: NSManagedObject {
                @NSManaged func addToTomatoes(_ value: A)
                @NSManaged func addTomatoesObject(_ value: A)
                @NSManaged func removeFromTomatoes(_ values: NSSet)
                @NSManaged func replaceTomatoes(at idx: Int, with value: A)
            }
            """)
        #expect(
            try workshop.functions().map { $0.split(separator: "{ ").last ?? "" } == [
                #"addObject(a, at: 0, "tomatoes") }"#, #"addObject(a, at: 0, "tomatoes") }"#,
                #"removeObjects(a, at: 0, "tomatoes") }"#,
                #"replaceObject(atIndex: a, with: b, at: 0, "tomatoes") }"#,
            ])
    }

    @Test func enumerationInAStructureAndAlone() throws {
        try workshop.write(
            "A.swift",
            """
            class A: NSManagedObject { @NSManaged var box: Box; @NSManaged var kind: Kind }
            struct Box: Codable { var kind: Kind }
            enum Kind: String, Codable { case round = "r", square }
            """)
        let text = try workshop.source()
        #expect(text.contains("struct StandIn0_Box {\n    let field0: StandIn1_Kind\n}"))
        #expect(text.contains("enum StandIn1_Kind: String, CaseIterable {\n    case `round` = \"r\"\n    case `square`\n}"))
        #expect(text.contains(#"-> StandIn1_Kind { value(at: 0, "kind") }"#))
    }
}
