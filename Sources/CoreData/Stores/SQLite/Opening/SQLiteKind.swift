internal import Foundation

/// The stores in SQLite files, and those in memory.
struct SQLiteKind: StoreKind {
    /// The spelling of queries. Tests give another one, which has to select the same rows.
    var dialect: any SQLDialect = SQLiteDialect()

    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine {
        try SQLiteEngine(description, model: model, dialect: dialect)
    }

    func place(of url: URL) -> StorePlace {
        url.path == "/dev/null" ? .memory : StorePlace("file \(url.resolvingSymlinksInPath().path)")
    }

    func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {
        guard let url = description.url else { return }
        try StoreOpener(description, url: url, model: model).check()
    }

    func metadata(of description: NSPersistentStoreDescription) throws -> [String: Any] {
        try StoreFiles(description).metadata()
    }

    func setMetadata(_ metadata: [String: Any], of description: NSPersistentStoreDescription) throws {
        try StoreFiles(description).setMetadata(metadata)
    }

    func model(of description: NSPersistentStoreDescription) throws -> NSManagedObjectModel {
        try StoreFiles(description).cachedModel()
    }

    func storedModel(_ description: NSPersistentStoreDescription, unlessItHas hashes: [String: Data]) throws -> StoredModel? {
        try StoreFiles(description).storedModel(unlessItHas: hashes)
    }

    func destroy(_ description: NSPersistentStoreDescription) throws {
        try StoreFiles(description).destroy()
    }

    func replace(_ destination: NSPersistentStoreDescription, by source: NSPersistentStoreDescription) throws {
        try StoreFiles(destination).replace(by: StoreFiles(source))
    }

    func removeRemains(of description: NSPersistentStoreDescription) {
        guard let url = description.url, url.path != "/dev/null" else { return }
        for path in ["", "-wal", "-shm", "-journal"].map({ url.path + $0 }) {
            do {
                try FileManager.default.removeIfPresent(URL(filePath: path))
            } catch {
                CoreDataLog.error("\(path) of a migration that failed could not be removed: \(error.localizedDescription)")
            }
        }
        do {
            // Not if another store shares the folder: that may be the source.
            try ExternalData(store: url).removeAll()
        } catch {
            CoreDataLog.error(
                "The external data of a migration that failed could not be removed: \(error.localizedDescription)")
        }
    }
}
