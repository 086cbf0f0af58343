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

    /// Adds the changes of one save; nil for changes that cannot be listed.
    func add(_ changes: ChangeSet?) {
        content.withLock { content in
            if let changes, !content.isIncomplete { content.changes.append(changes) }
            guard changes == nil || content.changes.count > Self.limit else { return }
            content = Content(isIncomplete: true)
        }
    }

    /// Returns the changes in the order of their saves, and forgets them; nil if they cannot be
    /// listed.
    func take() -> [ChangeSet]? {
        content.withLock { content in
            defer { content = Content() }
            return content.isIncomplete ? nil : content.changes
        }
    }
}
