import Foundation
import StrataPredicates
import Synchronization

@testable import CoreData

/// The kinds of SQLite stores whose engines say that they do not decide the comparisons for which
/// their SQL calls one of some functions.
enum LimitedKind {
    /// The number of comparisons that engines did not decide.
    final class Count: Sendable {
        fileprivate let number = Atomic(0)

        var value: Int { number.load(ordering: .relaxed) }
    }

    /// Registers a kind without some SQL functions, and returns its type.
    static func register(without missing: [String]) throws -> (type: String, undecided: Count) {
        // Tests that run side by side take away the same functions, and each counts for itself.
        let type = "Limited(\(missing.joined(separator: ","))).\(UUID().uuidString)"
        let undecided = Count()
        let calls = missing.map { "\($0)(" }
        try WrappingKind.register(type, around: NSSQLiteStoreType) { type, open in
            let engine = try open()
            guard let schema = (engine as? SQLiteEngine)?.schema else { preconditionFailure("The engine is not SQLite's.") }
            return FailingEngine(engine, type: type, EngineFailures()) { comparison, layout in
                // What SQL cannot express is refused by the engine itself.
                guard let query = try? StoreQuery(layout, predicate: nil, sortDescriptors: nil).with(comparison),
                    let sql = try? SelectSQL(query, selection: "t0.Z_PK", tables: schema, isOrdered: false).text
                else { return true }
                if !calls.contains(where: sql.contains) { return true }
                undecided.number.add(1, ordering: .relaxed)
                return false
            }
        }
        return (type, undecided)
    }
}
