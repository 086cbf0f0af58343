internal import Synchronization

/// Names a store without holding it.
///
/// Objects and identifiers share the store's one: a weak reference of each to the store costs more than all else that they have of it.
/// It lives as long as the program, as identifiers may, so that they need not hold it.
final class StoreReference: Sendable {
    weak let store: NSPersistentStore?
    private let currentIdentifier: Mutex<String>

    init(_ store: NSPersistentStore, identifier: String) {
        self.store = store
        currentIdentifier = Mutex(identifier)
        _ = Unmanaged.passRetained(self)
    }

    /// The store's UUID, known also when the store is gone.
    var identifier: String {
        get { currentIdentifier.withLock { $0 } }
        set { currentIdentifier.withLock { $0 = newValue } }
    }
}
