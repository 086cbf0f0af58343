internal import Foundation
internal import Synchronization

/// The kinds of store that a coordinator can open, by the names of the types.
///
/// This is the only file outside of a kind's own folder that names the kind: everything else opens
/// stores through `kind(of:)`, and uses what it opens as `any StoreEngine`.
enum StoreKinds {
    private static let kinds = Mutex<[String: any StoreKind]>([
        NSSQLiteStoreType: SQLiteKind(), NSInMemoryStoreType: SQLiteKind(),
    ])

    /// Adds a kind for a type, or replaces the one that the type has.
    static func register(_ kind: any StoreKind, for type: String) {
        kinds.withLock { $0[type] = kind }
    }

    /// Returns the kind of a type.
    ///
    /// - Throws: NSPersistentStoreInvalidTypeError if no kind has it.
    static func kind(of type: String) throws -> any StoreKind {
        guard let kind = kinds.withLock({ $0[type] }) else {
            throw NSError(
                code: NSPersistentStoreInvalidTypeError,
                "The store type '\(type)' does not exist. Use NSSQLiteStoreType or NSInMemoryStoreType.")
        }
        return kind
    }

    /// Returns the kind of the store that a description is of.
    static func kind(of description: NSPersistentStoreDescription) throws -> any StoreKind {
        try kind(of: description.type)
    }
}
