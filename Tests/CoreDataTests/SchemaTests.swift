import Foundation
import GRDB
import StrataModelDifference
import Testing

@testable import CoreData

/// Compares stores that we create with those that Apple's Core Data created from the same models.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct SchemaTests {
    /// A store of Apple's, and the known differences of our store for the same model.
    struct Example: CustomTestStringConvertible {
        let store: String
        /// The path of the model in `../shared/data/models`, or nil for the model cached in the
        /// store.
        var model: String?
        /// Parts of statements that only one of the two stores has, each with the reason.
        var exceptions: [(part: String, reason: String)] = []

        var testDescription: String { "\(store) \(model ?? "its own model")" }
    }

    static let bookmarks = "BookmarksModel.xcdatamodeld/BookmarksModel"

    static let examples = [
        Example(store: AppleStore.bookmarks1),
        Example(store: AppleStore.bookmarks1, model: "\(bookmarks).xcdatamodel"),
        Example(store: AppleStore.bookmarks4),
        Example(
            store: AppleStore.bookmarks4, model: "\(bookmarks) 4.xcdatamodel",
            exceptions: [
                (
                    "Z_BookmarkEntity_isPendingDeletion ",
                    "the store was migrated, and kept an index of an earlier version of the model"
                )
            ]),
        Example(
            store: AppleStore.surfJournal, model: "SurfJournalModel.xcdatamodeld/SurfJournalModel.xcdatamodel",
            exceptions: [("Z_MODELCACHE", "the framework did not know it yet")]),
        Example(store: AppleStore.pulse),
        Example(store: AppleStore.careKit),
        Example(
            store: AppleStore.knowledge,
            exceptions: [
                ("CREATE TABLE ATRANSACTION", "an older form of the history, which kept names in the transactions"),
                ("TS_INDEX ON ATRANSACTION", "as above"),
                ("ON ATRANSACTIONSTRING", "as above"),
                ("ZSTRUCTUREDMETADATA", "older frameworks wrote UNIQUE into the column instead of making an index"),
            ]),
    ]

    private func model(_ example: Example, _ store: AppleStore) throws -> NSManagedObjectModel {
        guard let path = example.model else { return try #require(try store.cachedModel()) }
        return try #require(NSManagedObjectModel(contentsOf: SharedData.folder.appending(path: "models/\(path)")))
    }

    private func compared(_ example: Example, _ body: (_ ours: Database, _ theirs: Database) throws -> Void) throws {
        let store = try AppleStore(example.store)
        let hasHistory = try store.database.read { try $0.tableExists("ACHANGE") }
        let made = try TestStore(model: try model(example, store), history: hasHistory)
        let ours = try DatabaseQueue(path: made.url.path)
        try ours.read { ours in try store.database.read { theirs in try body(ours, theirs) } }
    }

    @Test(arguments: examples) func statements(_ example: Example) throws {
        try compared(example) { ours, theirs in
            func isShared(_ statement: String) -> Bool { !example.exceptions.contains { statement.contains($0.part) } }
            let ours = try AppleStore.statements(ours).filter(isShared)
            let theirs = try AppleStore.statements(theirs).filter(isShared)
            #expect(Set(ours).subtracting(theirs).sorted() == [], "made by us only")
            #expect(Set(theirs).subtracting(ours).sorted() == [], "made by Apple only")
            #expect(ours.count == Set(ours).count)
        }
    }

    /// The model file is an earlier version than the store: it has 12 of the 16 entities, most of
    /// them with other properties, and no join tables. The test compares the tables that are the
    /// same in both.
    @Test func careKitsPeopleAndAddresses() throws {
        let path = "models/CareKitStore.xcdatamodeld/CareKitStore2.1.xcdatamodel"
        let model = try #require(NSManagedObjectModel(contentsOf: SharedData.folder.appending(path: path)))
        let layout = StoreLayout(model)
        let ours = layout.createStatements(QuerySchema(layout, numbers: EntityNumbers(layout.entities)))
        let shared = try AppleStore(AppleStore.careKit).statements().filter {
            $0.contains("ZOCKCDPOSTALADDRESS") || $0.contains("ZOCKCDPERSONNAME")
        }
        #expect(shared.count == 7)
        #expect(Set(shared).subtracting(ours).sorted() == [])
    }

    @Test(arguments: examples) func order(_ example: Example) throws {
        try compared(example) { ours, theirs in
            // Apple creates the join tables of an entity in the order of a hash table. In this
            // store, entities have two.
            func isOrdered(_ statement: String) -> Bool {
                example.store != AppleStore.careKit || !statement.contains(/\ Z_\d+[A-Z]/)
            }
            let (ours, theirs) = (try AppleStore.statements(ours), try AppleStore.statements(theirs))
            let shared = Set(ours).intersection(theirs)
            let (our, their) = (ours.filter(shared.contains), theirs.filter(shared.contains))
            #expect(our.filter(isOrdered) == their.filter(isOrdered))
        }
    }

    @Test(arguments: examples) func entityNumbers(_ example: Example) throws {
        try compared(example) { ours, theirs in
            func rows(_ database: Database) throws -> [String] {
                // History entities have numbers of their own. Older frameworks have no
                // TRANSACTIONSTRING.
                try Row.fetchAll(
                    database, sql: "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT <> 16003 ORDER BY Z_ENT"
                ).map { "\($0[0] as Int) \($0[1] as String) \($0[2] as Int)" }
            }
            let (our, their) = (try rows(ours), try rows(theirs))
            #expect(our == their)
        }
    }

    @Test(arguments: examples) func metadata(_ example: Example) throws {
        try compared(example) { ours, theirs in
            let (ours, theirs) = (try AppleStore.metadata(ours), try AppleStore.metadata(theirs))
            // Some stores of older frameworks lack these keys. One with a history has the version
            // hashes of its history entities.
            let newer: Set = ["NSStoreModelVersionHashesDigest", "NSStoreModelVersionChecksumKey"]
            #expect(
                Set(ours.keys).subtracting(newer)
                    == Set(theirs.keys).subtracting(newer).subtracting([
                        "_NSStoreAncillaryModelVersionHashesMetadataKey"
                    ]))
            #expect(newer.isSubset(of: ours.keys))
            for key in ["NSStoreType", "_NSAutoVacuumLevel"] { #expect(ours[key] as? String == theirs[key] as? String) }
            for key in ["NSStoreModelVersionHashesVersion", "NSPersistenceFrameworkVersion"] {
                #expect(ours[key] is Int && theirs[key] is Int)
            }
            #expect(ours["NSStoreModelVersionHashesVersion"] as? Int == theirs["NSStoreModelVersionHashesVersion"] as? Int)
            let identifiers = NSStoreModelVersionIdentifiersKey
            #expect(ours[identifiers] as? [String] == theirs[identifiers] as? [String])
            let hashes = try #require(ours[NSStoreModelVersionHashesKey] as? [String: Data])
            let theirHashes = try #require(theirs[NSStoreModelVersionHashesKey] as? [String: Data])
            #expect(Set(hashes.keys) == Set(theirHashes.keys))
            #expect(hashes.values.allSatisfy { $0.count == 32 })
        }
    }

    /// The digest and the checksum of the hashes, compared with those in Apple's stores.
    @Test(arguments: [AppleStore.bookmarks4, AppleStore.careKit, AppleStore.pulse]) func digests(_ path: String) throws {
        let store = try AppleStore(path)
        let metadata = try store.database.read(AppleStore.metadata)
        let hashes = try #require(metadata[NSStoreModelVersionHashesKey] as? [String: Data])
        #expect(VersionHashes.digest(hashes) == metadata["NSStoreModelVersionHashesDigest"] as? String)
        if let checksum = metadata["NSStoreModelVersionChecksumKey"] as? String {
            #expect(VersionHashes.checksum(hashes) == checksum)
        }
    }

    @Test(arguments: examples) func fileHeader(_ example: Example) throws {
        try compared(example) { ours, theirs in
            for pragma in ["page_size", "auto_vacuum", "encoding", "application_id", "user_version"] {
                let our = try String.fetchOne(ours, sql: "PRAGMA \(pragma)")
                let their = try String.fetchOne(theirs, sql: "PRAGMA \(pragma)")
                #expect(our == their, "\(pragma)")
            }
            let mode = try String.fetchOne(ours, sql: "PRAGMA journal_mode")
            #expect(mode == "wal")
        }
    }

    /// A store of Apple's opens with the model cached in it, and opening does not change its
    /// metadata.
    @Test(arguments: [AppleStore.bookmarks1, AppleStore.bookmarks4, AppleStore.pulse]) func opening(_ path: String) throws {
        let store = try AppleStore(path)
        let model = try #require(try store.cachedModel())
        let before = try store.database.read { try Data.fetchOne($0, sql: "SELECT Z_PLIST FROM Z_METADATA") }
        try store.database.close()
        let container = try NSPersistentContainer.loaded(store.url, model: model)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for entity in model.entities {
                let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
                for object in try context.fetch(request) {
                    for name in entity.attributesByName.keys { _ = object.value(forKey: name) }
                }
            }
        }
        let after = try DatabaseQueue(path: store.url.path).read { try Data.fetchOne($0, sql: "SELECT Z_PLIST FROM Z_METADATA") }
        #expect(before == after)
    }
}
