internal import Synchronization

/// Objects that are still in use, as weak references, each once. Safe to use from any thread.
final class WeakList<Element>: Sendable {
    private struct Entry {
        weak var object: AnyObject?
    }

    private let entries = Mutex<[Entry]>([])

    /// The objects that are still in use. O(n).
    var living: [Element] { entries.withLock { $0.compactMap(\.object) }.compactMap { $0 as? Element } }

    /// Adds an object, once. O(n).
    func add(_ object: Element) {
        let new = object as AnyObject
        replace { $0.filter { $0 !== new } + [new] }
    }

    /// Removes an object. O(n).
    func remove(_ object: Element) {
        let gone = object as AnyObject
        replace { $0.filter { $0 !== gone } }
    }

    private func replace(_ change: ([AnyObject]) -> [AnyObject]) {
        let living = entries.withLock { entries in
            let living = entries.compactMap(\.object)
            entries = change(living).map(Entry.init)
            return living
        }
        // Not released under the lock: the app's last reference may have gone meanwhile, and the end
        // of an object may remove it.
        withExtendedLifetime(living) {}
    }
}
