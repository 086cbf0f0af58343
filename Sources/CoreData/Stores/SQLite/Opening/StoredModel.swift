package import Foundation
internal import GRDB

/// The description, in a store's file, of the model that it was created with.
package struct StoredModel {
    /// The version hash of each entity in the store's metadata.
    package let versionHashes: [String: Data]
    /// The identifiers of the model's version in the store's metadata.
    package let versionIdentifiers: [String]
    /// The model that the store was created with; nil if the store has none that can be read.
    package let model: NSManagedObjectModel?

    /// Reads a store's file, and changes nothing. Returns nil if there is no file, if it is no
    /// store, and if the store has these version hashes.
    ///
    /// - Throws: An NSError in Apple's domain for a file that cannot be read.
    package static func inFile(at url: URL, unlessItHas hashes: [String: Data]) throws -> StoredModel? {
        try StoreFiles(NSPersistentStoreDescription(url: url)).storedModel(unlessItHas: hashes)
    }
}

extension StoreFiles {
    fileprivate func storedModel(unlessItHas hashes: [String: Data]) throws -> StoredModel? {
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
