internal import Foundation
internal import Synchronization

/// The UUID and the metadata of an open store, which apps read and change through the
/// `NSPersistentStore`, and which its engine writes with the next save.
///
/// The generations of a store share its identity, so that their objects have the same IDs.
// Safe to share: a mutex around everything. Property list values are immutable.
final class StoreIdentity: @unchecked Sendable {
    /// The reference objects of the store's objects; nil for a store that knows them by keys. Set
    /// before the store is published.
    private(set) var references: ReferenceObjects?
    private let state: Mutex<State>

    private struct State {
        var uuid: String
        var values: SendableValues
        weak var owner: (any AnyObject & Sendable)?
        /// The reference that objects and their IDs have to the store; created for the first of
        /// them.
        var reference: StoreReference?
        /// The number of times that the metadata was changed.
        var revision = 0
        /// The value of `revision` when the metadata was last written.
        var savedRevision = 0
        /// The value of `revision` when an app last changed the metadata of the open store.
        var editedRevision = 0
    }

    /// Property list values.
    // Safe to share: property list values are immutable.
    private struct SendableValues: @unchecked Sendable {
        var values: [String: Any]
    }

    init(_ metadata: StoreMetadata, references: ReferenceObjects? = nil) {
        self.references = references
        state = Mutex(State(uuid: metadata.identifier, values: SendableValues(values: metadata.values)))
    }

    /// Uses the reference objects that the coordinator knows of the store already. Called while the
    /// store is opened, before it has objects.
    func use(_ known: ReferenceObjects) {
        references = known
    }

    /// The store's UUID.
    var uuid: String {
        get { state.withLock { $0.uuid } }
        set {
            state.withLock { state in
                guard newValue != state.uuid else { return }
                state.uuid = newValue
                state.reference?.identifier = newValue
                state.revision += 1
            }
        }
    }

    /// The metadata with the UUID.
    var metadata: StoreMetadata {
        let (uuid, values) = state.withLock { ($0.uuid, $0.values) }
        return StoreMetadata(identifier: uuid, values: values.values)
    }

    /// Replaces the metadata. Core Data's own keys are kept if the new values lack them.
    func replaceValues(_ new: [String: Any]) {
        let new = SendableValues(values: new)
        state.withLock { state in
            state.values.values = StoreMetadata.replacing(state.values.values, with: new.values)
            state.revision += 1
        }
    }

    // MARK: Writing

    /// The metadata to write, with the value to pass to `didSave(revision:)`; nil if all changes have
    /// been written.
    var unsaved: (content: StoreMetadata, revision: Int)? {
        state.withLock { state -> (String, SendableValues, Int)? in
            state.revision == state.savedRevision ? nil : (state.uuid, state.values, state.revision)
        }.map { (StoreMetadata(identifier: $0.0, values: $0.1.values), $0.2) }
    }

    func didSave(revision: Int) {
        state.withLock { $0.savedRevision = max($0.savedRevision, revision) }
    }

    /// Records that the last change was an app's. A save without objects writes it; those that are made
    /// while a store is opened wait for a save to the store.
    func markEdited() {
        state.withLock { $0.editedRevision = $0.revision }
    }

    /// Whether an app has changed the metadata since they were last written.
    var isEdited: Bool { state.withLock { $0.editedRevision > $0.savedRevision } }

    /// Removes a value that is no longer in the store.
    func removeValue(forKey key: String) {
        state.withLock { $0.values.values[key] = nil }
    }

    // MARK: The store

    /// Sets the store that apps see, an `NSPersistentStore`. Does not retain it.
    func setOwner(_ owner: any AnyObject & Sendable) {
        state.withLock { $0.owner = owner }
    }

    /// The reference that objects and their IDs have to the store.
    var reference: StoreReference {
        state.withLock { state in
            if let known = state.reference { return known }
            let made = StoreReference(state.owner, identifier: state.uuid, references)
            state.reference = made
            return made
        }
    }
}
