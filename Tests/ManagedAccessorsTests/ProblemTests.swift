import Testing

/// What cannot work is said at its line, with what to do.
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
                == "Quake.swift:6:20: error: Quake.cod: the model “Model” has no property “cod” for its entity Quake. "
                + "It has: code, count, photos, place, region, reports.")
    }

    @Test func typeOfAnAttribute() throws {
        #expect(
            try problem("@NSManaged var count: String?")
                == "Quake.swift:6:20: error: Quake.count is declared as 'String?', but in the model “Model” Quake.count is an attribute of "
                + "type Integer 64. Declare it as 'Int64' or 'Int' or 'NSNumber'.")
    }

    @Test func narrowerNumber() throws {
        #expect(try problem("@NSManaged var count: Int16").contains("is declared as 'Int16'"))
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
            try problem("@NSManaged func fetchReports()").contains("Quake.fetchReports is no function of a to-many relationship.")
        )
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
