internal import Synchronization

/// An identity of a store that does not retain it.
///
/// All objects and IDs of a store share its reference: a weak reference to the store in each of
/// them would cost more than everything else that they keep of it. A reference is never
/// deallocated, since IDs may outlive the store and do not retain it.
final class StoreReference: Sendable {
    weak let store: NSPersistentStore?
    private let currentIdentifier: Mutex<String>

    init(_ store: NSPersistentStore, identifier: String) {
        self.store = store
        currentIdentifier = Mutex(identifier)
        _ = Unmanaged.passRetained(self)
    }

    /// The store's UUID, which is known even after the store was deallocated.
    var identifier: String {
        get { currentIdentifier.withLock { $0 } }
        set { currentIdentifier.withLock { $0 = newValue } }
    }
}
