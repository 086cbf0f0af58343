import Foundation
import SwiftData
import Testing

enum OutNotesV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self] }

    @Model final class Note {
        var text: String
        var count: Int

        init(text: String, count: Int = 0) {
            self.text = text
            self.count = count
        }
    }
}

enum OutNotesV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }

    @Model final class Note {
        @Attribute(originalName: "text") var body: String
        var count: Int
        var isPinned: Bool = false
        var folder: Folder?

        init(body: String, count: Int = 0) {
            self.body = body
            self.count = count
        }
    }

    @Model final class Folder {
        var name: String
        @Relationship(inverse: \Note.folder) var notes: [Note] = []

        init(name: String) { self.name = name }
    }
}

enum OutNotesPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [OutNotesV1.self, OutNotesV2.self] }
    static var stages: [MigrationStage] { [first] }
    static let first = MigrationStage.lightweight(fromVersion: OutNotesV1.self, toVersion: OutNotesV2.self)
}

enum OutNotesCustomPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [OutNotesV1.self, OutNotesV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: OutNotesV1.self, toVersion: OutNotesV2.self,
                willMigrate: { context in
                    for note in try context.fetch(FetchDescriptor<OutNotesV1.Note>()) { note.count += 1 }
                    try context.save()
                }, didMigrate: nil)
        ]
    }
}

@Suite struct SchemaVersionTests {
    @Test func `a schema of a version has its identifier and models`() {
        let schema = Schema(versionedSchema: OutNotesV2.self)
        #expect(schema.version == Schema.Version(2, 0, 0))
        #expect(Set(schema.entities.map(\.name)) == ["Note", "Folder"])
        #expect(schema.entity(for: OutNotesV2.Note.self)?.attributesByName["body"]?.originalName == "text")
    }

    @Test func `stages name their versions`() {
        guard case .lightweight(let from, let to) = OutNotesPlan.first else {
            Issue.record("not lightweight")
            return
        }
        #expect(ObjectIdentifier(from) == ObjectIdentifier(OutNotesV1.self))
        #expect(ObjectIdentifier(to) == ObjectIdentifier(OutNotesV2.self))
        guard case .custom(_, let last, let will, let did)? = OutNotesCustomPlan.stages.first else {
            Issue.record("not custom")
            return
        }
        #expect(ObjectIdentifier(last) == ObjectIdentifier(OutNotesV2.self))
        #expect(will != nil)
        #expect(did == nil)
    }

    @Test func `a new store with a plan has the last version, and opens again`() throws {
        let folder = try StoreFolder()
        for count in 1...2 {
            let container = try ModelContainer(
                for: Schema(versionedSchema: OutNotesV2.self), migrationPlan: OutNotesPlan.self,
                configurations: ModelConfiguration(url: folder.store))
            #expect(container.migrationPlan != nil)
            let context = ModelContext(container)
            let note = OutNotesV2.Note(body: "b")
            note.folder = OutNotesV2.Folder(name: "f")
            context.insert(note)
            try context.save()
            #expect(try context.fetchCount(FetchDescriptor<OutNotesV2.Note>()) == count)
            #expect(try context.fetchCount(FetchDescriptor<OutNotesV2.Folder>()) == count)
        }
    }

    @Test func `a store written without a plan is adopted by one whose version has the same models`() throws {
        let folder = try StoreFolder()
        do {
            let context = ModelContext(
                try ModelContainer(for: OutNotesV2.Note.self, configurations: ModelConfiguration(url: folder.store)))
            context.insert(OutNotesV2.Note(body: "kept"))
            try context.save()
        }
        let context = ModelContext(
            try ModelContainer(
                for: OutNotesV2.Note.self, OutNotesV2.Folder.self, migrationPlan: OutNotesPlan.self,
                configurations: ModelConfiguration(url: folder.store)))
        #expect(try context.fetch(FetchDescriptor<OutNotesV2.Note>()).map(\.body) == ["kept"])
    }

    @Test func `two versions of a class are in use at once`() throws {
        let old = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: OutNotesV1.self), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let new = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: OutNotesV2.self), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        old.insert(OutNotesV1.Note(text: "old"))
        new.insert(OutNotesV2.Note(body: "new"))
        try old.save()
        try new.save()
        #expect(try old.fetch(FetchDescriptor<OutNotesV1.Note>()).map(\.text) == ["old"])
        #expect(try new.fetch(FetchDescriptor<OutNotesV2.Note>()).map(\.body) == ["new"])
        #expect(try ModelContext(new.container).fetch(FetchDescriptor<OutNotesV2.Note>()).first?.isPinned == false)
    }

    /// Without migration, a changed schema must fail clearly; with it, the rows must be there.
    @Test(arguments: [true, false])
    func `a store of another version is migrated, or fails to load and stays as it was`(withPlan: Bool) throws {
        let folder = try StoreFolder()
        func old() throws -> ModelContainer {
            try ModelContainer(
                for: Schema(versionedSchema: OutNotesV1.self), configurations: ModelConfiguration(url: folder.store))
        }
        do {
            let context = ModelContext(try old())
            context.insert(OutNotesV1.Note(text: "first", count: 7))
            try context.save()
        }
        do {
            let container = try ModelContainer(
                for: Schema(versionedSchema: OutNotesV2.self), migrationPlan: withPlan ? OutNotesPlan.self : nil,
                configurations: ModelConfiguration(url: folder.store))
            let notes = try ModelContext(container).fetch(FetchDescriptor<OutNotesV2.Note>())
            #expect(notes.map(\.body) == ["first"])
            #expect(notes.map(\.count) == [7])
            #expect(notes.map(\.isPinned) == [false])
        } catch SwiftDataError.loadIssueModelContainer {
            let notes = try ModelContext(try old()).fetch(FetchDescriptor<OutNotesV1.Note>())
            #expect(notes.map(\.text) == ["first"])
        }
    }

    @Test func `a file that is no store fails to load and is not changed`() throws {
        let folder = try StoreFolder()
        let bytes = Data("this is not a database, it is a letter".utf8) + Data(repeating: 7, count: 5000)
        try bytes.write(to: folder.store)
        #expect(throws: SwiftDataError.loadIssueModelContainer) { try folder.container() }
        #expect(try Data(contentsOf: folder.store) == bytes)
    }

    @Test func `versions compare, describe themselves and are coded`() throws {
        #expect(Schema.Version(1, 2, 3) < Schema.Version(1, 3, 0))
        #expect(Schema.Version(1, 9, 9) < Schema.Version(2, 0, 0))
        #expect(Schema.Version(1, 2, 3).description == "1.2.3")
        let data = try JSONEncoder().encode(Schema.Version(4, 5, 6))
        #expect(try JSONDecoder().decode(Schema.Version.self, from: data) == Schema.Version(4, 5, 6))
    }
}
