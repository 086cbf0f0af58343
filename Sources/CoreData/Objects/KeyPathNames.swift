internal import Foundation
internal import Synchronization
internal import Traps

/// Finds the properties that a key path such as `\Quake.time` or `\Item.category?.name` names.
package enum KeyPathNames {
    package enum Resolution: Hashable, Sendable {
        case property(String)
        /// To-one relationships, and a property at the end.
        case path([String])
        /// The key path reads something computed, or nothing that the model knows.
        case computed

        /// The names from the path's root on; nil for what is computed.
        package var names: [String]? {
            switch self {
            case .property(let name): [name]
            case .path(let names): names
            case .computed: nil
            }
        }
    }

    private struct Key: Hashable {
        let keyPath: AnyKeyPath
        let entity: ObjectIdentifier
    }

    // Safe to share: key paths are immutable, and the dictionary is used under a mutex.
    private struct Known: @unchecked Sendable {
        var resolutions: [Key: Resolution] = [:]
    }

    private static let known = Mutex(Known())

    /// What a key path from a managed class reads.
    ///
    /// The path is read on instances that answer each property with a value of its own: it names properties if they alone were read,
    /// each on the object that the one before referred to, and the last value came back unchanged, twice. A path is read a third
    /// time with a relationship that refers to nothing, so that `category?.name` is told from `category?.name ?? ""`. The answer is
    /// kept. Traps when the path's root is no managed object class, or is one without an entity in a loaded model.
    ///
    /// - Parameter entity: the entity of the objects that the path is meant for, where it is known.
    ///   A path of another class is read on that class's entity: it stands for its names, as a path
    ///   of Objective-C does. Without an entity, the class's is looked for in the loaded models.
    package static func resolve(_ keyPath: AnyKeyPath, in entity: NSEntityDescription? = nil) -> Resolution {
        guard let type = type(of: keyPath).rootType as? NSManagedObject.Type else {
            trap("The key path \(keyPath) does not start at a managed object.")
        }
        let entity = entity.flatMap { $0.entity(forPathsFrom: type) } ?? type.entity()
        let key = Key(keyPath: keyPath, entity: ObjectIdentifier(entity))
        if let resolution = known.withLock({ $0.resolutions[key] }) { return resolution }
        let resolution = read(keyPath, entity.layout)
        known.withLock { $0.resolutions[key] = resolution }
        return resolution
    }

    /// The name of the one property that a key path reads; nil for a path of several and for what is computed.
    package static func propertyName(of keyPath: AnyKeyPath, in entity: NSEntityDescription? = nil) -> String? {
        if case .property(let name) = resolve(keyPath, in: entity) { name } else { nil }
    }

    private static func read(_ keyPath: AnyKeyPath, _ layout: EntityLayout) -> Resolution {
        guard let names = names(keyPath, layout, .first), names == self.names(keyPath, layout, .second) else { return .computed }
        guard names.count > 1 else { return .property(names[0]) }
        // A path that insists on an object, `category!.name`, would trap where there is none, and computes nothing in its place.
        if keyPath.debugDescription.contains("!") { return .path(names) }
        let recorder = SlotRecorder(.nothing, from: layout)
        let result = recorder.root[keyPath: keyPath]
        return recorder.isAnswer(result) ? .path(names) : .computed
    }

    private static func names(_ keyPath: AnyKeyPath, _ layout: EntityLayout, _ round: SlotRecorder.Round) -> [String]? {
        let recorder = SlotRecorder(round, from: layout)
        let result = recorder.root[keyPath: keyPath]
        return !recorder.isBroken && recorder.isAnswer(result) ? recorder.names : nil
    }
}

extension NSEntityDescription {
    /// The entity on whose objects a key path from a class can be read: this one, or the model's
    /// for that class.
    fileprivate func entity(forPathsFrom type: NSManagedObject.Type) -> NSEntityDescription? {
        managedObjectClass.isSubclass(of: type) ? self : model?.entity(of: type)
    }
}
