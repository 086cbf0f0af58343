internal import Foundation
internal import Synchronization

/// The kinds of store that a coordinator can open, by the names of the types.
///
/// This is the only file outside of a kind's own folder that names the kind: everything else opens
/// stores through `kind(of:)`, and uses what it opens as `any StoreEngine`.
enum StoreKinds {
    private static let builtIn: [String: any StoreKind] = [
        NSSQLiteStoreType: SQLiteKind(), NSInMemoryStoreType: SQLiteKind(),
        NSBinaryStoreType: RegisteredKind(type: NSBinaryStoreType, storeClass: BinaryStore.self),
        NSXMLStoreType: RegisteredKind(type: NSXMLStoreType, storeClass: XMLStore.self),
    ]
    private static let kinds = Mutex(builtIn)

    /// Whether a type is one of the framework's own.
    static func isBuiltIn(_ type: String) -> Bool { builtIn[type] != nil }

    /// Adds a kind for a type, or replaces the one that the type has; nil removes it.
    static func register(_ kind: (any StoreKind)?, for type: String) {
        kinds.withLock { $0[type] = kind }
    }

    /// The names of the types that there are.
    static var types: [String] { kinds.withLock { $0.keys.sorted() } }

    /// Returns the kind of a type.
    ///
    /// - Throws: NSPersistentStoreInvalidTypeError if no kind has it.
    static func kind(of type: String) throws -> any StoreKind {
        guard let kind = kinds.withLock({ $0[type] }) else {
            throw NSError(
                code: NSPersistentStoreInvalidTypeError,
                """
                The store type '\(type)' does not exist. Use one of \(types.joined(separator: ", ")), or register a class for it with \
                NSPersistentStoreCoordinator.registerStoreClass(_:forStoreType:).
                """)
        }
        return kind
    }

    /// Returns the kind of the store that a description is of.
    static func kind(of description: NSPersistentStoreDescription) throws -> any StoreKind {
        try kind(of: description.type)
    }
}
