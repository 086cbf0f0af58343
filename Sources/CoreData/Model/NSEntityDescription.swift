public import Foundation
internal import Synchronization

/// An entity: a kind of object, its class and its properties.
///
/// It can be changed until its model is first used by a container, a coordinator or an object.
public final class NSEntityDescription: NSObject, @unchecked Sendable {
    public internal(set) weak var managedObjectModel: NSManagedObjectModel?

    public var name: String? {
        willSet { requireEditable() }
    }

    /// The objects' class: `NSStringFromClass(Quake.self)`, or the bare name of a class that has introduced itself
    /// with `Quake.entity()`, `Quake(context:)` or a typed fetch.
    public var managedObjectClassName = "NSManagedObject" {
        willSet { requireEditable() }
    }

    public var properties: [NSPropertyDescription] = [] {
        willSet { requireEditable() }
        didSet {
            for property in properties { property.entity = self }
        }
    }

    /// Sets of attribute names (or descriptions) whose values together occur once among all objects.
    public var uniquenessConstraints: [[Any]] = [] {
        willSet { requireEditable() }
    }

    public var indexes: [NSFetchIndexDescription] = [] {
        willSet { requireEditable() }
    }

    public var attributesByName: [String: NSAttributeDescription] {
        Dictionary(
            properties.compactMap { property in
                (property as? NSAttributeDescription).map { ($0.name, $0) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    public var propertiesByName: [String: NSPropertyDescription] {
        Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private let builtLayout = Mutex<EntityLayout?>(nil)

    var layoutIfBuilt: EntityLayout? { builtLayout.withLock { $0 } }

    /// The entity's attributes by slot; building it on first use ends the time in which the entity can be changed.
    var layout: EntityLayout {
        builtLayout.withLock { built in
            if let built { return built }
            let layout = EntityLayout(of: self)
            built = layout
            return layout
        }
    }

    private func requireEditable() {
        precondition(
            layoutIfBuilt == nil,
            "The entity '\(name ?? "")' belongs to a model that is in use and can no longer be changed."
        )
    }

    /// The entity of that name in the model the context works with.
    ///
    /// Traps when the context has no coordinator, as Apple's does; returns nil for an unknown name.
    public class func entity(forEntityName entityName: String, in context: NSManagedObjectContext) -> NSEntityDescription? {
        context.model.entitiesByName[entityName]
    }

    /// A new object of the named entity, inserted into the context.
    public class func insertNewObject(
        forEntityName entityName: String,
        into context: NSManagedObjectContext
    ) -> NSManagedObject {
        guard let entity = entity(forEntityName: entityName, in: context) else {
            preconditionFailure("The model has no entity '\(entityName)'.")
        }
        return entity.layout.managedObjectClass.init(entity: entity, insertInto: context)
    }

    public override var description: String { "NSEntityDescription(\(name ?? ""))" }
}
