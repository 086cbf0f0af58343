import Foundation
import StrataPredicates
import Synchronization

@testable import CoreData

/// A kind of SQLite stores whose engines say that they do not decide the comparisons for which
/// their SQL calls one of some functions.
struct LimitedKind: StoreKind {
    private let base: any StoreKind
    private let missing: [String]
    private let undecided: Count

    /// The number of comparisons that engines did not decide.
    final class Count: Sendable {
        fileprivate let number = Atomic(0)

        var value: Int { number.load(ordering: .relaxed) }
    }

    /// Registers a kind without some SQL functions, and returns its type.
    static func register(without missing: [String]) throws -> (type: String, undecided: Count) {
        let type = "Limited(\(missing.joined(separator: ",")))"
        let undecided = Count()
        let base = try StoreKinds.kind(of: NSSQLiteStoreType)
        StoreKinds.register(LimitedKind(base: base, missing: missing, undecided: undecided), for: type)
        return (type, undecided)
    }

    private func inner(_ description: NSPersistentStoreDescription) -> NSPersistentStoreDescription {
        let inner = description.copied()
        inner.type = NSSQLiteStoreType
        return inner
    }

    func open(_ description: NSPersistentStoreDescription, model: NSManagedObjectModel) throws -> any StoreEngine {
        let engine = try base.open(inner(description), model: model)
        guard let schema = (engine as? SQLiteEngine)?.schema else { preconditionFailure("The engine is not SQLite's.") }
        let (missing, undecided) = (missing.map { "\($0)(" }, undecided)
        return FailingEngine(engine, type: description.type, EngineFailures()) { comparison, layout in
            // What SQL cannot express is refused by the engine itself.
            guard let query = try? StoreQuery(layout, predicate: nil, sortDescriptors: nil).with(comparison),
                let sql = try? SelectSQL(query, selection: "t0.Z_PK", schema: schema, isOrdered: false).text
            else { return true }
            if !missing.contains(where: sql.contains) { return true }
            undecided.number.add(1, ordering: .relaxed)
            return false
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
