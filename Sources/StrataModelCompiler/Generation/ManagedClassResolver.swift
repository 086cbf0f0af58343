import StrataModelFormat
internal import StrataTraps

/// A resolver of the classes of a model's entities and of their properties.
struct ManagedClassResolver {
    let model: ModelElement
    let names: TypeNames

    init(model: ModelElement, module: String) {
        self.model = model
        names = TypeNames(module: module, model: model)
    }

    /// Returns the classes of the entities, sorted by name. Entities whose class is
    /// `NSManagedObject` have none.
    ///
    /// - Throws: `ModelFileError` if entities that share a class disagree, or a name is not valid
    ///   in Swift.
    func classes(of entities: [EntityElement]) throws(ModelFileError) -> [ManagedClass] {
        let byClass = Dictionary(grouping: entities.filter { $0.ownClassName != nil }) { $0.ownClassName ?? "" }
        var classes: [ManagedClass] = []
        for (name, sharers) in byClass.sorted(by: { $0.key < $1.key }) {
            classes.append(try managedClass(name, of: sharers.sorted { $0.name < $1.name }))
        }
        return classes
    }

    private func managedClass(_ name: String, of entities: [EntityElement]) throws(ModelFileError) -> ManagedClass {
        guard SwiftSource.isIdentifier(name) else {
            throw ModelFileError(at: entities[0].location, "“\(name)” cannot be the name of a class in Swift. Choose another.")
        }
        var superclasses: [String: EntityElement?] = [:]
        var uniting: [EntityElement] = []
        var properties: [String: (property: ManagedProperty, entity: EntityElement)] = [:]
        for entity in entities {
            try requireModule(of: entity)
            let line = try superentities(of: entity)
            if line.nearest?.ownClassName != name {
                superclasses.updateValue(line.nearest, forKey: names.type(of: line.nearest))
                uniting.append(entity)
            }
            for property in try self.properties(of: entity, and: line.classless) {
                guard let known = properties[property.name] else {
                    properties[property.name] = (property, entity)
                    continue
                }
                guard known.property.agrees(with: property) else {
                    throw ModelFileError(
                        at: entity.location,
                        "\(known.entity.name) and \(entity.name) share the class \(name) and declare “\(property.name)” as "
                            + "\(known.property.type) and \(property.type). Give them classes of their own.")
                }
            }
        }
        guard superclasses.count == 1, let superclass = superclasses.first else {
            throw ModelFileError(
                at: entities[0].location,
                "The class \(name) would have several superclasses: \(superclasses.keys.sorted().joined(separator: ", ")). "
                    + "Give its entities classes of their own.")
        }
        return ManagedClass(
            name: name, superclass: superclass.key, entities: entities,
            requestedEntity: uniting.count == 1 ? uniting[0].name : nil, isRoot: superclass.value == nil,
            properties: properties.values.map(\.property).sorted(by: ManagedProperty.precedes),
            modules: modules(of: entities, superclass: superclass.value))
    }

    /// Throws if the model names another module than the one that the generated class is compiled
    /// into: Core Data would not find the class.
    private func requireModule(of entity: EntityElement) throws(ModelFileError) {
        guard entity.codeGeneration != .manual, let named = entity.moduleName, !named.isEmpty, named != names.module else {
            return
        }
        throw ModelFileError(
            at: entity.location,
            "The class of \(entity.name) is \(named).\(entity.ownClassName ?? ""), but it is generated in the module \(names.module). "
                + "Choose Current Product Module in Xcode, or write “.\(entity.ownClassName ?? "")”.")
    }

    /// Returns the nearest superentity with a class, and the superentities between it and the
    /// entity, whose properties no superclass declares.
    private func superentities(
        of entity: EntityElement
    ) throws(ModelFileError) -> (nearest: EntityElement?, classless: [EntityElement]) {
        let line = try model.superentities(of: entity)
        let classless = line.prefix { $0.ownClassName == nil }
        return (line.dropFirst(classless.count).first, Array(classless))
    }

    private func modules(of entities: [EntityElement], superclass: EntityElement?) -> [String] {
        let destinations =
            entities.flatMap(\.relationships).compactMap(\.destinationEntity)
            + entities.flatMap(\.fetchedProperties).compactMap { $0.fetchRequest?.entity }
        let named = destinations.compactMap(model.entity(named:)) + (superclass.map { [$0] } ?? [])
        return Set(named.filter { $0.isInOtherModule(than: names.module) }.compactMap(\.moduleName)).sorted()
    }
}

extension ManagedClassResolver {
    /// Returns the properties of an entity and of its classless superentities.
    private func properties(
        of entity: EntityElement, and classless: [EntityElement]
    ) throws(ModelFileError) -> [ManagedProperty] {
        let slots = try model.slots(of: entity).map(\.name)
        let declaredAbove = Set(
            try model.superentities(of: entity).dropFirst(classless.count).flatMap { $0.properties.map(\.name) })
        var properties: [ManagedProperty] = []
        for entity in [entity] + classless {
            for declared in entity.properties where !declaredAbove.contains(declared.name) {
                guard SwiftSource.isIdentifier(declared.name) else {
                    throw ModelFileError(
                        at: declared.location, "“\(declared.name)” cannot be the name of a property in Swift. Choose another.")
                }
                guard !properties.contains(where: { $0.name == declared.name }) else { continue }
                if let attribute = declared as? AttributeElement, let custom = CustomType(of: attribute), !custom.isType {
                    throw ModelFileError(
                        at: declared.location,
                        "The custom class “\(custom.text)” of \(entity.name).\(declared.name) is no type in Swift. Choose another."
                    )
                }
                guard let slot = slots.firstIndex(of: declared.name) else {
                    trap("\(entity.name) has no slot for its property \(declared.name).")
                }
                let (kind, type) = kindAndType(of: declared)
                properties.append(ManagedProperty(name: declared.name, kind: kind, type: type, slot: slot))
            }
        }
        return properties
    }

    private func kindAndType(of property: any PropertyElement) -> (ManagedProperty.Kind, String) {
        switch property {
        case let attribute as AttributeElement:
            return (.attribute, names.type(of: attribute))
        case let relationship as RelationshipElement:
            let destination = names.type(of: relationship.destinationEntity.flatMap(model.entity(named:)))
            guard relationship.isToMany else { return (.toOne, "\(destination)?") }
            let collection = names.known(relationship.isOrdered ? "NSOrderedSet" : "NSSet")
            return (.toMany(of: destination, isOrdered: relationship.isOrdered), "\(collection)?")
        case let fetched as FetchedPropertyElement:
            return (.fetched, "[\(names.type(of: fetched.fetchRequest?.entity.flatMap(model.entity(named:))))]?")
        default:
            trap("\(type(of: property)) is a kind of property that no class can declare.")
        }
    }
}

extension ManagedProperty {
    /// Whether one declaration suffices for both properties.
    fileprivate func agrees(with other: ManagedProperty) -> Bool {
        kind == other.kind && type == other.type
    }

    /// Whether Xcode declares a property before another: attributes first, then relationships, then
    /// fetched properties, each by name.
    fileprivate static func precedes(_ left: ManagedProperty, _ right: ManagedProperty) -> Bool {
        (left.kind.rank, left.name) < (right.kind.rank, right.name)
    }
}

extension ManagedProperty.Kind {
    fileprivate var rank: Int {
        switch self {
        case .attribute: 0
        case .toOne, .toMany: 1
        case .fetched: 2
        }
    }
}
