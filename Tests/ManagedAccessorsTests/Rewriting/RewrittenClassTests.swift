import Testing

@Suite("Initializers and overrides in a copy")
struct RewrittenClassTests {
    @Test("An override of a managed object's initializer is required")
    func requiredInitializers() throws {
        let text = """
            class Quake: NSManagedObject {
                override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) { super.init(entity: entity, insertInto: context) }
                convenience init(context: NSManagedObjectContext) { self.init(entity: Self.entity(), insertInto: context) }
            }
            class Names: ValueTransformer { public override init() { super.init() } }
            class View: NSObject { override init() { super.init() }; init(context: Int) {} }
            """
        let lines = try XcodeFolder.copy(of: text).split(separator: "\n")
        #expect(lines[1].hasPrefix("    required init(entity:"))
        #expect(lines[2].hasPrefix("    required convenience init(context:"))
        #expect(lines[4] == "class Names: ValueTransformer { public required init() { super.init() } }")
        #expect(lines[5] == "class View: NSObject { override init() { super.init() }; init(context: Int) {} }")
    }

    @Test("A managed class with a designated initializer of its own gets the required one")
    func missingInitializer() throws {
        let folder = XcodeFolder()
        try folder.write("Base.swift", "open class Base: NSManagedObject {}")
        try folder.write(
            "Quake.swift",
            "public class Quake: Base {\n    init(code: String, in context: NSManagedObjectContext) { super.init(entity: Self.entity(), insertInto: context) }\n}"
        )
        folder.build()
        let lines = try folder.copy("Quake.swift").split(separator: "\n")
        #expect(
            lines[0]
                == "public class Quake: Base { public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) { super.init(entity: entity, insertInto: context) };"
        )
        #expect(try folder.copy("Base.swift") == "open class Base: NSManagedObject {}")
    }

    @Test("An override in an extension moves into its class, in whichever file that is")
    func movedOverrides() throws {
        let folder = XcodeFolder()
        try folder.write("Quake.swift", "public class Quake: NSManagedObject {\n}")
        try folder.write(
            "Life.swift",
            """
            extension Quake {
                public override func awakeFromInsert() {
                    super.awakeFromInsert()
                }
                public override func validateForUpdate() throws { try super.validateForUpdate() }
                public override func setValue(_ value: Any?, forKey key: String) { super.setValue(value, forKey: key) }
                public override var description: String { "quake" }
                override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> { [] }
            }
            """)
        #expect(folder.build().isEmpty)
        let moved = [
            "public override func awakeFromInsert() { strata_Quake_awakeFromInsert() };",
            "public override func validateForUpdate() throws { try strata_Quake_validateForUpdate() };",
            "public override func setValue(_ value: Any?, forKey key: String) { strata_Quake_setValue(`value`, forKey: `key`) };",
            "public override var description: String { get { strata_Quake_description } };",
        ]
        let quake = try folder.copy("Quake.swift")
        #expect(quake == "public class Quake: NSManagedObject { \(moved.joined(separator: " "))\n}")
        let life = try folder.copy("Life.swift").split(separator: "\n")
        #expect(life[1] == "    public nonisolated func strata_Quake_awakeFromInsert() {")
        #expect(life[2] == "        super.awakeFromInsert()")
        #expect(life[4].hasPrefix("    public nonisolated func strata_Quake_validateForUpdate() throws { try super"))
        #expect(life[6] == #"    public nonisolated var strata_Quake_description: String { "quake" }"#)
        #expect(life[7].hasPrefix("             class func keyPathsForValuesAffectingValue(forKey key: String)"))
    }

    @Test("An override in an extension of a generated class moves into the generated code")
    func movedIntoGeneratedClass() throws {
        let folder = XcodeFolder()
        try folder.writeModel(
            #"<entity name="Quake" representedClassName="Quake" codeGenerationType="class"><attribute name="code" optional="YES" attributeType="String"/></entity>"#
        )
        try folder.write("Life.swift", "extension Quake {\n    public override func awakeFromInsert() { code = \"\" }\n}")
        #expect(folder.build().isEmpty)
        let code = try folder.wholeCopy("Model.swift")
        #expect(
            code.contains(
                "nonisolated public class Quake: NSManagedObject {\n    public override func awakeFromInsert() { strata_Quake_awakeFromInsert() }\n}"
            ))
    }

    @Test("An override in an extension of a class that is not in the folder is an error")
    func foreignClass() throws {
        #expect(
            try XcodeFolder.problems(of: "extension Formatter {\n    override func copy() -> Any { self }\n}") == [
                "A.swift:2:19: error: 'copy' cannot be overridden in an extension of 'Formatter': without Objective-C only a class can "
                    + "override, and 'Formatter' is not in this folder. Write a subclass."
            ])
    }

    @Test("A class whose name in the model is the one in @objc is a warning")
    func objectiveCName() throws {
        let folder = XcodeFolder()
        try folder.writeModel(
            #"<entity name="Quake" representedClassName="MOQuake"><attribute name="code" attributeType="String"/></entity>"#)
        try folder.write("A.swift", "@objc(MOQuake)\nclass Quake: NSManagedObject {\n    @NSManaged var code: String\n}")
        #expect(
            folder.build() == [
                "A.swift:2:7: warning: The model names the class 'MOQuake', as @objc does. On Linux a class is found by its Swift name: "
                    + "name the class 'Quake' in the model."
            ])
    }
}
