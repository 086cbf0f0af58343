package import Foundation

extension UserDefaults {
    /// Whether each change of the values is published.
    ///
    /// An app's own subclass keeps its values where it wants, and inherits Foundation's methods.
    package final var publishesChanges: Bool {
        MethodReplacement.isInstalled && (type(of: self) == UserDefaults.self || self is StoredDefaults)
    }

    /// Returns a key of these defaults, which can be observed.
    ///
    /// - Parameter isKept: Whether the key is kept in memory as long as the process runs. Otherwise
    ///   its observers keep it.
    package final func observedKey(_ name: String, isKept: Bool) -> DefaultsKey {
        guard publishesChanges else { return NoticedDefaults.of(self).key(name, isKept: isKept) }
        let storage = storage
        return storage.keys.key(name, of: storage, isKept: isKept)
    }

    /// Publishes a change that was made to an app's own subclass.
    package final func publishChange(of name: String) {
        guard !publishesChanges else { return }
        NoticedDefaults.of(self).keys.publish([name])
    }

    /// Returns whether both read and write the same values.
    package final func isSameStore(as other: UserDefaults) -> Bool {
        self === other
            || (type(of: self) == UserDefaults.self && type(of: other) == UserDefaults.self
                && InstanceLayout.suiteName(of: self) == InstanceLayout.suiteName(of: other))
    }
}

/// The keys of an app's own subclass of `UserDefaults`, which are published after
/// `UserDefaults.didChangeNotification` was posted with the instance as its object.
// Safe to share: the tables are accessed under a mutex, and the instance is used on the thread that
// posted the notice.
private final class NoticedDefaults: @unchecked Sendable {
    private struct Entry {
        weak var defaults: UserDefaults?
        let noticed: NoticedDefaults
    }

    private static let lock = NSLock()
    /// The instances that exist. Accessed under the lock.
    nonisolated(unsafe) private static var known: [ObjectIdentifier: Entry] = [:]

    let keys = DefaultsKeys()
    private var observer: (any NSObjectProtocol)?

    private init(_ defaults: UserDefaults) {
        observer = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: defaults, queue: nil
        ) { [keys] _ in keys.publish(Set(keys.names)) }
    }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }

    static func of(_ defaults: UserDefaults) -> NoticedDefaults {
        lock.withLock {
            let id = ObjectIdentifier(defaults)
            if let entry = known[id], entry.defaults === defaults { return entry.noticed }
            known = known.filter { $0.value.defaults != nil }
            let noticed = NoticedDefaults(defaults)
            known[id] = Entry(defaults: defaults, noticed: noticed)
            return noticed
        }
    }

    func key(_ name: String, isKept: Bool) -> DefaultsKey { keys.key(name, of: self, isKept: isKept) }
}
