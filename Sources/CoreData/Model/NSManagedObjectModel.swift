public import Foundation
internal import Synchronization

/// The entities an app stores.
///
/// Built in code: make entities, add them, hand the model to a container. From its first use on it cannot be changed.
public final class NSManagedObjectModel: NSObject, @unchecked Sendable {
    public var entities: [NSEntityDescription] = [] {
        willSet {
            precondition(
                entities.allSatisfy { $0.layoutIfBuilt == nil },
                "A model that is in use can no longer be changed."
            )
        }
        didSet {
            for entity in entities { entity.managedObjectModel = self }
        }
    }

    let entitiesByClass = Mutex<[ObjectIdentifier: NSEntityDescription]>([:])

    public var entitiesByName: [String: NSEntityDescription] {
        Dictionary(
            entities.map { ($0.name ?? "", $0) },
            uniquingKeysWith: { _, second in preconditionFailure("The model has two entities '\(second.name ?? "")'.") }
        )
    }
}
