internal import CoreData
internal import Foundation
internal import Observation

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
        // Relationships that the other side has changed. The app's own changes were reported when it
        // made them.
        var reported: Set<NSManagedObject> = []
        context?.forEachRelationshipChange { object, slots in
            reported.insert(object)
            (object as? _ModelObject)?.reportChange(ofSlots: slots)
        }
        for object in objects(NSUpdatedObjectsKey) where !reported.contains(object) {
            (object as? _ModelObject)?.reportChange(\.isRelationship)
        }
    }
}

extension _ModelObject {
    /// Reports changes of the properties of some kinds to the observers of the model, if it has any.
    func reportChange(_ isConcerned: (ValueKind) -> Bool) {
        guard let model = model as? any PersistentModel, let registrar = model.anchor.registrar else { return }
        let layout = modelLayout
        for (index, property) in layout.modelClass.properties.enumerated() where isConcerned(layout.kinds[index]) {
            report(property.keyPath, of: model, registrar)
        }
    }

    /// Reports changes of the properties in some slots to the observers of the model, if it has any.
    func reportChange(ofSlots slots: [Int]) {
        guard !slots.isEmpty, let model = model as? any PersistentModel, let registrar = model.anchor.registrar else { return }
        let layout = modelLayout
        for (index, property) in layout.modelClass.properties.enumerated() where slots.contains(layout.slots[index]) {
            report(property.keyPath, of: model, registrar)
        }
    }

    private func report<Model: PersistentModel>(_ keyPath: AnyKeyPath, of model: Model, _ registrar: ObservationRegistrar) {
        func report<Value>(_ type: Value.Type) {
            guard let keyPath = keyPath as? KeyPath<Model, Value> else { return }
            registrar.withMutation(of: model, keyPath: keyPath) {}
        }
        _openExistential(type(of: keyPath).valueType, do: report)
    }
}
