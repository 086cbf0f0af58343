internal import Dispatch
internal import Foundation
internal import Synchronization

/// The registrations of objects with contexts that an incremental store has not been told about.
///
/// An object is unregistered by its `deinit`, which may run on any thread, while the store is
/// executing a request. So the calls wait until the store is called next, or for a queue.
final class StoreRegistrations: Sendable {
    private struct State {
        /// Runs of events of one kind, in order.
        var runs: [(isRegistered: Bool, objectIDs: [NSManagedObjectID])] = []
    }

    private let state = Mutex(State())

    /// Whether the process has had an incremental store. False costs other stores nothing.
    static var isNeeded: Bool { needed.load(ordering: .relaxed) }
    private static let needed = Atomic(false)

    static func begin() { needed.store(true, ordering: .relaxed) }

    /// Records that a context has registered an object, or no longer uses it.
    static func record(_ object: NSManagedObject, isRegistered: Bool) {
        let objectID = object.objectID
        // The cast to a protocol is slow, and objects of other stores come here, too.
        guard !objectID.isTemporaryID, let opened = objectID.persistentStore?.engineIfOpen, opened.abilities.executesRequests,
            let engine = opened as? any RequestExecutor
        else { return }
        if engine.registrations.add(objectID, isRegistered) { DispatchQueue.global().async { engine.reportRegistrations() } }
    }

    /// Adds an event. Returns whether it is the first one that waits.
    private func add(_ objectID: NSManagedObjectID, _ isRegistered: Bool) -> Bool {
        state.withLock { state in
            let isFirst = state.runs.isEmpty
            if let last = state.runs.indices.last, state.runs[last].isRegistered == isRegistered {
                state.runs[last].objectIDs.append(objectID)
            } else {
                state.runs.append((isRegistered, [objectID]))
            }
            return isFirst
        }
    }

    /// Returns the events that wait, in order, and forgets them: runs of registrations, and of their
    /// ends.
    func taken() -> [(isRegistered: Bool, objectIDs: [NSManagedObjectID])] {
        state.withLock { state in
            defer { state.runs = [] }
            return state.runs
        }
    }
}
