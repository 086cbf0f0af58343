internal import Foundation

extension StoredModel {
    /// Reads a store's file, and changes nothing. Returns nil if there is no file, if it is no
    /// store, and if the store has these version hashes.
    ///
    /// - Throws: An NSError in Apple's domain for a file that cannot be read.
    package static func inFile(at url: URL, unlessItHas hashes: [String: Data]) throws -> StoredModel? {
        let description = NSPersistentStoreDescription(url: url)
        return try StoreKinds.kind(of: description).storedModel(description, unlessItHas: hashes)
    }
}
