import Testing

/// The functions that are written, symbol by symbol. The symbols are what `swiftc` gives such classes, read with `nm`.
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
        try workshop.write("Quake.swift", "class Quake: NSManagedObject { @NSManaged var place: String\n@NSManaged var size: Float }")
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
            "open class Base: NSManagedObject { public enum Kind: Int16 { case one = 1 }\n@NSManaged public var kind: Kind }", module: "Kit")
        try workshop.write("Leaf.swift", "import Kit\nclass Leaf: Base { @NSManaged var own: Kind?; @NSManaged var parent: Kit.Base? }")
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
}
