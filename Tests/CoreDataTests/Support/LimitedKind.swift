import Foundation
import StrataPredicates

@testable import CoreData

/// A kind of SQLite stores whose engines say that they do not decide the comparisons for which
/// their SQL calls one of some functions.
struct LimitedKind: StoreKind {
    private let base: any StoreKind
    private let missing: [String]

    /// Registers a kind without some SQL functions, and returns its type.
    static func register(without missing: [String]) throws -> String {
        let type = "Limited(\(missing.joined(separator: ",")))"
        StoreKinds.register(LimitedKind(base: try StoreKinds.kind(of: NSSQLiteStoreType), missing: missing), for: type)
        return type
    }

    private func inner(_ description: NSPersistentStoreDescription) -> NSPersistentStoreDescription {
        let inner = description.copied()
        inner.type = NSSQLiteStoreType
        return inner
    }

    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine {
        let engine = try base.open(inner(description), model: model)
        guard let schema = (engine as? SQLiteEngine)?.schema else { preconditionFailure("The engine is not SQLite's.") }
        let missing = missing.map { "\($0)(" }
        return FailingEngine(engine, type: description.type, EngineFailures()) { comparison, layout in
            // What SQL cannot express is refused by the engine itself.
            guard let query = try? StoreQuery(layout, predicate: nil, sortDescriptors: nil).with(comparison),
                let sql = try? SelectSQL(query, selection: "t0.Z_PK", schema: schema, isOrdered: false).text
            else { return true }
            return !missing.contains(where: sql.contains)
        }
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
