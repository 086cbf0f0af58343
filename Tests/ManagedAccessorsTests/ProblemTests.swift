import Testing

/// The diagnostics for declarations that cannot work, each with its line and the fix.
@Suite struct ProblemTests {
    let workshop = Workshop()
    private let quake = """
        <entity name="Quake" representedClassName="Quake">
        <attribute name="code" attributeType="String"/><attribute name="count" attributeType="Integer 64"/>
        <attribute name="place" attributeType="Transformable"/>
        <relationship name="region" maxCount="1" destinationEntity="Region"/>
        <relationship name="reports" toMany="YES" destinationEntity="Report"/>
        <relationship name="photos" toMany="YES" ordered="YES" destinationEntity="Report"/>
        </entity>
        <entity name="Region" representedClassName=".Region"/><entity name="Report" representedClassName="Report"/>
        """

    private func problem(_ member: String, model: Bool = true) throws -> String {
        try workshop.write(
            "Quake.swift",
            """
            class Region: NSManagedObject {}
            class Report: NSManagedObject {}
            struct Generic<T: Codable>: Codable { var value: T }
            struct Unclear: Codable { var value = makeValue() }
            class Quake: NSManagedObject {
                \(member)
            }
            """)
        if model { try workshop.writeModel(quake) }
        let problems = workshop.problems()
        return problems.count == 1 ? problems[0] : "\(problems.count) problems: \(problems)"
    }

    @Test func missingProperty() throws {
        #expect(
            try problem("@NSManaged var cod: String")
                == "Quake.swift:6:20: warning: Quake.cod: the model “Model” has no property “cod” for its entity Quake, so that using it "
                + "traps. It has: code, count, photos, place, region, reports.")
    }

    @Test func typeOfAnAttribute() throws {
        #expect(
            try problem("@NSManaged var count: String?")
                == "Quake.swift:6:20: warning: Quake.count is declared as 'String?', but in the model “Model” Quake.count is an attribute of "
                + "type Integer 64. Declare it as 'Int64' or 'Int' or 'NSNumber'.")
    }

    @Test func narrowerNumber() throws {
        #expect(try problem("@NSManaged var count: Int16").contains("is declared as 'Int16'"))
    }

    @Test func `a member that does not match the model is written all the same`() throws {
        try workshop.write("Quake.swift", "class Quake: NSManagedObject { @NSManaged var cod: String, count: String? }")
        try workshop.writeModel(quake)
        let functions = try workshop.functions()
        #expect(functions.count == 4)
        #expect(functions[0].hasSuffix(#"-> String { value(at: 0, "cod") }"#), "\(functions)")
        #expect(functions[2].hasSuffix(#"-> String? { value(at: 1, "count") }"#), "\(functions)")
    }

    @Test func `objects of another class than declared trap instead of being taken for it`() throws {
        _ = try problem("@NSManaged var region: Report?")
        let functions = try workshop.functions()
        #expect(functions.count == 2)
        #expect(functions[0].contains("() -> Never { trapInAccessor("), "\(functions)")
        #expect(functions[1].contains("() -> Never { trapInAccessor("), "\(functions)")
    }

    @Test func toOneForToMany() throws {
        #expect(
            try problem("@NSManaged var reports: Report?").hasSuffix(
                "Quake.reports is a to-many relationship to Report. Declare it as 'Set<Report>' or 'NSSet'."))
    }

    @Test func wrongDestination() throws {
        #expect(
            try problem("@NSManaged var region: Report?").hasSuffix(
                "Quake.region is a to-one relationship to Region. Declare it as 'Region?'."))
    }

    @Test func setForOrdered() throws {
        #expect(
            try problem("@NSManaged var photos: Set<Report>").hasSuffix(
                "Quake.photos is an ordered to-many relationship to Report. Declare it as 'NSOrderedSet'."))
    }

    @Test func unknownType() throws {
        #expect(
            try problem("@NSManaged var place: Elsewhere?")
                == "Quake.swift:6:1: error: The type 'Elsewhere' of an @NSManaged property is in no source of this target, nor in those of "
                + "the targets it depends on, nor in Foundation. Give this target a dependency on the target that declares it, or write the "
                + "property as another type.")
    }

    @Test func typesThatCannotCross() throws {
        #expect(
            try problem("@NSManaged var place: Generic<Int>?").contains("cannot be of type 'Generic<Int>', which is generic."))
        #expect(
            try problem("@NSManaged var place: Unclear").contains(
                "which is a structure whose property 'value' has no written type, is lazy or is wrapped."))
        #expect(try problem("@NSManaged var place: (Report) -> Void").contains("a type without a name"))
    }

    @Test func unknownFunction() throws {
        #expect(
            try problem("@NSManaged func fetchReports()").contains(
                "6:21: warning: Quake.fetchReports is no function of a to-many relationship")
        )
        #expect(try workshop.functions()[0].contains("() -> Never { trapInAccessor("))
        #expect(try problem("@NSManaged func addToReport(_ value: Report)").contains("has no property “report”"))
    }

    @Test func notForLinux() throws {
        #expect(try problem("@objc @NSManaged var code: String").contains("@objc needs Objective-C"))
        #expect(try problem("@NSManaged static var code: String").contains("cannot be static"))
    }

    @Test func notAManagedObject() throws {
        try workshop.write("Plain.swift", "class Plain: NSObject { @NSManaged var x: Int16 }")
        #expect(
            workshop.problems() == [
                "Plain.swift:1:40: error: Plain.x is @NSManaged, but Plain is no subclass of NSManagedObject."
            ])
    }

    @Test func `a class that is not managed is told once and not for each of its members`() throws {
        try workshop.write("Plain.swift", "class Plain: NSObject { @NSManaged var x: Int16, y: Int16 }")
        #expect(workshop.problems().count == 1)
        try workshop.write(
            "Plain.swift", "extension Elsewhere { @NSManaged var x: Int16, y: Int16; @NSManaged func addToZ(_ z: Elsewhere) }")
        #expect(workshop.problems().count == 1)
    }

    @Test func `an unknown type is told once and not for each property of it`() throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged var x: Nowhere?\n@NSManaged var y: [Nowhere] }")
        let problems = workshop.problems()
        #expect(problems.count == 1)
        #expect(
            problems.first?.hasPrefix("A.swift:1:1: error: The type 'Nowhere' of an @NSManaged property") == true, "\(problems)")
    }

    @Test func `a destination whose class is in no source is named`() throws {
        let relationships = """
            <entity name="Owner" representedClassName="Owner">
            <relationship name="one" maxCount="1" destinationEntity="Human"/>
            <relationship name="many" toMany="YES" destinationEntity="Human"/>
            </entity>
            <entity name="Human" representedClassName="Person"/>
            """
        try workshop.writeModel(relationships)
        try workshop.write(
            "Owner.swift", "class Owner: NSManagedObject {\n@NSManaged var one: Person?\n@NSManaged var many: Set<Person>\n}")
        let problems = workshop.problems()
        #expect(
            problems == [
                "Owner.swift:2:16: error: The class 'Person' of the entity Human in the model “Model” is in no source of this target, nor in "
                    + "those of the targets it depends on. Write it, 'class Person: NSManagedObject {}', or set the entity's Codegen to Class "
                    + "Definition."
            ])
    }

    @Test func `a class that is written and generated is told at the class`() throws {
        try workshop.writeModel(
            """
            <entity name="Quake" representedClassName="Quake" codeGenerationType="class">
            <attribute name="code" attributeType="String"/><attribute name="place" attributeType="String"/></entity>
            """)
        try workshop.write("Quake.swift", "\nclass Quake: NSManagedObject {\n@NSManaged var code: String, place: String }")
        let problems = workshop.problems()
        #expect(
            problems == [
                "Quake.swift:2:7: error: The class Quake is written here and generated too: Codegen of the entity Quake in the model “Model” "
                    + "is Class Definition. Set it to Manual/None in Xcode (or remove codeGenerationType=\"class\" from the model's file), or "
                    + "remove this class."
            ])
    }

    @Test func `a generated class that no source declares is no problem`() throws {
        try workshop.writeModel(
            """
            <entity name="Quake" representedClassName="Quake"><relationship name="region" maxCount="1" destinationEntity="Region"/></entity>
            <entity name="Region" representedClassName="Region" codeGenerationType="class"/>
            """)
        try workshop.write(
            "Quake.swift", "// class Region is generated\nclass Quake: NSManagedObject { @NSManaged var region: Region? }")
        #expect(workshop.problems() == [])
    }

    @Test func `properties that are written and generated are told once for their class`() throws {
        try workshop.writeModel(
            """
            <entity name="Quake" representedClassName="Quake" codeGenerationType="category">
            <attribute name="code" attributeType="String"/><attribute name="place" attributeType="String"/></entity>
            """)
        try workshop.write("Quake.swift", "class Quake: NSManagedObject {\n@NSManaged var code: String, place: String }")
        #expect(
            workshop.problems() == [
                "Quake.swift:2:16: error: Quake.code is written here and generated too: Codegen of the entity Quake in the model “Model” is "
                    + "Category/Extension, which generates all its properties. Set it to Manual/None in Xcode (or remove "
                    + "codeGenerationType=\"category\" from the model's file), or remove the properties from the sources."
            ])
    }

    @Test func `a model of a dependency that cannot be read is left to that target's own build`() throws {
        try workshop.write("A.swift", "class A: NSManagedObject { @NSManaged var x: Bool }")
        try workshop.write("Kit.swift", "", module: "Kit")
        try workshop.writeModel("<entity", module: "Kit")
        #expect(workshop.problems() == [])
        try workshop.writeModel("<entity")
        #expect(workshop.problems().count == 1)
    }

    @Test func allProblemsAtOnce() throws {
        try workshop.write(
            "Quake.swift",
            "class Quake: NSManagedObject { @NSManaged var a: String\n@NSManaged var b: String\n@NSManaged func c() }")
        try workshop.writeModel(quake)
        #expect(workshop.problems().count == 3)
    }

    @Test func brokenModel() throws {
        try workshop.write("Quake.swift", "class Quake: NSManagedObject { @NSManaged var a: String }")
        try workshop.writeModel("<entity name=\"A\" representedClassName=\"Quake\" parentEntity=\"B\"/>")
        #expect(workshop.problems().count == 1)
        #expect(
            workshop.problems()[0].hasPrefix(
                "Model.xcdatamodel/contents:3:1: error: The parent entity “B” of A is not in the model."))
    }
}
