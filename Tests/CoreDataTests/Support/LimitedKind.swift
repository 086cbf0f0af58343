import Foundation
import StrataPredicates
import Synchronization

@testable import CoreData

/// The kinds of SQLite stores whose engines say that they do not decide the comparisons for which
/// their SQL calls one of some functions.
enum LimitedKind {
    /// The functions that the SQL of comparisons calls. `ValueFunctions.digits` is not one of them: it
    /// is called in ORDER BY only, so an engine without it decides each comparison.
    static let functions = [
        StringFunctions.match, StringFunctions.fold, ValueFunctions.call, ValueFunctions.aggregate,
        ValueFunctions.compareLocalized, ValueFunctions.order, ValueFunctions.real, ValueFunctions.mixed, ValueFunctions.number,
    ]

    /// The number of times that engines did not decide a comparison.
    final class Count: Sendable {
        private let numbers = Mutex<(all: Int, byFunction: [String: Int])>((0, [:]))

        var value: Int { numbers.withLock { $0.all } }

        /// Returns the number of times that the SQL of the comparison called a function.
        func value(of function: String) -> Int { numbers.withLock { $0.byFunction[function] ?? 0 } }

        fileprivate func add(_ functions: [String]) {
            numbers.withLock { numbers in
                numbers.all += 1
                for function in functions { numbers.byFunction[function, default: 0] += 1 }
            }
        }
    }

    /// Registers a kind without some SQL functions, and returns its type.
    static func register(without missing: [String]) throws -> (type: String, undecided: Count) {
        // Tests that run side by side take away the same functions, and each counts for itself.
        let type = "Limited(\(missing.joined(separator: ","))).\(UUID().uuidString)"
        let undecided = Count()
        try WrappingKind.register(type, around: NSSQLiteStoreType) { type, open in
            let engine = try open()
            guard let schema = (engine as? SQLiteEngine)?.schema else { preconditionFailure("The engine is not SQLite's.") }
            return FailingEngine(engine, type: type, EngineFailures()) { comparison, layout in
                // What SQL cannot express is refused by the engine itself.
                guard let query = try? StoreQuery(layout, predicate: nil, sortDescriptors: nil).with(comparison),
                    let sql = try? SelectSQL(query, selection: "t0.Z_PK", tables: schema, isOrdered: false).text
                else { return true }
                let called = missing.filter { sql.contains("\($0)(") }
                if called.isEmpty { return true }
                undecided.add(called)
                return false
            }
        }
        return (type, undecided)
    }
}
