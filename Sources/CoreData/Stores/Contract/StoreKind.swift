internal import Foundation

/// A kind of store: opens, copies and destroys stores, also those that no coordinator has open.
///
/// `StoreKinds` has the kind of each store type. A description that is passed to a kind has a type
/// of that kind; whether its URL and options are valid is the kind's to check.
protocol StoreKind: Sendable {
    /// Opens a store, or creates it if there is none. Changes nothing before the content is known
    /// to fit the model.
    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine

    /// Returns the identity of the place that a URL leads to.
    func place(of url: URL) -> StorePlace

    /// Throws the error that opening a store would throw because of its content or its version.
    /// Changes nothing.
    func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws

    /// Returns the metadata of a store as apps see them, without opening it for writing. Throws if
    /// there is no store.
    func metadata(of description: NSPersistentStoreDescription) throws -> [String: Any]

    /// Replaces the metadata of a store. Core Data's own keys that the new metadata lack keep their
    /// values.
    func setMetadata(_ metadata: [String: Any], of description: NSPersistentStoreDescription) throws

    /// Returns the model that a store was created with or last migrated to.
    ///
    /// - Throws: NSMigrationMissingSourceModelError if the store has none that can be read.
    func model(of description: NSPersistentStoreDescription) throws -> NSManagedObjectModel

    /// Returns what a store says of its model; nil if there is no store, and if it has these
    /// version hashes. Changes nothing.
    func storedModel(_ description: NSPersistentStoreDescription, unlessItHas hashes: [String: Data]) throws -> StoredModel?

    /// Deletes the content of a store, after waiting for those who use it. Does nothing if there is
    /// no store, and throws if something else is at its place.
    func destroy(_ description: NSPersistentStoreDescription) throws

    /// Replaces the content of a store by a copy of another of this kind, including its UUID.
    func replace(_ destination: NSPersistentStoreDescription, by source: NSPersistentStoreDescription) throws

    /// Removes what a failed migration has created at a place where there was no store. Logs what
    /// cannot be removed.
    func removeRemains(of description: NSPersistentStoreDescription)
}

extension StoreKind {
    /// Returns the place of the store that a description is of.
    func place(of description: NSPersistentStoreDescription) -> StorePlace { description.url.map { place(of: $0) } ?? .memory }
}

/// The identity of a place at which a store can be, by which a coordinator knows whether it has the
/// store already. Two URLs can lead to one place, and two kinds have no place in common.
struct StorePlace: Hashable, Sendable {
    /// A text that is different for each place.
    let name: String

    init(_ name: String) {
        self.name = name
    }

    /// The place of stores in memory, where there can be any number of them.
    static let memory = StorePlace("memory")
}
