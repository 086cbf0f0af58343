internal import Synchronization

/// The identity of a store, which does not retain the store.
///
/// All objects and IDs of a store share one `StoreReference`, since a separate weak reference to
/// the store in each of them would be too expensive. They do not retain it either: a
/// `StoreReference` is never deallocated, so that IDs can outlive the store.
final class StoreReference: Sendable {
    /// The store, an `NSPersistentStore`; see `store`.
    weak let owner: (any AnyObject & Sendable)?
    private let ownReferences: ReferenceObjects?
    private let currentIdentifier: Mutex<String>
    /// The reference to the copy that has replaced the store in its coordinator.
    private let successor = Mutex<StoreReference?>(nil)

    init(_ owner: (any AnyObject & Sendable)?, identifier: String, _ references: ReferenceObjects?) {
        self.owner = owner
        ownReferences = references
        currentIdentifier = Mutex(identifier)
        _ = Unmanaged.passRetained(self)
    }

    /// The store's UUID, which remains available after the store was deallocated.
    var identifier: String {
        get { currentIdentifier.withLock { $0 } }
        set { currentIdentifier.withLock { $0 = newValue } }
    }

    /// The reference objects of the store's objects, or of the copy that has replaced it; nil for a
    /// store that knows them by keys.
    var references: ReferenceObjects? {
        guard let successor = successor.withLock({ $0 }) else { return ownReferences }
        return successor.references
    }

    /// Makes the IDs of the store's objects those of a copy, which may have other reference objects.
    func isReplaced(by copy: StoreReference) {
        successor.withLock { $0 = copy }
    }
}
