import Foundation
import SwiftData
import Testing

@Model class Vessel {
    enum Rank: String, Codable { case small, large }

    @Attribute(.unique) var code: String
    var name: String
    var tons: Double = 1.5
    var rank: Rank = Rank.small
    var owner: VesselOwner?

    init(_ code: String, name: String) {
        self.code = code
        self.name = name
    }
}

@Model final class VesselOwner {
    var vessels: [Vessel] = []

    init() {}
}

@Model final class Ferry: Vessel {
    #Index<Ferry>(
        .binary([\.name]), .binary([\.lanes, \.name]), .binary([\.rank]), .binary([\.owner]), .rtree([\.tons, \.lanes]))
    #Unique<Ferry>([\.name, \.line])
    var lanes: Int = 2
    var line: String?

    override init(_ code: String, name: String) { super.init(code, name: name) }
}

@Model class Raft {
    var name: String = ""

    init() {}
}

@Model final class Canoe: Raft {
    #Unique<Canoe>([\.name])
    var seats: Int = 2

    override init() { super.init() }
}

/// Indexes and constraints that a subclass declares on properties that it inherits.
struct InheritedIndexTests {
    @Test func `an index of inherited properties is one of the table of the hierarchy`() throws {
        let folder = try StoreFolder()
        let schema = Schema([Vessel.self, Ferry.self])
        #expect(schema.entitiesByName["Vessel"]?.indices == [])
        #expect(
            schema.entitiesByName["Ferry"]?.indices == [["name"], ["lanes", "name"], ["rank"], ["owner"], ["tons", "lanes"]])
        for _ in 0..<2 {
            let context = ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: folder.store)))
            let ferry = Ferry("a", name: "Ann")
            (ferry.tons, ferry.rank) = (7, .large)
            context.insert(ferry)
            context.insert(Vessel("b", name: "Ann"))
            try context.save()
            let found = try context.fetch(FetchDescriptor<Ferry>(predicate: #Predicate { $0.name == "Ann" && $0.tons > 6 }))
            #expect(found.map(\.code) == ["a"])
        }
        let sql = try StoreSQL(folder.store)
        let indexes = try sql.indexes("ZVESSEL").compactMap { try sql.statement($0) }
        #expect(indexes.contains { $0.hasPrefix("CREATE INDEX Z_Ferry_") && $0.contains("(ZNAME ") })
        #expect(indexes.contains { $0.hasPrefix("CREATE INDEX Z_Ferry_") && $0.contains("(ZLANES ") && $0.contains("ZNAME ") })
        #expect(indexes.contains { $0.hasPrefix("CREATE INDEX Z_Ferry_") && $0.contains("(ZRANK") })
        #expect(indexes.contains { $0.hasPrefix("CREATE INDEX Z_Ferry_") && $0.contains("(ZOWNER ") })
        #expect(indexes.contains { $0.hasPrefix("CREATE UNIQUE INDEX Z_Ferry_") && $0.contains("ZNAME ") })
    }

    @Test func `models of the subclass can be used before there is a container`() throws {
        let (ferry, owner) = (Ferry("a", name: "Ann"), VesselOwner())
        owner.vessels.append(ferry)
        #expect(ferry.owner === owner)
        let context = ModelContext(
            try ModelContainer(for: Vessel.self, Ferry.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        context.insert(owner)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Ferry>()).map(\.name) == ["Ann"])
    }

    @Test func `a constraint of an own property and an inherited one holds for the subclass`() throws {
        let context = ModelContext(
            try ModelContainer(for: Vessel.self, Ferry.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        for code in ["a", "b"] {
            let ferry = Ferry(code, name: "Ann")
            ferry.line = "1"
            context.insert(ferry)
            try context.save()
            context.insert(Vessel("\(code)2", name: "Ann"))
            try context.save()
        }
        #expect(try context.fetch(FetchDescriptor<Ferry>()).map(\.code) == ["b"])
        #expect(try context.fetchCount(FetchDescriptor<Vessel>()) == 3)
    }

    @Test func `a constraint of inherited properties only is an error of the container`() throws {
        let canoe = Canoe()
        canoe.name = "c"
        #expect(canoe.name == "c")
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ModelContainer(for: Raft.self, Canoe.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        let description = try #require(error).localizedDescription
        #expect(description.contains("'Canoe' cannot have unique values of name, inherited from 'Raft'"))
        #expect(description.contains("Declare the constraint there"))
    }
}
