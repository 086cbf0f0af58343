internal import Foundation

/// The description, in a store's file, of the model that it was created with.
package struct StoredModel {
    /// The version hash of each entity in the store's metadata.
    package let versionHashes: [String: Data]
    /// The identifiers of the model's version in the store's metadata.
    package let versionIdentifiers: [String]
    /// The model that the store was created with; nil if the store has none that can be read.
    package let model: NSManagedObjectModel?
}
