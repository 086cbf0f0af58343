internal import CoreData
internal import Synchronization

/// The managed object IDs of models by the identifiers that the app got before their insertion or
/// their first save.
///
/// The latest 50,000 identifiers or more are known, so that a server that runs for months does not
/// collect them.
final class IdentifierAliases: Sendable {
    // Safe to share: an ID is immutable.
    private struct Known: @unchecked Sendable {
        var recent: [String: NSManagedObjectID] = [:]
        var older: [String: NSManagedObjectID] = [:]

        subscript(uri: String) -> NSManagedObjectID? { recent[uri] ?? older[uri] }
    }

    private static let capacity = 50_000
    private let known = Mutex(Known())

    /// Records that an identifier stands for a managed object.
    func add(_ identifier: PersistentIdentifier, of id: NSManagedObjectID) {
        let (uri, id) = (identifier.uri, Boxed(id: id))
        known.withLock { known in
            if known.recent.count >= Self.capacity {
                known.older = known.recent
                known.recent = [:]
            }
            known.recent[uri] = id.id
        }
    }

    /// Returns the ID that an identifier leads to; nil for one that is unknown.
    func current(_ identifier: PersistentIdentifier) -> NSManagedObjectID? {
        let uri = identifier.uri
        let found = known.withLock { known -> Boxed? in
            guard let id = known[uri] else { return nil }
            // An identifier from before the insertion leads to the one from before the save.
            let next = id.isTemporaryID ? known[PersistentIdentifier(id).uri] : nil
            return Boxed(id: next ?? id)
        }
        return found?.id
    }

    // Safe to share: an ID is immutable.
    private struct Boxed: @unchecked Sendable {
        let id: NSManagedObjectID
    }
}
