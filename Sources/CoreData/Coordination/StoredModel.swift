internal import Foundation

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
        let description = NSPersistentStoreDescription(url: url)
        return try StoreKinds.kind(of: description).storedModel(description, unlessItHas: hashes)
    }
}
