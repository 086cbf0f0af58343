internal import Foundation
internal import Observation
internal import Synchronization

/// The keys of a store of defaults that are observed.
///
/// A store publishes the keys whose values have changed. Of its observers, only those of these keys
/// are notified: the cost of a change does not depend on the number of other keys and observers.
// Safe to share: the table is accessed under a mutex.
package final class DefaultsKeys: Sendable {
    private struct Entry {
        weak var key: DefaultsKey?
        /// The key again, if it is kept without observers.
        var kept: DefaultsKey?
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Creates a table without keys.
    package init() {}

    /// Whether no key is observed.
    var isEmpty: Bool { entries.withLock { $0.isEmpty } }

    /// Returns the key with a name, which all its observers share.
    ///
    /// - Parameters:
    ///   - store: What has to be kept in memory while the key is observed.
    ///   - isKept: Whether the key is kept in memory, with the store.
    func key(_ name: String, of store: any AnyObject & Sendable, isKept: Bool) -> DefaultsKey {
        entries.withLock { entries in
            let key = entries[name]?.key ?? DefaultsKey(name, in: self, of: store)
            let kept = isKept ? key : entries[name]?.kept
            entries[name] = Entry(key: key, kept: kept)
            return key
        }
    }

    /// Notifies the observers of keys.
    package func publish(_ names: Set<String>) {
        // The keys are released after the lock: the end of the last one enters it again.
        let keys = entries.withLock { entries in names.compactMap { entries[$0]?.key } }
        for key in keys { key.publish() }
    }

    /// Notifies the observers of keys, and, if the domain is an added suite of others, those of the
    /// others' keys.
    func publish(_ names: Set<String>, in domain: DefaultsDomain?) {
        publish(names)
        guard let domain else { return }
        for other in DefaultsDomains.domainsThatSearch(domain) {
            other.keys.publish(names.filter { other.value(for: $0) == nil })
        }
    }

    /// The names of the observed keys.
    var names: [String] {
        // Released after the lock, as in `publish(_:)`.
        entries.withLock { $0.values.compactMap(\.key) }.map(\.name)
    }

    fileprivate func remove(_ name: String) {
        // Another one with the name may have been made meanwhile, and is released after the lock.
        let other = entries.withLock { entries in
            let other = entries[name]?.key
            if other == nil { entries[name] = nil }
            return other
        }
        withExtendedLifetime(other) {}
    }
}

/// A key of a store of defaults, as Observation knows it.
// Safe to share: it is immutable, and the registrar is.
package final class DefaultsKey: Observable, Sendable {
    /// The name of the key.
    package let name: String
    private let table: DefaultsKeys
    private let store: any AnyObject & Sendable
    private let registrar = ObservationRegistrar()

    fileprivate init(_ name: String, in table: DefaultsKeys, of store: any AnyObject & Sendable) {
        self.name = name
        self.table = table
        self.store = store
    }

    deinit { table.remove(name) }

    /// The value, for which observers wait.
    private var value: Void { () }

    /// Makes the body that is being evaluated observe the key.
    package func access() { registrar.access(self, keyPath: \.value) }

    /// Notifies the observers that the value has changed.
    fileprivate func publish() { registrar.withMutation(of: self, keyPath: \.value) {} }
}
