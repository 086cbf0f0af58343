import Synchronization

@testable import CoreData

/// The kinds of the stores whose engines are `FailingEngine`s around those of another kind.
enum FailingKind {
    private static let count = Atomic(0)

    /// Registers a kind of its own for some failures, and returns the type to give to descriptions.
    ///
    /// - Parameter type: The type of the stores that the engines wrap.
    static func register(_ failures: EngineFailures, around type: String = NSSQLiteStoreType) throws -> String {
        let name = "Failing\(count.add(1, ordering: .relaxed).newValue)"
        try WrappingKind.register(name, around: type) { type, open in
            try failures.check(.open)
            return FailingEngine(try open(), type: type, failures)
        }
        return name
    }
}
