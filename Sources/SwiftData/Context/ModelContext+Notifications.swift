internal import CoreData
public import Foundation

extension ModelContext {
    /// Posted before a save, with the context as its object.
    public static let willSave = Notification.Name("ModelContextWillSaveNotification")
    /// Posted after a save, on its thread, with the context as its object and the identifiers of the
    /// saved models in its user info, by ``NotificationKey``.
    public static let didSave = Notification.Name("ModelContextDidSaveNotification")

    /// The keys of the user info of ``didSave``.
    public enum NotificationKey: String {
        /// The generation of the data that queries read. Not posted: contexts always read the newest
        /// data.
        case queryGeneration
        /// Whether all identifiers are invalid. Posted as `true` after ``ModelContainer/erase()``.
        case invalidatedAllIdentifiers
        /// The identifiers of inserted models, as an array of ``PersistentIdentifier``.
        case insertedIdentifiers = "inserted"
        /// The identifiers of changed models, as an array of ``PersistentIdentifier``.
        case updatedIdentifiers = "updated"
        /// The identifiers of deleted models, as an array of ``PersistentIdentifier``.
        case deletedIdentifiers = "deleted"
    }

    /// Posts ``didSave`` after the context has deleted all models of the stores.
    func postErasure() {
        NotificationCenter.default.post(
            name: Self.didSave, object: self, userInfo: [NotificationKey.invalidatedAllIdentifiers.rawValue: true])
    }
}

/// The objects of a save, whose identifiers are permanent after it.
struct SavedIdentifiers {
    let inserted, updated, deleted: [NSManagedObject]
    /// The objects whose rows the save has deleted in favor of others with the same unique value.
    var displaced: [NSManagedObject] = []

    init(_ context: NSManagedObjectContext) {
        (inserted, updated, deleted) = (context.insertedList, context.updatedList, context.deletedList)
    }

    /// The identifiers, each of them once. A new model that became a stored one is among the updated
    /// models, and one that became another new one is that. A stored model whose row another model of
    /// the save replaced is among the deleted ones, and a new one is in none of them.
    var userInfo: [String: Any] {
        func identifiers(_ objects: [NSManagedObject], _ isIncluded: (NSManagedObject) -> Bool) -> [PersistentIdentifier] {
            var identifiers: [PersistentIdentifier] = []
            for object in objects where isIncluded(object) {
                identifiers.append(.of(object.objectID, like: identifiers.last))
            }
            return identifiers
        }
        let new = identifiers(inserted) { !$0.wasMerged && !$0.isDeletedElsewhere }
        let merged = identifiers(inserted) { $0.wasMerged && !$0.isDeletedElsewhere }
        let updates = identifiers(updated) { !$0.isDeletedElsewhere }
        return [
            ModelContext.NotificationKey.insertedIdentifiers.rawValue: new,
            ModelContext.NotificationKey.updatedIdentifiers.rawValue:
                merged.isEmpty ? updates : Array(Set(updates).union(merged).subtracting(new)),
            ModelContext.NotificationKey.deletedIdentifiers.rawValue: identifiers(deleted + displaced) { _ in true },
        ]
    }
}
