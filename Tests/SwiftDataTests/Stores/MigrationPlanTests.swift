import CoreData
import Foundation
import SwiftData
import Testing

/// Stores and the versions of a migration plan: section 3.9 and complaints 31 to 34.
@Suite struct MigrationPlanTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func container(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: version), migrationPlan: plan, configurations: [ModelConfiguration(url: folder.store)])
    }

    /// Creates a store with one note of the first version.
    private func createFirst(plan: (any SchemaMigrationPlan.Type)? = nil) throws {
        let context = ModelContext(try container(NotesV1.self, plan: plan))
        context.insert(NotesV1.Note(title: "one"))
        try context.save()
    }

    private func identifiers() throws -> [String]? {
        try StoreSQL(folder.store).metadata()["NSStoreModelVersionIdentifiers"] as? [String]
    }

    /// Expects a container to fail with an error whose text contains all of some texts, and to leave
    /// the store as it was.
    private func expect(
        _ expected: SwiftDataError, _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation,
        _ open: () throws -> ModelContainer
    ) throws {
        try emptyLog(of: folder.store)
        let before = storedBytes(folder.store)
        let error = #expect(throws: expected, sourceLocation: sourceLocation) { try open() }
        let text = error?.localizedDescription ?? ""
        for part in texts { #expect(text.contains(part), "\(text)", sourceLocation: sourceLocation) }
        #expect(storedBytes(folder.store) == before, sourceLocation: sourceLocation)
    }

    // MARK: Stores that open

    @Test func `a store of the plan's newest version opens`() throws {
        let first = ModelContext(try container(NotesV3.self, plan: PlanOfThree.self))
        first.insert(NotesV3.Note(title: "three"))
        try first.save()
        #expect(try identifiers() == ["3.0.0"])
        let second = ModelContext(try container(NotesV3.self, plan: PlanOfThree.self))
        #expect(try second.fetch(FetchDescriptor<NotesV3.Note>()).map(\.title) == ["three"])
        #expect(second.container.migrationPlan == PlanOfThree.self)
    }

    @Test(arguments: [PlanOfTwo.self, PlanWithEqualCustom.self, PlanWithoutStages.self] as [any SchemaMigrationPlan.Type])
    func `versions with equal models need no migration, whatever their stages`(plan: any SchemaMigrationPlan.Type) throws {
        try createFirst()
        let context = ModelContext(try container(NotesV2.self, plan: plan))
        #expect(try context.fetch(FetchDescriptor<NotesV2.Note>()).map(\.title) == ["one"])
        context.insert(NotesV2.Note(title: "two"))
        try context.save()
        let old = ModelContext(try container(NotesV1.self))
        #expect(try old.fetch(FetchDescriptor<NotesV1.Note>(sortBy: [SortDescriptor(\.title)])).map(\.count) == [0, 7])
    }

    @Test func `a store that was written without versions is adopted by a plan`() throws {
        do {
            let context = ModelContext(
                try ModelContainer(for: NotesV1.Note.self, configurations: ModelConfiguration(url: folder.store)))
            context.insert(NotesV1.Note(title: "plain"))
            try context.save()
        }
        let context = ModelContext(try container(NotesV2.self, plan: PlanOfTwo.self))
        #expect(try context.fetch(FetchDescriptor<NotesV2.Note>()).map(\.title) == ["plain"])
    }

    @Test func `the types of a plan's version open its stores, and new stores name the version`() throws {
        let context = ModelContext(
            try ModelContainer(
                for: NotesV3.Note.self, migrationPlan: PlanOfThree.self, configurations: ModelConfiguration(url: folder.store)))
        context.insert(NotesV3.Note(title: "three"))
        try context.save()
        #expect(try identifiers() == ["3.0.0"])
        #expect(context.container.schema.version == Schema.Version(1, 0, 0))
    }

    @Test func `a lightweight stage that needs no other tables is passed`() throws {
        try createFirst()
        let context = ModelContext(try container(NotesV1b.self, plan: PlanToOptional.self))
        let note = try #require(try context.fetch(FetchDescriptor<NotesV1b.Note>()).first)
        #expect(note.title == "one")
        note.title = nil
        try context.save()
        #expect(try ModelContext(try container(NotesV1b.self)).fetch(FetchDescriptor<NotesV1b.Note>()).map(\.title) == [nil])
    }

    @Test func `a store with other hashes and fitting tables opens without a plan`() throws {
        try createFirst()
        let context = ModelContext(try container(NotesV1b.self))
        #expect(try context.fetch(FetchDescriptor<NotesV1b.Note>()).map(\.title) == ["one"])
    }

    @Test func `a store from a Mac is found in a plan by the model that it contains`() throws {
        let model = try #require(NSManagedObjectModel.makeManagedObjectModel(for: Kitchen.types))
        try AppleFixture.write(to: folder.store, model: model)
        let container = try ModelContainer(
            for: Schema(versionedSchema: KitchenVersion.self), migrationPlan: KitchenPlan.self,
            configurations: [ModelConfiguration(url: folder.store)])
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Kitchen.Recipe>()) == 2)
    }

    @Test func `a plan without versions is no obstacle to a new store`() throws {
        let context = ModelContext(try container(NotesV1.self, plan: EmptyPlan.self))
        context.insert(NotesV1.Note(title: "a"))
        try context.save()
        #expect(
            try ModelContext(try container(NotesV1.self, plan: EmptyPlan.self)).fetchCount(FetchDescriptor<NotesV1.Note>()) == 1)
    }

    @Test func `a plan is ignored for a store in memory`() throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: NotesV3.self), migrationPlan: PlanOfThree.self,
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<NotesV3.Note>()) == 0)
    }

    // MARK: Stores that do not

    @Test func `another schema without a plan is refused with what differs and the code`() throws {
        try createFirst()
        try expect(
            .loadIssueModelContainer,
            [folder.store.path, "134140", "Note.count: Integer 64 became String", "Note.stars is new", "It was not changed."]
        ) { try container(NotesV3.self) }
        #expect(try ModelContext(try container(NotesV1.self)).fetchCount(FetchDescriptor<NotesV1.Note>()) == 1)
    }

    @Test func `an older store that needs a migration is refused with both versions`() throws {
        try createFirst()
        try expect(
            .loadIssueModelContainer,
            ["134140", "NotesV2 (2.0.0)", "NotesV3 (3.0.0)", "Note.count: Integer 64 became String", "Note.stars is new"]
        ) { try container(NotesV3.self, plan: PlanOfThree.self) }
    }

    @Test func `a store that the plan does not list has an unknown model version`() throws {
        try createFirst()
        try expect(
            .loadIssueModelContainer,
            ["134504", "unknown model version", "version 1.0.0", "3.0.0", "Note.count: Integer 64 = 0 became String"]
        ) { try container(NotesV3.self, plan: PlanOfLast.self) }
    }

    @Test func `a store of a newer version of the plan is a backward migration`() throws {
        do {
            let context = ModelContext(try container(NotesV3.self, plan: PlanOfThree.self))
            context.insert(NotesV3.Note(title: "three"))
            try context.save()
        }
        try expect(.backwardMigration, [folder.store.path, "NotesV3 (3.0.0)", "NotesV2 (2.0.0)"]) {
            try container(NotesV2.self, plan: PlanOfThree.self)
        }
    }

    @Test func `a store of a newer version than the plan knows is a backward migration`() throws {
        do { _ = try container(NotesV3.self) }
        try expect(.backwardMigration, [folder.store.path, "3.0.0", "1.0.0"]) {
            try container(NotesV1.self, plan: PlanOfFirst.self)
        }
    }

    @Test func `a container whose models are no version of the plan is refused for an older store`() throws {
        try createFirst()
        try expect(.loadIssueModelContainer, ["134110", "NotesV1 (1.0.0)", "no version with the container's models"]) {
            try container(NotesV3.self, plan: PlanOfFirst.self)
        }
    }

    @Test func `a store in one of several configurations is refused with what differs`() throws {
        try createFirst()
        let other = folder.url.appending(path: "other.store")
        let schema = Schema([NotesV3.Note.self, Stop.self])
        try expect(.loadIssueModelContainer, ["134140", "Note.stars is new"]) {
            try ModelContainer(
                for: schema,
                configurations: [
                    ModelConfiguration("stops", schema: Schema([Stop.self]), url: other),
                    ModelConfiguration("notes", schema: Schema([NotesV3.Note.self]), url: folder.store),
                ])
        }
        #expect(!FileManager.default.fileExists(atPath: other.path))
    }

    // MARK: Classes of one name

    @Test func `classes of one name stay apart in one process`() throws {
        let other = try StoreFolder()
        let old = try container(NotesV1.self)
        let new = try ModelContainer(for: NotesV3.Note.self, configurations: ModelConfiguration(url: other.store))
        let (first, second) = (ModelContext(old), ModelContext(new))
        first.insert(NotesV1.Note(title: "one"))
        second.insert(NotesV3.Note(title: "three"))
        try first.save()
        try second.save()
        let one = try #require(
            try ModelContext(old).fetch(FetchDescriptor<NotesV1.Note>(predicate: #Predicate { $0.count == 0 })).first)
        let three = try #require(
            try ModelContext(new).fetch(FetchDescriptor<NotesV3.Note>(predicate: #Predicate { $0.count == "" })).first)
        #expect(one.title == "one")
        #expect(three.title == "three")
        #expect(second.model(for: three.persistentModelID) is NotesV3.Note)
        #expect(first.model(for: one.persistentModelID) is NotesV1.Note)
        #expect(throws: SwiftDataError.unknownSchema) { try first.fetch(FetchDescriptor<NotesV3.Note>()) }
        #expect(throws: SwiftDataError.unknownSchema) { try second.fetch(FetchDescriptor<NotesV1.Note>()) }
        #expect(old.schema.entity(for: NotesV1.Note.self) != nil)
        #expect(old.schema.entity(for: NotesV3.Note.self) == nil)
    }
}

enum KitchenVersion: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { Kitchen.types }
}

enum KitchenPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [KitchenVersion.self] }
    static var stages: [MigrationStage] { [] }
}
