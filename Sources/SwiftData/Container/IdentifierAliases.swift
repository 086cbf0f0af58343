internal import CoreData
internal import Synchronization

/// The managed object IDs of models by the identifiers that the app got before their insertion or
/// their first save.
///
/// The latest 50,000 identifiers or more are known, so that a server that runs for months does not
/// collect them.
final class IdentifierAliases: Sendable {
    private struct Known {
        var recent: [String: NSManagedObjectID] = [:]
        var older: [String: NSManagedObjectID] = [:]

        subscript(uri: String) -> NSManagedObjectID? { recent[uri] ?? older[uri] }
    }

    private static let capacity = 50_000
    private let known = Mutex(Known())

    /// Records that an identifier stands for a managed object.
    func add(_ identifier: PersistentIdentifier, of id: NSManagedObjectID) {
        let uri = identifier.uri
        known.withLock { known in
            if known.recent.count >= Self.capacity {
                known.older = known.recent
                known.recent = [:]
            }
            known.recent[uri] = id
        }
    }

    /// Returns the ID that an identifier leads to; nil for one that is unknown.
    func current(_ identifier: PersistentIdentifier) -> NSManagedObjectID? {
        let uri = identifier.uri
        return known.withLock { known in
            guard let id = known[uri] else { return nil }
            // An identifier from before the insertion leads to the one from before the save.
            let next = id.isTemporaryID ? known[PersistentIdentifier(id).uri] : nil
            return next ?? id
        }
    }
}
