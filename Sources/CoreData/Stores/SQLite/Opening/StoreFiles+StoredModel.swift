internal import Foundation
internal import GRDB

extension StoreFiles {
    /// Returns the model that a file describes. Returns nil if there is no file, if it is no store,
    /// and if the store has these version hashes.
    func storedModel(unlessItHas hashes: [String: Data]) throws -> StoredModel? {
        try read { database in
            guard try database.tableExists("Z_METADATA"), let metadata = try StoreMetadata(in: database) else { return nil }
            let stored = metadata.values[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
            if stored == hashes { return nil }
            return StoredModel(
                versionHashes: stored,
                versionIdentifiers: (metadata.values[NSStoreModelVersionIdentifiersKey] as? [Any] ?? []).map { "\($0)" },
                // Ignored: a model that cannot be decoded counts as none, as in `StoreOpener`.
                model: try? ModelCache.model(in: database))
        }
    }
}
