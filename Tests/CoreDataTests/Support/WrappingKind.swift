import Foundation

@testable import CoreData

/// A kind of stores whose engines wrap those of another kind. Everything else is done by that kind.
struct WrappingKind: StoreKind {
    /// Returns the engine of a store, around the one that its parameter opens.
    typealias Opening =
        @Sendable (_ type: String, _ open: () throws -> any StoreEngine) throws -> any StoreEngine

    private let base: any StoreKind
    private let baseType: String
    private let opening: Opening

    /// Registers a kind for a type.
    ///
    /// - Parameter base: The type of the stores that the engines wrap.
    static func register(_ type: String, around base: String, _ opening: @escaping Opening) throws {
        let kind = WrappingKind(base: try StoreKinds.kind(of: base), baseType: base, opening: opening)
        StoreKinds.register(kind, for: type)
    }

    private func inner(_ description: NSPersistentStoreDescription) -> NSPersistentStoreDescription {
        description.copied(type: baseType)
    }

    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine {
        try opening(description.type) { try base.open(inner(description), model: model) }
    }

    func place(of url: URL) -> StorePlace { base.place(of: url) }

    func check(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws {
        try base.check(inner(description), model: model)
    }

    func metadata(of description: NSPersistentStoreDescription) throws -> [String: Any] {
        try base.metadata(of: inner(description))
    }

    func setMetadata(_ metadata: [String: Any], of description: NSPersistentStoreDescription) throws {
        try base.setMetadata(metadata, of: inner(description))
    }

    func model(of description: NSPersistentStoreDescription) throws -> NSManagedObjectModel {
        try base.model(of: inner(description))
    }

    func storedModel(_ description: NSPersistentStoreDescription, unlessItHas hashes: [String: Data]) throws -> StoredModel? {
        try base.storedModel(inner(description), unlessItHas: hashes)
    }

    func destroy(_ description: NSPersistentStoreDescription) throws { try base.destroy(inner(description)) }

    func replace(_ destination: NSPersistentStoreDescription, by source: NSPersistentStoreDescription) throws {
        try base.replace(inner(destination), by: inner(source))
    }

    func removeRemains(of description: NSPersistentStoreDescription) { base.removeRemains(of: inner(description)) }
}
