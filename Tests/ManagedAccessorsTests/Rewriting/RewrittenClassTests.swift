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
        #expect(lines[4] == "class Names: ValueTransformer, @unchecked Sendable { public required init() { super.init() } }")
        #expect(lines[5] == "class View: NSObject { override init() { super.init() }; init(context: Int) {} }")
    }

    @Test(
        "A required initializer is accessible wherever its class can have a subclass",
        arguments: [
            (
                "class Quake: NSManagedObject", "private override init(entity: E, insertInto c: C?) {}",
                "        required init(entity:"
            ),
            (
                "class Quake: NSManagedObject", "fileprivate override init(entity: E, insertInto c: C?) {}",
                "            required init(entity:"
            ),
            (
                "class Quake: NSManagedObject", "private convenience init(context: C) {}",
                "required         convenience init(context:"
            ),
            (
                "open class Quake: NSManagedObject", "override init(entity: E, insertInto c: C?) {}",
                "public required init(entity:"
            ),
            (
                "open class Quake: NSManagedObject", "internal override init(entity: E, insertInto c: C?) {}",
                "         public required init(entity:"
            ),
            (
                "open class Quake: NSManagedObject", "public override init(entity: E, insertInto c: C?) {}",
                "public required init(entity:"
            ),
            ("open class Quake: NSManagedObject", "convenience init(context: C) {}", "public required convenience init(context:"),
            ("public class Quake: NSManagedObject", "override init(entity: E, insertInto c: C?) {}", "required init(entity:"),
            ("class Names: ValueTransformer", "private override init() {}", "        required init()"),
            ("class Names: ValueTransformer", "private required override init() {}", "        required          init()"),
            ("class Policy: NSEntityMigrationPolicy", "override init() {}", "required init()"),
            ("open class Policy: CoreData.NSEntityMigrationPolicy", "override init() {}", "public required init()"),
        ])
    func accessOfRequiredInitializers(type: String, initializer: String, expected: String) throws {
        let lines = try XcodeFolder.copy(of: "\(type) {\n\(initializer)\n}").split(separator: "\n")
        #expect(lines[1].hasPrefix(expected), "\(lines[1])")
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

    @Test("A policy's methods of Objective-C are called by their selectors, as the expressions of a mapping model name them")
    func policyMethods() throws {
        let folder = XcodeFolder()
        try folder.write(
            "Policy.swift",
            """
            public class SongPolicy: NSEntityMigrationPolicy {
                @objc public func section(forName name: String, of count: NSNumber?) -> String { name }
                @objc func note() {}
                func plain(_ value: Any) {}
                @objc func read(_ value: Any) throws -> Any { value }
                @objc class func made() -> Int { 1 }
                public override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
            }
            class Other: NSObject { @objc func other() {} }
            """)
        try folder.write(
            "More.swift",
            """
            extension SongPolicy { @objc(wordsIn:) func words(_ text: NSString) -> NSArray? { nil } }
            extension SongPolicy { @objc private func hidden() {} }
            """)
        try folder.write(
            "Empty.swift",
            "class EmptyPolicy: SongPolicy {}\n@objcMembers class All: SongPolicy { func all(_ a: Int) -> Int { a } }")
        #expect(folder.build().isEmpty)
        let lines = try folder.copy("Policy.swift").split(separator: "\n")
        let cases = [
            #"case "note": note(); return nil;"#,
            #"case "sectionForName:of:": return try section(forName: argument(0, of: arguments, for: selector), "#
                + "of: argument(1, of: arguments, for: selector));",
            #"case "wordsIn:": return try words(argument(0, of: arguments, for: selector));"#,
            #"default: return try super.call(selector, arguments: arguments)"#,
        ]
        #expect(
            lines[0]
                == "public class SongPolicy: NSEntityMigrationPolicy { "
                + "public override func call(_ selector: String, arguments: [Any?]) throws -> Any? { switch selector { \(cases.joined(separator: " ")) } };"
        )
        #expect(lines[8] == "class Other: NSObject {       func other() {} }")
        let others = try folder.copy("Empty.swift").split(separator: "\n")
        #expect(others[0] == "class EmptyPolicy: SongPolicy {}")
        #expect(others[1].contains(#" throws -> Any? { switch selector { case "all:": return try all(argument(0, "#))
    }

    @Test("A policy that calls its methods itself stays as it is")
    func policyWithCall() throws {
        let text = """
            class SongPolicy: NSEntityMigrationPolicy {
                @objc func section() -> String { "" }
                #if os(Linux)
                override func call(_ selector: String, arguments: [Any?]) throws -> Any? { section() }
                #endif
            }
            """
        #expect(try XcodeFolder.copy(of: text) == text.replacing("@objc", with: "     "))
    }

    @Test("The computed properties of a managed class are found by their names in Objective-C")
    func undefinedKeys() throws {
        let folder = XcodeFolder()
        try folder.write(
            "Quake.swift",
            """
            @objc(Quake) public class Quake: NSManagedObject {
                @NSManaged var time: Date?
                @objc dynamic var day: String { "" }
                @objc(isLarge) public var large: Bool { true }
                @objc class var kind: String { "" }
                @objc @OtherActor var elsewhere: Int { 1 }
                var plain: Int { 1 }
            }
            class Sub: Quake { @objc private var own: Int { 1 } }
            class Other: NSObject { @objc var day: String { "" } }
            class Apart: Quake {
                @objc var initial: String { "" }
                override func value(forUndefinedKey key: String) -> Any? { nil }
            }
            """)
        try folder.write("More.swift", "extension Quake { @objc var week: Int { 1 }; @objc private var hidden: Int { 1 } }")
        #expect(folder.build().isEmpty)
        let lines = try folder.copy("Quake.swift").split(separator: "\n")
        #expect(
            lines[0].hasSuffix(
                "public class Quake: NSManagedObject { nonisolated public override func value(forUndefinedKey key: String) -> Any? { "
                    + #"let read: @MainActor (`Quake`) -> Any?; switch key { case "day": read = { $0.`day` }; "#
                    + #"case "isLarge": read = { $0.`large` }; case "week": read = { $0.`week` }; "#
                    + "default: return super.value(forUndefinedKey: key) }; "
                    + "return unsafeBitCast(read, to: ((`Quake`) -> Any?).self)(self) };"))
        #expect(lines[8].hasPrefix("class Sub: Quake { nonisolated override func value(forUndefinedKey key: String) -> Any? {"))
        #expect(lines[8].contains(#"case "own": read = { $0.`own` }; default:"#))
        #expect(lines[9] == "class Other: NSObject {       var day: String { \"\" } }")
        #expect(lines[10] == "class Apart: Quake {")
    }

    @Test("A property of a managed class that stands for an attribute is read and set by its name")
    func attributeKeys() throws {
        let folder = XcodeFolder()
        try folder.writeModel(
            """
            <entity name="Event" representedClassName="Event" isAbstract="YES">
                <attribute name="section" optional="YES" transient="YES" attributeType="String"/>
                <attribute name="title" optional="YES" attributeType="String"/>
                <relationship name="hosts" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Visit" inverseName="guests" inverseEntity="Visit"/>
            </entity>
            <entity name="Visit" representedClassName="Visit" parentEntity="Event">
                <attribute name="level" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
                <relationship name="guests" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Event" inverseName="hosts" inverseEntity="Event"/>
            </entity>
            <entity name="Apart" representedClassName="Apart">
                <attribute name="mark" optional="YES" attributeType="String"/>
            </entity>
            """)
        try folder.write(
            "Event.swift",
            """
            public class Event: NSManagedObject {
                @NSManaged public var title: String?
                @objc var section: String? { primitiveValue(forKey: "section") as? String ?? "a" }
                @objc var day: String { "" }
            }
            final class Visit: Event {
                @objc private(set) var level: Int16 { get { 1 } set { } }
                @objc var guests: NSSet { [] }
            }
            class Apart: NSManagedObject {
                @objc var mark: String? { nil }
                override func value(forKey key: String) -> Any? { nil }
            }
            """)
        try folder.write("More.swift", "extension Event { @objc(level) var height: Int16 { get { 1 } set { f(newValue) } } }")
        #expect(folder.build().isEmpty)
        let lines = try folder.copy("Event.swift").split(separator: "\n")
        let added: [String] = [
            "nonisolated public override func value(forKey key: String) -> Any? { ",
            #"let read: @MainActor (`Event`) -> Any?; switch key { case "level": read = { $0.`height` }; "#,
            #"case "section": read = { $0.`section` }; default: return super.value(forKey: key) }; "#,
            "let value = unsafeBitCast(read, to: ((`Event`) -> Any?).self)(self); return (value as? NSNumber) ?? value }; ",
            "nonisolated public override func setValue(_ value: Any?, forKey key: String) { ",
            "let write: @MainActor (`Event`, Any?) -> Bool; ",
            #"switch key { case "level": write = { object, value in guard let value = object.convertedValue(value, "#,
            "like: { (object: `Event`) in object.`height` }) else { return false }; object.`height` = value; return true }; ",
            "default: return super.setValue(value, forKey: key) }; ",
            "if !unsafeBitCast(write, to: ((`Event`, Any?) -> Bool).self)(self, value) { super.setValue(value, forKey: key) } }; ",
            "nonisolated public override func value(forUndefinedKey key: String) -> Any? { ",
            #"let read: @MainActor (`Event`) -> Any?; switch key { case "day": read = { $0.`day` }; "#,
            "default: return super.value(forUndefinedKey: key) }; ",
            "return unsafeBitCast(read, to: ((`Event`) -> Any?).self)(self) };",
        ]
        #expect(lines[0] == "public class Event: NSManagedObject { \(added.joined())")
        // A relationship is read as it is stored.
        #expect(
            lines[5].hasPrefix(
                "final class Visit: Event { nonisolated override func value(forKey key: String) -> Any? { "
                    + #"let read: @MainActor (`Visit`) -> Any?; switch key { case "level": read = { $0.`level` }; default:"#))
        #expect(!lines[5].contains("setValue"))
        #expect(
            lines[5].contains(
                "value(forUndefinedKey key: String) -> Any? { "
                    + #"let read: @MainActor (`Visit`) -> Any?; switch key { case "guests": read = { $0.`guests` }; "#))
        #expect(lines[9] == "class Apart: NSManagedObject {")
    }

    @Test("The superclass of an observed object has no further key paths")
    func superOfObservers() throws {
        let text = """
            class Quake: NSManagedObject {
                override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
                    var paths = super.keyPathsForValuesAffectingValue(forKey: key)
                    if super.automaticallyNotifiesObservers(forKey: f(key)) { paths.insert("a") }
                    return paths
                }
            }
            """
        let lines = try XcodeFolder.copy(of: text).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[2].hasPrefix("        var paths = Set<String>()  "))
        #expect(lines[2].count == "        var paths = super.keyPathsForValuesAffectingValue(forKey: key)".count)
        #expect(lines[3].hasPrefix("        if true "))
        #expect(lines[3].hasSuffix(#"{ paths.insert("a") }"#))
    }

    @Test("A transformer restates that it is safe to share, unless it does itself")
    func sendableTransformers() throws {
        let text = """
            final class Names: ValueTransformer {}
            class Tags: NSSecureUnarchiveFromDataTransformer, P
            {}
            class More: Tags, @unchecked Sendable {}
            class Last: Tags {}
            class Apart: Tags {}
            extension Apart: @unchecked Sendable {}
            @MainActor class Main: ValueTransformer {}
            class Typed<T>: ValueTransformer where T: P {}
            class Plain: NSObject {}
            """
        let lines = try XcodeFolder.copy(of: text).split(separator: "\n")
        #expect(
            lines == [
                "final class Names: ValueTransformer, @unchecked Sendable {}",
                "class Tags: NSSecureUnarchiveFromDataTransformer, P, @unchecked Sendable", "{}",
                "class More: Tags, @unchecked Sendable {}", "class Last: Tags, @unchecked Sendable {}", "class Apart: Tags {}",
                "extension Apart: @unchecked Sendable {}", "@MainActor class Main: ValueTransformer {}",
                "class Typed<T>: ValueTransformer, @unchecked Sendable where T: P {}", "class Plain: NSObject {}",
            ])
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

    @Test("A generated class finds the computed properties of its extensions")
    func undefinedKeysOfGeneratedClass() throws {
        let folder = XcodeFolder()
        try folder.writeModel(
            #"<entity name="Quake" representedClassName="Quake" codeGenerationType="class"><attribute name="code" optional="YES" attributeType="String"/></entity>"#
        )
        try folder.write("Day.swift", "extension Quake {\n    @objc var day: String { code ?? \"\" }\n}")
        #expect(folder.build().isEmpty)
        let code = try folder.wholeCopy("Model.swift")
        #expect(
            code.contains(
                "nonisolated public class Quake: NSManagedObject {\n"
                    + "    nonisolated public override func value(forUndefinedKey key: String) -> Any? { "
                    + #"let read: @MainActor (`Quake`) -> Any?; switch key { case "day": read = { $0.`day` }; "#))
    }

    @Test("A class without an attribute gets the computed properties of an extension in another file")
    func undefinedKeysOfPlainClass() throws {
        let folder = XcodeFolder()
        try folder.write("Quake.swift", "class Quake: NSManagedObject {}")
        try folder.write("Day.swift", "extension Quake { @objc var day: String { \"\" } }")
        #expect(folder.build().isEmpty)
        #expect(try folder.copy("Quake.swift").contains(#"case "day": read = { $0.`day` }; "#))
    }

    @Test("A moved signature has no comments, and its line none of the line breaks")
    func signatures() throws {
        let text = """
            class Quake: NSManagedObject {}
            extension Quake {
                override func setValue(
                    _ value: Any?, // the value, "any"
                    /* by its */ forKey key: String // name
                ) { super.setValue(value, forKey: key) }
                @available(*, deprecated, // since
                    message: "a // b")
                override var hasChanges: Bool // really
                { super.hasChanges }
            }
            """
        #expect(
            try XcodeFolder.copy(of: text).split(separator: "\n").first
                == "class Quake: NSManagedObject { override func setValue( _ value: Any?, forKey key: String ) "
                + "{ strata_Quake_setValue(`value`, forKey: `key`) }; @available(*, deprecated, message: \"a // b\") "
                + "override var hasChanges: Bool { get { strata_Quake_hasChanges } };}")
        #expect(try XcodeFolder.problems(of: text).isEmpty)
    }

    @Test("An open override is not open in its extension, where Swift allows that for Objective-C only")
    func openOverrides() throws {
        let copy = try XcodeFolder.copy(
            of: "open class Quake: NSManagedObject {}\nextension Quake {\n    open override func willSave() {}\n}")
        #expect(
            copy == "open class Quake: NSManagedObject { open override func willSave() { strata_Quake_willSave() };}\n"
                + "extension Quake {\n         nonisolated func strata_Quake_willSave() {}\n}")
    }

    @Test("An override of a nested class whose superclass is nested beside it moves, too")
    func nestedClasses() throws {
        let text = """
            enum Space {
                class Quake: NSManagedObject {}
                class Deep: Quake {}
            }
            extension Space.Deep {
                override func willSave() {}
            }
            """
        let lines = try XcodeFolder.copy(of: text).split(separator: "\n")
        #expect(lines[2] == "    class Deep: Quake { override func willSave() { strata_Space_Deep_willSave() };}")
        #expect(lines[5] == "    nonisolated func strata_Space_Deep_willSave() {}")
    }

    @Test("An override leaves a clause that may be inactive only by hand")
    func uncertainClauses() throws {
        let folder = XcodeFolder()
        try folder.write("Quake.swift", "class Quake: NSManagedObject {}")
        try folder.write(
            "Life.swift",
            """
            extension Quake {
                #if DEBUG
                override func willSave() {}
                #elseif os(Linux)
                override func didSave() {}
                #else
                override func awakeFromFetch() {}
                #endif
                #if os(Linux)
                override func awakeFromInsert() {
                    #if DEBUG
                    print("new")
                    #endif
                }
                #else
                override func prepareForDeletion() {}
                #endif
            }
            """)
        let message = { (name: String) in
            "error: Without Objective-C, an override in an extension moves into its class, and '\(name)' cannot, because it is in an #if "
                + "clause that may be inactive: only the compiler decides that. Write it in the class 'Quake'."
        }
        #expect(folder.build() == ["Life.swift:3:19: \(message("willSave"))", "Life.swift:5:19: \(message("didSave"))"])
        #expect(
            try folder.copy("Quake.swift")
                == "class Quake: NSManagedObject { override func awakeFromInsert() { strata_Quake_awakeFromInsert() };}")
    }

    @Test(
        "An override that its class could not call is an error",
        arguments: [
            ("func a(_ b: Int...) {}", "a list of arguments cannot be passed on"),
            ("func a(_ b: @autoclosure () -> Int) {}", "an @autoclosure cannot be passed on"),
            ("func a(_ b: String = \"\"\"\n    b\n    \"\"\") {}", "a default value has several lines"),
            ("var a: Int { didSet {} }", "it observes a property"),
            ("var a = 1", "it has no accessors"),
        ])
    func obstacles(member: String, reason: String) throws {
        let problems = try XcodeFolder.problems(
            of: "class Quake: NSManagedObject {}\nextension Quake {\n    override \(member)\n}")
        #expect(
            problems.first?.hasSuffix("'a' cannot, because \(reason). Write it in the class 'Quake'.") == true, "\(problems)")
    }

    @Test("What becomes required stays behind its attributes")
    func attributesOfInitializers() throws {
        let copy = try XcodeFolder.copy(
            of: "class Quake: NSManagedObject {\n    @available(*, deprecated) convenience init(context: Int) { fatalError() }\n}"
        )
        #expect(copy.contains("    @available(*, deprecated) required convenience init(context: Int)"))
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
