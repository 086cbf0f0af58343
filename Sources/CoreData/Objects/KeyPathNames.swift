internal import Foundation
internal import Synchronization
internal import StrataTraps

/// The names of the properties that a key path such as `\Quake.time` or `\Item.category?.name`
/// reads.
///
/// A Swift key path does not contain the names of its properties, and Linux has no Objective-C
/// runtime to ask for them. So the path is evaluated on an object created for this purpose:
///
/// 1. A `SlotRecorder` creates a *probe*: an object of the path's root class, in no context, whose
///    accessors ask the recorder for their values.
/// 2. The path is evaluated on the probe, which calls the accessors. The recorder records the name
///    of each property, and answers with a value. It answers a to-one relationship with another
///    probe, so that `\Item.category?.name` is followed through both objects.
/// 3. If the result is the last answer, unchanged, the path may consist of the recorded properties.
///    Otherwise it reads a computed property, such as one that returns `title.uppercased()`.
/// 4. A path has one component for each property, or one more for the raw value of an enumeration.
///    `var categoryName: String { category!.name }` reads two properties in one component, so it is
///    computed. This is known after one evaluation, in which no relationship was nil.
/// 5. A component that reads a property declared with `?` is optional, or followed by `?` or `!`.
///    `var placeName: String { place ?? "Unknown" }` is neither, so it is computed.
/// 6. What remains is evaluated again with other answers, because a computed property may return one
///    of them unchanged. `max(magnitude, 0)` does so for a positive number, and
///    `name.isEmpty ? "Other" : name` for all texts but the empty one.
/// 7. A path of several properties is also evaluated with a relationship that is nil: its value is
///    nil then, unless an accessor of the app's own replaces nil. A path with `!` would trap here,
///    and is accepted without.
/// 8. An attribute with few possible values, such as an enumeration of a layer above this module, is
///    answered with each of them, and with nil if it is optional.
/// 9. A structure of such a layer is answered with several values, of which no two parts are equal
///    in all. The part that the path reads is the one that each result fits.
///
/// In such a layer the optional properties of the model are those that are optional in Swift. So a
/// path that reads one, but whose own value is not optional, is computed, like `rank ?? 0`. A
/// component may also be a property of a value there, so that only too few of them count.
///
/// A computed property runs on the probe in each evaluation, and ends the program if it traps for
/// an answer: `levels[Int(priority)]`, or `Priority(rawValue: priority)!`. So the first answers are
/// those of a new object, with the default values of the model, for which such code seldom traps.
/// Answers that are unlikely to occur by chance follow only if the result was the first answer
/// itself.
///
/// A wrong result would sort or filter a fetch by the wrong column, so a path counts as computed in
/// case of doubt. Results are cached by key path and entity.
package enum KeyPathNames {
    package enum Resolution: Hashable, Sendable {
        case property(String)
        /// One or more to-one relationships, followed by a property, or an element of a composite
        /// attribute.
        case path([String])
        /// The key path reads a computed property, or one that the model does not have.
        case computed

        /// The names, beginning at the path's root; `nil` for a computed path.
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

    /// Returns the properties that a key path from a managed object class reads.
    ///
    /// Traps if the path's root is not a managed object class, or its class has no entity in a
    /// loaded model.
    ///
    /// - Parameter entity: The entity of the objects that the path is evaluated on, if known. If
    ///   its class is neither the path's root class nor a subclass of it, the path is resolved on
    ///   the model's entity for the root class, because only its names matter, as in an Objective-C
    ///   key path. Without an entity, the loaded models are searched for that of the root class.
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

    /// The conversion between managed objects and the objects that show them in the key paths of a
    /// layer above this module.
    package struct Face {
        /// Returns the object of the layer that shows a managed object.
        let face: (NSManagedObject) -> Any
        /// Returns the managed object, or the ID of one, that a value of the layer stands for; for
        /// other values the value itself.
        let original: (Any) -> Any

        package init(_ face: @escaping (NSManagedObject) -> Any, original: @escaping (Any) -> Any) {
            self.face = face
            self.original = original
        }
    }

    /// Returns the properties that a key path from another class reads, whose objects show the
    /// objects of an entity.
    package static func resolve(_ keyPath: AnyKeyPath, in entity: NSEntityDescription, through face: Face) -> Resolution {
        let key = Key(keyPath: keyPath, entity: ObjectIdentifier(entity))
        if let resolution = known.withLock({ $0.resolutions[key] }) { return resolution }
        let resolution = read(keyPath, entity.layout, face)
        known.withLock { $0.resolutions[key] = resolution }
        return resolution
    }

    private static func read(_ keyPath: AnyKeyPath, _ layout: EntityLayout, _ face: Face? = nil) -> Resolution {
        let components = KeyPathComponents(keyPath)
        guard let usual = reading(keyPath, layout, .usual(0), face), usual.fits(components, isExact: face == nil) else {
            return .computed
        }
        if face != nil, usual.readsOptional, !components.isForced, !components.isOptional { return .computed }
        let (names, choices) = (usual.names, 1..<max(usual.choiceCount - 1, 1))
        var parts = usual.parts
        for round in [.usual(1), .first, .second] + choices.map(SlotRecorder.Round.choice) + [.empty] {
            guard let next = reading(keyPath, layout, round, face), names == next.names else { return .computed }
            parts.formIntersection(next.parts)
        }
        guard let part = parts.first, parts.count == 1 else { return .computed }
        // A path with a forced unwrap, such as `category!.name`, would trap on nil. It cannot
        // replace nil with a value either.
        if names.count + usual.choiceCount > 1, !components.isForced {
            let recorder = SlotRecorder(.nothing, from: layout)
            let result = value(keyPath, recorder, face)
            guard recorder.isAnswer(result) else { return .computed }
        }
        if !part.isEmpty { return .path(names + [part]) }
        return names.count == 1 ? .property(names[0]) : .path(names)
    }

    /// Returns the value of a key path for a recorder's probe.
    private static func value(_ keyPath: AnyKeyPath, _ recorder: SlotRecorder, _ face: Face?) -> Any? {
        guard let face else { return recorder.root[keyPath: keyPath] }
        let result = face.face(recorder.root)[keyPath: keyPath]
        if let members = result as? [Any] { return Set(members.compactMap { face.original($0) as? NSManagedObject }) }
        return result.map(face.original)
    }

    /// The names that one evaluation of a key path has read.
    private struct Reading {
        let names: [String]
        /// The names of the parts that the result may be; see `SlotRecorder.Answer.parts`.
        let parts: Set<String>
        let readsOptional: Bool
        let choiceCount: Int
        /// The positions of the names whose properties are declared with `?`.
        let optionalPositions: Set<Int>
        /// Whether the last property is an enumeration, whose raw value the path may read.
        let readsEnumeration: Bool

        /// Returns whether the components of the key path can be the properties that it read.
        ///
        /// - Parameter isExact: Whether each component is a property of an object.
        func fits(_ components: KeyPathComponents, isExact: Bool) -> Bool {
            guard isExact else { return components.count >= names.count }
            return components.count == names.count + (readsEnumeration && components.count > names.count ? 1 : 0)
                && optionalPositions.allSatisfy(components.canBeOptional)
        }
    }

    /// Evaluates a key path in one round. Returns nil if its result is not the last answer.
    private static func reading(
        _ keyPath: AnyKeyPath, _ layout: EntityLayout, _ round: SlotRecorder.Round, _ face: Face?
    ) -> Reading? {
        let recorder = SlotRecorder(round, from: layout)
        let root = recorder.root
        let result = value(keyPath, recorder, face)
        // The path names the object itself, by its ID.
        let isKnown =
            if face != nil, let id = result as? NSManagedObjectID, id.isTemporaryID {
                recorder.isLast(id, root)
            } else {
                !recorder.isBroken && recorder.isAnswer(result)
            }
        guard isKnown else { return nil }
        return Reading(
            names: recorder.names, parts: recorder.parts(result), readsOptional: recorder.readsOptional,
            choiceCount: recorder.choiceCount, optionalPositions: recorder.optionalPositions,
            readsEnumeration: recorder.readsEnumeration)
    }
}

extension NSEntityDescription {
    /// Returns the entity on whose objects a path from a class can be evaluated: this entity, or
    /// the model's entity for that class.
    fileprivate func entity(forPathsFrom type: NSManagedObject.Type) -> NSEntityDescription? {
        managedObjectClass.isSubclass(of: type) ? self : model?.entity(of: type)
    }
}
