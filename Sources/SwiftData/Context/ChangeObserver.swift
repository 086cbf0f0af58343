internal import CoreData
internal import Foundation

/// Reports to the observers of models what did not happen through a property of theirs: values that
/// a save of another context replaced, and relationships that followed a change of the other side.
final class ChangeObserver {
    private var observer: (any NSObjectProtocol)?

    init(_ context: NSManagedObjectContext) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { notification in
            Self.report(notification)
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    private static func report(_ notification: Notification) {
        func objects(_ key: String) -> Set<NSManagedObject> { notification.userInfo?[key] as? Set<NSManagedObject> ?? [] }
        let context = notification.object as? NSManagedObjectContext
        for object in objects(NSRefreshedObjectsKey).union(objects(NSInvalidatedObjectsKey)) {
            if let slots = context?.slotsChangedByMerge(of: object) {
                (object as? _ModelObject)?.reportChange(ofSlots: slots)
            } else {
                (object as? _ModelObject)?.reportChange { _ in true }
            }
        }
        // The relationships of a model that another context deleted read as empty from now on.
        for object in objects(NSDeletedObjectsKey) where object.isDeletedElsewhere {
            (object as? _ModelObject)?.reportChange(\.isRelationship)
        }
        // Relationships that the other side has changed. The app's own changes were reported when it
        // made them.
        var others = objects(NSUpdatedObjectsKey)
        context?.forEachRelationshipChange { object, slots in
            if !others.isEmpty { others.remove(object) }
            (object as? _ModelObject)?.reportChange(ofSlots: slots)
        }
        for object in others { (object as? _ModelObject)?.reportChange(\.isRelationship) }
    }
}
