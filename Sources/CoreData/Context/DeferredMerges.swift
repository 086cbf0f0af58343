internal import Synchronization

/// The changes that a context without a queue has not merged: those that other contexts saved, and
/// external ones.
///
/// Such a context is confined to a thread or an actor that it does not know, so it cannot schedule
/// a merge. Its owner calls `mergeDeferredChanges()` before each use.
final class DeferredMerges: Sendable {
    /// The number of change sets above which the context reads all its objects again instead, so
    /// that a context that is not used for long takes no memory for what happens meanwhile.
    private static let limit = 64

    private struct Content {
        var changes: [ChangeSet] = []
        var isIncomplete = false
    }

    private let content = Mutex(Content())
    private let handlers = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

    /// Adds the changes of one save; nil for changes that cannot be listed. Notifies all observers,
    /// also if changes are waiting already: those may have come before an observer, or while it read.
    func add(_ changes: ChangeSet?) {
        content.withLock { content in
            if let changes, !content.isIncomplete { content.changes.append(changes) }
            if changes == nil || content.changes.count > Self.limit { content = Content(isIncomplete: true) }
        }
        // Called without the lock, since a handler may merge at once.
        for handler in handlers.withLock({ Array($0.values) }) { handler() }
    }

    /// Sets or removes the handler of an observation. Calls it if changes are waiting.
    func setHandler(_ handler: (@Sendable () -> Void)?, of observation: ObjectIdentifier) {
        let previous = handlers.withLock { handlers in
            defer { handlers[observation] = handler }
            return handlers[observation]
        }
        // Released here, and not under the lock.
        withExtendedLifetime(previous) {}
        // After the handler is set, so that changes that come meanwhile call it.
        if let handler, hasChanges { handler() }
    }

    private var hasChanges: Bool { content.withLock { !$0.changes.isEmpty || $0.isIncomplete } }

    /// Removes and returns the changes, in the order of their saves; nil if they cannot be
    /// listed.
    func removeAll() -> [ChangeSet]? {
        content.withLock { content in
            defer { content = Content() }
            return content.isIncomplete ? nil : content.changes
        }
    }
}

/// The registration of a handler for the arrival of deferred changes, which is called for each save,
/// and at once if changes are waiting. It lasts until it is released.
package final class DeferredMergesObservation: Sendable {
    private let merges: DeferredMerges

    init(_ merges: DeferredMerges, _ handler: @escaping @Sendable () -> Void) {
        self.merges = merges
        merges.setHandler(handler, of: ObjectIdentifier(self))
    }

    deinit { merges.setHandler(nil, of: ObjectIdentifier(self)) }
}
