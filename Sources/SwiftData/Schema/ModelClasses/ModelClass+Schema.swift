internal import CoreData
@_spi(Reflection) internal import Swift
internal import Synchronization

// The parts of a model class that schemas read, besides the list of its properties.

extension ModelClass {
    /// The properties that the class declares itself.
    var ownProperties: ArraySlice<Property> { properties.dropFirst(inheritedCount) }

    /// Whether the class is `other` or one of its subclasses.
    func isKind(of other: ModelClass) -> Bool { self === other || superclass?.isKind(of: other) == true }

    /// The conversions of the properties' values, by the index of the property; that of a
    /// relationship is `ValueKind.relationship`.
    ///
    /// Traps for a property that cannot be stored.
    var valueKinds: [ValueKind] { properties.map { ModelProperty($0, of: name).valueKind } }

    /// The key paths of the constraints that the class declares itself with `#Unique`.
    var uniqueKeyPaths: [[AnyKeyPath]] {
        let inherited = superclass?.type.schemaMetadata.flatMap(\.uniqueKeyPaths) ?? []
        return type.schemaMetadata.flatMap(\.uniqueKeyPaths).filter { !inherited.contains($0) }
    }

    /// The indexes that the class declares itself with `#Index`.
    var indexKeyPaths: [Schema.IndexKeyPaths] {
        let inherited = superclass?.type.schemaMetadata.flatMap(\.indexKeyPaths) ?? []
        return type.schemaMetadata.flatMap(\.indexKeyPaths).filter { !inherited.contains($0) }
    }

    /// Returns the names of the properties that a key path reads: one for a property such as
    /// `\Person.name`, two for a stored property of a structure such as `\Person.home.city`; `nil`
    /// for any other key path.
    func path(of keyPath: AnyKeyPath) -> [String]? {
        if let index = index(of: keyPath) { return [properties[index].name] }
        return ElementPaths.of(self).names[keyPath]
    }

    /// Returns the names of the properties that a key path reads from a model, which is made to find
    /// out; `nil` for a computed property.
    func readPath(of keyPath: AnyKeyPath) -> [String]? {
        let face = KeyPathNames.Face(
            { ($0 as? _ModelObject)?.madeModel as Any },
            original: { value in
                switch value {
                case let model as any PersistentModel: model.anchor.object as Any
                case let identifier as PersistentIdentifier: identifier.objectID as Any
                default: value
                }
            })
        return KeyPathNames.resolve(keyPath, in: entity, through: face).names
    }

    /// Returns the names of the properties that a key path of `#Unique` or `#Index` reads: one that
    /// `path(of:)` knows, or that of an inherited property; `nil` for any other.
    ///
    /// `\Truck.name` does not equal the `\Vehicle.name` of the superclass, so it is read from a model.
    /// The model needs an entity, which is made without the constraints and indexes that list such key
    /// paths.
    func declaredPath(of keyPath: AnyKeyPath) -> [String]? {
        if let path = path(of: keyPath) { return path }
        guard isSubclass, !Self.isDescribing, let names = readPath(of: keyPath), let name = names.first,
            let index = properties.firstIndex(where: { $0.name == name })
        else { return nil }
        if names.count == 1 || valueKinds[index].storage == .composite { return names }
        // The raw value of an enumeration is an element of the same name.
        return names.allSatisfy { $0 == name } ? [name] : nil
    }
}

/// The key paths to the elements of a class's composite attributes: those of the attributes, with
/// the key path of each stored property of their structures appended.
// Safe to share: constant, and key paths are immutable.
private struct ElementPaths: @unchecked Sendable {
    /// The names of the properties that each key path reads.
    private(set) var names: [AnyKeyPath: [String]] = [:]

    private static let known = Mutex<[ObjectIdentifier: ElementPaths]>([:])

    /// Returns the key paths of a class, which are made once.
    static func of(_ modelClass: ModelClass) -> ElementPaths {
        let key = ObjectIdentifier(modelClass)
        if let paths = known.withLock({ $0[key] }) { return paths }
        var paths = ElementPaths()
        for (property, kind) in zip(modelClass.properties, modelClass.valueKinds) where kind.storage == .composite {
            // A key path through an optional cannot be formed from one to a stored property.
            if !kind.isOptional { paths.addElements(of: property, kind.type) }
        }
        known.withLock { [paths] in $0[key] = paths }
        return paths
    }

    private mutating func addElements(of property: ModelClass.Property, _ type: any Any.Type) {
        func add<Structure>(_ type: Structure.Type) {
            // The option `ignoreUnknown`, which is declared as a variable.
            _ = _forEachFieldWithKeyPath(of: type, options: _EachFieldOptions(rawValue: 2)) { name, field in
                if let path = property.keyPath.appending(path: field) {
                    names[path] = [property.name, String(cString: name)]
                }
                return true
            }
        }
        add(type)
    }
}
