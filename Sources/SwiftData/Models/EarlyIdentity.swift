internal import CoreData
internal import Foundation
internal import Observation
internal import Synchronization

/// The identity of a model whose identifier was read before its first save.
///
/// The identifiers of a model change twice: by its insertion, and by its first save. All that were
/// read before the save share one identity, through which each leads to the present one. Views read
/// it to keep the row of a model, and what is selected, over the save (`ReplaceableID`).
///
/// A read of a temporary identifier is reported to Observation, so a change evaluates the views that
/// have read one again. Models whose identifier is not read before the save have no such identity.
final class EarlyIdentity: Observable, Sendable {
    /// The key in an identifier that is read before the insertion.
    let key = UUID()
    private let registrar = ObservationRegistrar()
    private let latest = Mutex<NSManagedObjectID?>(nil)

    /// The ID of the model's managed object, as the insertion or the save has set it last; nil before.
    var objectID: NSManagedObjectID? {
        registrar.access(self, keyPath: \.objectID)
        return latest.withLock { $0 }
    }

    /// Sets the ID of the managed object, and reports the change.
    func set(_ id: NSManagedObjectID) {
        registrar.withMutation(of: self, keyPath: \.objectID) { latest.withLock { $0 = id } }
    }

    /// Reports a read of the identifier.
    func access() { registrar.access(self, keyPath: \.objectID) }
}
