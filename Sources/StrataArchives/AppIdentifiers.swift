internal import Synchronization

/// The identifiers of the running app. CoreData reads them from the app's `Info.plist`, and is no
/// part of a program that uses defaults alone. So they are kept here, for both.
package enum AppIdentifiers {
    private static let known = Mutex<Set<String>>([])

    /// Adds an identifier, which `Bundle.main` of the app has.
    package static func add(_ identifier: String) { known.withLock { _ = $0.insert(identifier) } }

    /// Whether a name is an identifier of the app.
    package static func contains(_ name: String) -> Bool { known.withLock { $0.contains(name) } }
}
