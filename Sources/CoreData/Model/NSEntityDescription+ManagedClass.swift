internal import Foundation
internal import Synchronization

/// A managed class that may cross threads: a class is the same everywhere.
struct ManagedClass: @unchecked Sendable {
    let type: NSManagedObject.Type
}

extension NSEntityDescription {
    /// Remembers the class that said it belongs to this entity, for class names that the runtime cannot find.
    func introduce(_ type: NSManagedObject.Type) {
        foundClass.withLock { $0 = ManagedClass(type: type) }
    }

    /// The class of this entity's objects. Looked for once.
    var managedObjectClass: NSManagedObject.Type {
        foundClass.withLock { found in
            if let found { return found.type }
            let type = lookUpClass()
            found = ManagedClass(type: type)
            return type
        }
    }

    private func lookUpClass() -> NSManagedObject.Type {
        guard let className = managedObjectClassName, !className.isEmpty, className != "NSManagedObject" else {
            return NSManagedObject.self
        }
        guard let type = NSClassFromString(className) as? NSManagedObject.Type else {
            preconditionFailure(
                """
                No class '\(className)' was found for the entity '\(name ?? "")'. Set managedObjectClassName to \
                NSStringFromClass(\(className).self), or call \(className).entity() once before the first fetch.
                """
            )
        }
        return type
    }
}
