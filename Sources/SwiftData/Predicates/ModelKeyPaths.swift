internal import CoreData
internal import Foundation
internal import StrataPredicates
internal import Synchronization

/// The names of the properties along the key paths of models, such as `\Trip.owner?.name`.
///
/// A key path of one property is looked up among those that `@Model` listed. Any other is evaluated
/// on a model of a recording object; see `KeyPathNames`. `persistentModelID` names the model itself.
enum ModelKeyPaths {
    private static let isRegistered = Mutex(false)

    /// Lets predicates name the key paths of models.
    static func register() {
        let isFirst = isRegistered.withLock { isRegistered in
            defer { isRegistered = true }
            return !isRegistered
        }
        guard isFirst else { return }
        KeyPathNamers.add(requiredNames)
        EntityNamers.add { type in (type as? any PersistentModel.Type).map { Schema.entityName(of: $0) } }
    }

    /// Returns the names of the properties along a key path; nil if its root is no model.
    ///
    /// - Throws: `InvalidPredicate` for a computed or a transient property.
    @Sendable private static func requiredNames(of keyPath: AnyKeyPath) throws -> [String]? {
        guard type(of: keyPath).rootType is any PersistentModel.Type else { return readsRawValue(keyPath) ? [] : nil }
        guard let names = names(of: keyPath) else {
            throw InvalidPredicate(
                "\(KeyPathSymbols.description(of: keyPath)) is no stored property of the model, so a store cannot read it.")
        }
        return names
    }

    /// Returns whether a key path reads the raw value of an enumeration, which is the value that a
    /// store has of it.
    private static func readsRawValue(_ keyPath: AnyKeyPath) -> Bool {
        func reads<Enumeration: RawRepresentable>(_ type: Enumeration.Type) -> Bool {
            guard let keyPath = keyPath as? KeyPath<Enumeration, Enumeration.RawValue>,
                let names = TypeReflection.caseNames(of: type)
            else { return false }
            return names.indices.allSatisfy { index in
                let value = TypeReflection.value(ofCase: index, as: type)
                return value[keyPath: keyPath] as? AnyHashable == value.rawValue as? AnyHashable
            }
        }
        guard let type = type(of: keyPath).rootType as? any RawRepresentable.Type else { return false }
        return reads(type)
    }

    /// Returns the names of the properties along a key path; nil if it is not one of a model, or
    /// reads a computed property.
    @Sendable static func names(of keyPath: AnyKeyPath) -> [String]? {
        guard let type = type(of: keyPath).rootType as? any PersistentModel.Type else { return nil }
        let modelClass = ModelClass.of(type)
        if let path = modelClass.path(of: keyPath) { return stored(path, of: keyPath, in: modelClass) }
        return modelClass.readPath(of: keyPath)
    }

    /// Appends the element that has the raw value to the path of an enumeration.
    private static func stored(_ path: [String], of keyPath: AnyKeyPath, in modelClass: ModelClass) -> [String] {
        guard path.count == 1, let index = modelClass.index(of: keyPath),
            let layout = modelClass.entity.modelLayout as? ModelLayout, case .rawValue = layout.kinds[index].storage
        else { return path }
        return path + path
    }
}

extension NSPredicate {
    /// Converts a predicate of models. The identifiers of new models in it mean the same models after
    /// their save.
    ///
    /// - Parameters:
    ///   - entity: The entity of the models.
    ///   - context: The context in which the predicate is used.
    /// - Throws: `InvalidPredicate`, which names the part that a store cannot evaluate.
    static func ofModels<Model: PersistentModel>(
        _ predicate: Predicate<Model>, _ entity: NSEntityDescription, in context: NSManagedObjectContext
    ) throws -> NSPredicate {
        let form = try PredicateForm(
            predicate, converting: CapturedConstants.value, ordering: CaseOrder.comparison)
        let resolved = try ModelPredicateResolver(entity).resolve(form)
        return NSPredicate.predicate(for: context.keepingUnsavedObjects(of: resolved))
    }
}

extension PersistentIdentifier: ValueConvertible {
    package var predicateValue: Value {
        let id = Self.storage.map { $0.objectID(of: self) } ?? objectID
        // An identifier that no store knows equals no model, and it is not nil either, as a text.
        return id?.predicateValue ?? .string(uri)
    }
}
