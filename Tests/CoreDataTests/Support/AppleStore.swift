import Foundation
import GRDB

@testable import CoreData

/// A copy of a store that Apple's Core Data wrote, so that opening it does not change the original.
struct AppleStore {
    let folder: TemporaryFolder
    let url: URL
    let database: DatabaseQueue

    /// - Parameter path: The path of the store in `../shared/data/stores`.
    init(_ path: String) throws {
        let source = SharedData.folder.appending(path: "stores/\(path)")
        folder = try TemporaryFolder()
        url = folder.url.appending(path: source.lastPathComponent)
        try FileManager.default.copyItem(at: source, to: url)
        if FileManager.default.fileExists(atPath: source.path + "-wal") {
            try FileManager.default.copyItem(atPath: source.path + "-wal", toPath: url.path + "-wal")
        }
        database = try DatabaseQueue(path: url.path)
    }

    static let careKit = "carekit-2.1-73dc7fe/SampleStore2.1.sqlite"
    static let bookmarks1 = "ddg-bookmarks-v1/Bookmarks_V1.sqlite"
    static let bookmarks4 = "ddg-bookmarks-v4/Bookmarks_V4.sqlite"
    static let surfJournal = "kodeco-surfjournal/SurfJournalModel.sqlite"
    static let pulse = "pulse-logs-a4a2db6/logs.sqlite"
    static let knowledge = "plaso-knowledgec-10.13/knowledgec-10.13.db"

    /// Returns the model that Core Data cached in the store.
    func cachedModel() throws -> NSManagedObjectModel? { try database.read(ModelCache.model) }

    /// Returns the statements that created the tables and indexes, in the order of their creation.
    func statements() throws -> [String] { try database.read { try Self.statements($0) } }

    static func statements(_ database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid")
    }

    static func metadata(_ database: Database) throws -> [String: Any] {
        let data = try Data.fetchOne(database, sql: "SELECT Z_PLIST FROM Z_METADATA") ?? Data()
        return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] ?? [:]
    }
}
