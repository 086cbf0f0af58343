internal import Foundation
internal import Synchronization

/// A managed class that may cross threads: a class is the same everywhere.
// Safe to share: a metatype is the same on every thread.
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

    /// The names under which the runtime may know the class: in the model's own module first.
    private func candidates(_ className: String) -> [String] {
        let ofModel = className.contains(".") ? [] : [model?.module].compactMap { $0 }.map { "\($0).\(className)" }
        return ofModel + MainProgram.classNames(className)
    }
}
