internal import Synchronization

/// The identity of a store, which does not retain the store.
///
/// All objects and IDs of a store share one `StoreReference`, since a separate weak reference to
/// the store in each of them would be too expensive. They do not retain it either: a
/// `StoreReference` is never deallocated, so that IDs can outlive the store.
final class StoreReference: Sendable {
    weak let store: NSPersistentStore?
    /// The reference objects of the store's objects; nil for a store that knows them by keys.
    let references: ReferenceObjects?
    private let currentIdentifier: Mutex<String>

    init(_ store: NSPersistentStore?, identifier: String, _ references: ReferenceObjects?) {
        self.store = store
        self.references = references
        currentIdentifier = Mutex(identifier)
        _ = Unmanaged.passRetained(self)
    }

    /// The store's UUID, which remains available after the store was deallocated.
    var identifier: String {
        get { currentIdentifier.withLock { $0 } }
        set { currentIdentifier.withLock { $0 = newValue } }
    }
}
