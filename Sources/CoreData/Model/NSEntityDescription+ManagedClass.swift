internal import Foundation
internal import Synchronization

/// A managed object class, in a form that can be sent to other threads.
// Safe to share: a metatype is the same on every thread.
struct ManagedClass: @unchecked Sendable {
    let type: NSManagedObject.Type
}

extension NSEntityDescription {
    /// Registers a class as the class of this entity's objects, in case the runtime cannot find it
    /// by its name.
    func introduce(_ type: NSManagedObject.Type) {
        foundClass.withLock { $0 = ManagedClass(type: type) }
    }

    /// The class of this entity's objects, looked up on first use.
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
        for candidate in candidates(className) {
            if let type = NSClassFromString(candidate) as? NSManagedObject.Type { return type }
        }
        CoreDataLog.warning(
            """
            No class '\(className)' was found for the entity '\(name ?? "")', so its objects are plain NSManagedObjects. If there is one, \
            name it with its module, or call \(className).entity() once before the first fetch.
            """
        )
        return NSManagedObject.self
    }

    /// Returns the full names that a class may have, beginning with its name in the model's module.
    private func candidates(_ className: String) -> [String] {
        let ofModel = className.contains(".") ? [] : [model?.module].compactMap { $0 }.map { "\($0).\(className)" }
        return ofModel + MainProgram.classNames(className)
    }
}
