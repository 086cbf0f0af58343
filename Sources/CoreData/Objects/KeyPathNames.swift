internal import Foundation
internal import Synchronization
internal import StrataTraps

/// Finds the properties that a key path such as `\Quake.time` or `\Item.category?.name` reads.
///
/// A Swift key path does not contain the names of its properties, and Linux has no Objective-C
/// runtime to ask for them. So the path is evaluated, on an object made for the purpose:
///
/// 1. A `SlotRecorder` creates a *probe*: an object of the path's root class, in no context, whose
///    accessors ask the recorder for their values.
/// 2. Evaluating the path on the probe calls the accessors. The recorder notes the name of each
///    property, and answers with a value that is unlikely to occur by chance. A to-one relationship
///    answers with another probe, so that `\Item.category?.name` is followed through both objects.
/// 3. If the result is the last answer, unchanged, the path consists of the noted properties. If
///    not, the path reads something computed, such as `\Quake.title.uppercased()`.
/// 4. The path is evaluated twice, with different answers, because a computed property may return
///    one of them unchanged. `max(magnitude, 0)` does so for a positive number.
/// 5. A path of several properties is evaluated a third time, with a relationship that is nil:
///    `category?.name` is then nil, and `category?.name ?? ""` is not. A path with `!` would trap
///    here, and is accepted after two rounds.
///
/// A wrong answer would sort or filter a fetch by the wrong column, so anything in doubt counts as
/// computed. Results are cached by key path and entity.
package enum KeyPathNames {
    package enum Resolution: Hashable, Sendable {
        case property(String)
        /// To-one relationships, followed by a property.
        case path([String])
        /// The key path reads something computed, or something that the model does not have.
        case computed

        /// The names from the path's root on; `nil` for a computed path.
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

    /// Returns what a key path from a managed class reads. Cached.
    ///
    /// Traps if the path's root is not a managed object class, or its class has no entity in a
    /// loaded model.
    ///
    /// - Parameter entity: the entity of the objects that the path is evaluated on, if known. If
    ///   its class is neither the path's root class nor a subclass of it, the path is read on the
    ///   entity that the model has for the root class: such a path stands for its names, as an
    ///   Objective-C key path does. Without an entity, the loaded models are searched for the root
    ///   class's.
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

    /// Returns the name of the property that a key path reads; `nil` for a path of several
    /// properties, and for a computed one.
    package static func propertyName(of keyPath: AnyKeyPath, in entity: NSEntityDescription? = nil) -> String? {
        if case .property(let name) = resolve(keyPath, in: entity) { name } else { nil }
    }

    private static func read(_ keyPath: AnyKeyPath, _ layout: EntityLayout) -> Resolution {
        guard let names = names(keyPath, layout, .first), names == self.names(keyPath, layout, .second) else { return .computed }
        guard names.count > 1 else { return .property(names[0]) }
        // A path that unwraps by force, such as `category!.name`, would trap on nil. It cannot
        // replace the nil by a value either.
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
    /// Returns the entity on whose objects a path from a class can be evaluated: this one, or the
    /// one that the model has for the class.
    fileprivate func entity(forPathsFrom type: NSManagedObject.Type) -> NSEntityDescription? {
        managedObjectClass.isSubclass(of: type) ? self : model?.entity(of: type)
    }
}
