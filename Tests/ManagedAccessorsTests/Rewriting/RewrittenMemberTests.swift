import Testing

@Suite("@NSManaged members in a copy")
struct RewrittenMemberTests {
    private static let model = """
        <entity name="Quake" representedClassName="Quake" codeGenerationType="none">
            <attribute name="code" attributeType="String"/>
            <attribute name="magnitude" attributeType="Float" usesScalarValueType="YES"/>
            <attribute name="time" optional="YES" attributeType="Date"/>
            <relationship name="reports" optional="YES" toMany="YES" destinationEntity="Quake" inverseName="reports" inverseEntity="Quake"/>
        </entity>
        """

    /// Returns the copy of a class with one member, in a folder with the model above.
    private func member(_ text: String) throws -> String {
        let folder = XcodeFolder()
        try folder.writeModel(Self.model)
        try folder.write("A.swift", "class Quake: NSManagedObject {\n\(text)\n}")
        folder.build()
        return String(try folder.copy("A.swift").split(separator: "\n", omittingEmptySubsequences: false)[1])
    }

    @Test(
        "A property gets accessors for its slot behind its type",
        arguments: [
            (
                "@NSManaged public var code: String",
                #"           public var code: String { get { value(at: 0, "code") } set { setValue(newValue, at: 0, "code") } }"#
            ),
            (
                "@NSManaged var time: Date? // when",
                #"           var time: Date? { get { value(at: 3, "time") } set { setValue(newValue, at: 3, "time") } } // when"#
            ),
            (
                "@NSManaged private var primitiveTime: Date?",
                #"           private var primitiveTime: Date? { get { value(at: 3, "time") } set { setPrimitiveValue(newValue, forKey: "time") } }"#
            ),
            (
                "@objc @NSManaged dynamic var reports: Set<Quake>",
                #"                         var reports: Set<Quake> { get { value(at: 2, "reports") } set { setValue(newValue, at: 2, "reports") } }"#
            ),
            (
                "@objc(code) @NSManaged var identifier: String",
                #"                       var identifier: String { get { value(at: 0, "code") } set { setValue(newValue, at: 0, "code") } }"#
            ),
            (
                "@NSManaged public var a, magnitude: Float",
                #"           public var a: Float { get { value(at: 0, "a") } set { setValue(newValue, at: 0, "a") } }; public var magnitude: Float { get { value(at: 1, "magnitude") } set { setValue(newValue, at: 1, "magnitude") } }"#
            ),
        ])
    func properties(text: String, expected: String) throws {
        #expect(try member(text) == expected)
    }

    @Test(
        "A function gets a body that calls the relationship's accessor",
        arguments: [
            ("@NSManaged func addToReports(_ value: Quake)", #"addObject(`value`, at: 2, "reports")"#),
            ("@NSManaged func addToReports(_ values: NSSet)", #"addObjects(`values`, at: 2, "reports")"#),
            (
                "@NSManaged func removeFromReports(_ values: Set<Quake>)",
                #"for object in `values` { removeObject(object, at: 2, "reports") }"#
            ),
            (
                "@NSManaged func insertIntoReports(_ value: Quake, at idx: Int)",
                #"insertObject(`value`, atIndex: `idx`, at: 2, "reports")"#
            ),
            (
                "@NSManaged func replaceReports(at indexes: IndexSet, with values: [Quake])",
                #"replaceObjects(atIndexes: NSIndexSet(indexSet: `indexes`), with: Array(`values`), at: 2, "reports")"#
            ),
            ("@objc(addReportsObject:) @NSManaged func include(_ value: Quake)", #"addObject(`value`, at: 2, "reports")"#),
            (
                "@objc(removeReportsAtIndexes:) @NSManaged func drop(_ values: NSIndexSet)",
                #"removeObjects(atIndexes: `values`, at: 2, "reports")"#
            ),
        ])
    func functions(text: String, expected: String) throws {
        #expect(try member(text).hasSuffix(" { \(expected) }"))
    }

    @Test("A member in an extension of another file has the slot of its class")
    func extensions() throws {
        let folder = XcodeFolder()
        try folder.writeModel(Self.model)
        try folder.write("Quake.swift", "@objc(Quake) public class Quake: NSManagedObject {}")
        try folder.write("Properties.swift", "extension Quake {\n    @NSManaged public var magnitude: Float\n}")
        #expect(folder.build().isEmpty)
        #expect(try folder.copy("Properties.swift").contains(#"{ get { value(at: 1, "magnitude") }"#))
    }

    @Test("What the model lacks, a type that does not fit and an unknown function are warnings")
    func warnings() throws {
        let folder = XcodeFolder()
        try folder.writeModel(Self.model)
        try folder.write(
            "A.swift",
            """
            class Quake: NSManagedObject {
                @NSManaged var depth: Float
                @NSManaged var code: Int16
                @NSManaged func shake()
            }
            class Other { @NSManaged var a: Int }
            """)
        let found = folder.build()
        #expect(found.count == 4)
        #expect(
            found[0].hasPrefix(
                "A.swift:2:20: warning: Quake.depth: the model “Model” has no property “depth” for its entity Quake"))
        #expect(
            found[1].hasPrefix(
                "A.swift:3:20: warning: Quake.code is declared as 'Int16', but in the model “Model” Quake.code is an attribute of type String"
            ))
        #expect(found[2].hasPrefix("A.swift:4:21: warning: Quake.shake is no function of a to-many relationship"))
        #expect(found[3] == "A.swift:6:30: error: Other.a is @NSManaged, but Other is no subclass of NSManagedObject.")
    }
}
