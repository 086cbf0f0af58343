import Foundation
import GRDB
import StrataModelFormat
import Testing

@testable import CoreData

/// Stores whose version the program's model file does not have.
@Suite struct UnknownVersionTests {
    private static func note(_ attributes: String...) -> String {
        let list = attributes.map { "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>" }.joined()
        return "<entity name=\"Note\">\(list)</entity>"
    }

    private let first = note("name")
    private let second = note("name", "color")
    private let third = note("name", "color", "size")

    /// Returns the model of a file with versions; the last one is the current one.
    private func model(_ versions: String..., in folder: URL) throws -> NSManagedObjectModel {
        let url = folder.appending(path: "Notes.xcdatamodeld")
        let models = try versions.enumerated().map { place, text in
            ModelVersion(
                name: "Notes \(place + 1)", model: try ModelElement(contents: ModelSource.contents(text), file: "contents"))
        }
        try ModelBundle(url: url, versions: models, currentVersionName: models.last?.name ?? "").write(to: url)
        return try #require(NSManagedObjectModel(contentsOf: url))
    }

    private func failure(_ store: VersionedStore, _ model: NSManagedObjectModel) -> NSError? {
        do {
            try store.open(model) { _ in }
            return nil
        } catch {
            return error as NSError
        }
    }

    @Test func `an older program does not migrate a newer store back`() throws {
        let store = try VersionedStore()
        try store.open(third) { $0.insert("Note", ["name": "a", "size": "large"]) }
        let before = try store.dump()
        let older = try model(first, second, in: store.folder.url)
        // Also by way of what apps do with a model before they use it.
        for model in [older, older.copy() as? NSManagedObjectModel, NSManagedObjectModel(byMerging: [older])] {
            let error = failure(store, try #require(model))
            #expect(error?.code == NSMigrationMissingSourceModelError)
            let text = error?.localizedDescription ?? ""
            #expect(text.contains("Notes 1, Notes 2") && text.contains("newest version"), "\(text)")
            #expect(try store.dump() == before)
        }
        try store.open(third) { (context) throws in #expect(try context.texts("Note", "size") == ["large"]) }
    }

    @Test func `versions of the file are migrated to each other`() throws {
        let store = try VersionedStore()
        try store.open(first) { $0.insert("Note", ["name": "a"]) }
        try store.open(model(first, second, in: store.folder.url)) { (context) throws in
            #expect(try context.texts("Note", "name") == ["a"])
        }
        // Also to an earlier one that the program names itself.
        let names = try #require(
            NSManagedObjectModel(contentsOf: store.folder.url.appending(path: "Notes.xcdatamodeld/Notes 1.xcdatamodel")))
        try store.open(names) { (context) throws in #expect(try context.texts("Note", "name") == ["a"]) }
    }

    @Test func `a model that was changed in its place is no other version`() throws {
        let store = try VersionedStore()
        try store.open(third) { $0.insert("Note", ["name": "a"]) }
        try store.open(model(second, in: store.folder.url)) { (context) throws in
            #expect(try context.texts("Note", "name") == ["a"])
        }
        // So is a model that code has changed after it was read.
        try store.open(third) { _ in }
        let changed = try model(first, second, in: store.folder.url)
        changed.entities[0].properties += [NSManagedObjectModel.attribute("more", .string)]
        try store.open(changed) { (context) throws in #expect(try context.texts("Note", "name") == ["a"]) }
    }

    @Test func `a store that changed after the migration was planned is left to another plan`() throws {
        let store = try VersionedStore()
        try store.open(first) { $0.insert("Note", ["name": "a"]) }
        let model = try ModelSource.model(second)
        let layout = StoreLayout(model)
        let schema = QuerySchema(layout, numbers: EntityNumbers(layout.entities))
        let migrator = StoreMigrator(
            url: store.url, model: model, layout: layout, schema: schema, versionHashes: model.entityVersionHashesByName,
            infersMapping: true, defersCleanup: false, isStage: false)
        let writer = try DatabaseQueue(path: store.url.path)
        guard case .migration(_, let hashes) = try writer.read({ try migrator.need($0, StoreMetadata(in: $0)) }) else {
            Issue.record("The store needs no migration.")
            return
        }
        try writer.close()
        // Another process migrates it meanwhile.
        try store.open(third) { _ in }
        let before = try store.dump()
        let later = try DatabaseQueue(path: store.url.path)
        let derived = try DerivedAttributes(layout, schema)
        #expect(try !migrator.migrate(later, derived, hashes: hashes))
        try later.close()
        #expect(try store.dump() == before)
    }
}
