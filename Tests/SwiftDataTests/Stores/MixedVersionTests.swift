import Foundation
import SwiftData
import Testing

/// The models of an app's first version, as that wrote its stores.
enum CampOld: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Camp.self, Site.self] }

    @Model final class Camp {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Site.camp) var sites: [Site] = []
        init(name: String) { self.name = name }
    }

    @Model final class Site {
        var place: String
        var camp: Camp?
        init(place: String) { self.place = place }
    }
}

/// The models of today: a property of `Camp` is new, and `Site` is as it was.
enum CampNew: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Camp.self, Site.self] }

    @Model final class Camp {
        var name: String
        var nights: Int = 1
        @Relationship(deleteRule: .cascade, inverse: \Site.camp) var sites: [Site] = []
        init(name: String) { self.name = name }
    }

    @Model final class Site {
        var place: String
        var camp: Camp?
        init(place: String) { self.place = place }
    }
}

/// The first version as apps write it down later: a copy of the class that changed, and today's
/// other class, which refers to today's `Camp`.
enum CampMixed: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Camp.self, CampNew.Site.self] }

    @Model final class Camp {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \CampNew.Site.camp) var sites: [CampNew.Site] = []
        init(name: String) { self.name = name }
    }
}

/// The same, whose inverse is inferred, and which lists the copy only.
enum CampInferred: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Camp.self] }

    @Model final class Camp {
        var name: String
        @Relationship(deleteRule: .cascade) var sites: [CampNew.Site] = []
        init(name: String) { self.name = name }
    }
}

/// A version that reaches two classes of one name and lists neither.
enum CampTwice: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(0, 9, 0) }
    static var models: [any PersistentModel.Type] { [Map.self] }

    @Model final class Map {
        @Relationship(inverse: nil) var old: CampOld.Site?
        @Relationship(inverse: nil) var new: CampNew.Site?
        init() {}
    }
}

/// A version whose inverse is not one of its model.
enum CampAstray: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(0, 9, 0) }
    static var models: [any PersistentModel.Type] { [Place.self, Camp.self] }

    @Model final class Place {
        @Relationship(inverse: \CampNew.Site.camp) var camps: [Camp] = []
        init() {}
    }

    @Model final class Camp {
        var name: String = ""
        init() {}
    }
}

enum MixedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CampMixed.self, CampNew.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: CampMixed.self, toVersion: CampNew.self)] }
}

enum InferredPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CampInferred.self, CampNew.self] }
    static var stages: [MigrationStage] { [] }
}

/// With the app's code, which gets the models of the mixed version.
enum CustomMixedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CampMixed.self, CampNew.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: CampMixed.self, toVersion: CampNew.self,
                willMigrate: { context in
                    for camp in try context.fetch(FetchDescriptor<CampMixed.Camp>()) {
                        camp.name += camp.sites.map(\.place).sorted().joined()
                    }
                    // Today's property cannot show the copy of the class.
                    for site in try context.fetch(FetchDescriptor<CampNew.Site>()) where site.camp == nil { site.place += "!" }
                    try context.save()
                }, didMigrate: nil)
        ]
    }
}

enum TwicePlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CampTwice.self, CampNew.self] }
    static var stages: [MigrationStage] { [] }
}

enum AstrayPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CampAstray.self, CampNew.self] }
    static var stages: [MigrationStage] { [] }
}

/// Old versions of a migration plan that name classes of today.
@Suite struct MixedVersionTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
        let context = ModelContext(try container(CampOld.self))
        let camp = CampOld.Camp(name: "a")
        context.insert(camp)
        camp.sites = [CampOld.Site(place: "x"), CampOld.Site(place: "y")]
        try context.save()
    }

    private func container(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: version), migrationPlan: plan, configurations: [ModelConfiguration(url: folder.store)])
    }

    @Test func `a class that is listed stands for one of its name that is reached`() throws {
        let schema = Schema(versionedSchema: CampMixed.self)
        #expect(schema.entities.map(\.name) == ["Camp", "Site"])
        #expect(schema.entity(for: CampMixed.Camp.self) != nil)
        #expect(schema.entity(for: CampNew.Camp.self) == nil)
        #expect(schema.entitiesByName["Site"]?.relationshipsByName["camp"]?.inverseName == "sites")
        #expect(schema.entitiesByName["Camp"]?.relationshipsByName["sites"]?.inverseName == "camp")
        let inferred = Schema(versionedSchema: CampInferred.self)
        #expect(inferred.entitiesByName["Site"]?.relationshipsByName["camp"]?.inverseName == "sites")
    }

    @Test(arguments: [MixedPlan.self, InferredPlan.self] as [any SchemaMigrationPlan.Type])
    func `an old store is migrated`(by plan: any SchemaMigrationPlan.Type) throws {
        let context = ModelContext(try container(CampNew.self, plan: plan))
        let camp = try #require(try context.fetch(FetchDescriptor<CampNew.Camp>()).first)
        #expect(camp.name == "a")
        #expect(camp.nights == 1)
        #expect(camp.sites.map(\.place).sorted() == ["x", "y"])
        #expect(camp.sites.allSatisfy { $0.camp === camp })
    }

    @Test func `a custom stage reads the copy of the class`() throws {
        let context = ModelContext(try container(CampNew.self, plan: CustomMixedPlan.self))
        let camp = try #require(try context.fetch(FetchDescriptor<CampNew.Camp>()).first)
        #expect(camp.name == "axy")
        #expect(camp.sites.map(\.place).sorted() == ["x!", "y!"])
    }

    @Test func `a version that contradicts itself is an error for an old store only`() throws {
        let plans: [(any SchemaMigrationPlan.Type, String)] = [
            (TwicePlan.self, "two models named 'Site'"), (AstrayPlan.self, "is not a relationship of 'Camp'"),
        ]
        for (plan, text) in plans {
            try emptyLog(of: folder.store)
            let before = storedBytes(folder.store)
            let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try container(CampNew.self, plan: plan) }
            #expect(error?.localizedDescription.contains(text) == true, "\(error?.localizedDescription ?? "")")
            #expect(storedBytes(folder.store) == before)
            let new = try StoreFolder()
            for _ in 0..<2 {
                _ = try ModelContainer(
                    for: Schema(versionedSchema: CampNew.self), migrationPlan: plan,
                    configurations: [ModelConfiguration(url: new.store)])
            }
        }
    }
}
