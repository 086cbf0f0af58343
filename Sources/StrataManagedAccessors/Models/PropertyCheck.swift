import StrataModelFormat

/// A check of a property's declared type against its type in the model.
struct PropertyCheck {
    let resolver: TypeResolver
    let models: ModelIndex

    /// A difference between a declaration and a model.
    struct Mismatch {
        /// A warning at the property that names the class, the property, the model and both types.
        var problem: Problem
        /// Whether an object of one class would be treated as one of another, which the runtime
        /// does not detect.
        var isOfObjects: Bool
    }

    func mismatch(
        _ carried: CarriedType, of member: ManagedMember, as name: String, in use: ModelIndex.Use
    ) -> Mismatch? {
        guard let property = use.property(named: name), let expected = mismatch(carried, property, use) else { return nil }
        let type = member.type.map { "\($0)" } ?? ""
        let isOfObjects =
            switch carried.meaning {
            case .object, .objectSet, .objectList: !(property is AttributeElement)
            default: false
            }
        return Mismatch(
            problem: Problem(
                at: member.place, severity: .warning,
                "\(member.title) is declared as '\(type)', but in the model “\(use.modelName)” \(use.entity.name).\(name) is "
                    + "\(Self.describe(property)). Declare it as \(expected)."),
            isOfObjects: isOfObjects)
    }

    /// Returns the class of a relationship's destination, with its problem, if a property names it
    /// and no source declares it.
    func missingClass(
        _ carried: CarriedType, of member: ManagedMember, as name: String, in use: ModelIndex.Use
    ) -> (name: String, problem: Problem)? {
        guard case .system = carried.meaning, let property = use.property(named: name),
            let destination = destination(of: property, use), let className = destination.className,
            className != "NSManagedObject", member.type?.names.contains(className) == true
        else { return nil }
        let problem = Problem(
            at: member.place,
            "The class '\(className)' of the entity \(destination.name) in the model “\(use.modelName)” is in no source of this target, nor in "
                + "those of the targets it depends on. Write it, 'class \(className): NSManagedObject {}', or set the entity's Codegen to Class "
                + "Definition.")
        return (className, problem)
    }

    private func destination(of property: any PropertyElement, _ use: ModelIndex.Use) -> EntityElement? {
        let name =
            switch property {
            case let relationship as RelationshipElement: relationship.destinationEntity
            case let fetched as FetchedPropertyElement: fetched.fetchRequest?.entity
            default: nil as String?
            }
        return name.flatMap(use.model.entity(named:))
    }

    /// Returns the types that a property could be declared as; nil if the declaration fits.
    private func mismatch(_ carried: CarriedType, _ property: any PropertyElement, _ use: ModelIndex.Use) -> String? {
        switch property {
        case let attribute as AttributeElement: attributeMismatch(carried, attribute)
        case let relationship as RelationshipElement: relationshipMismatch(carried, relationship, use)
        case let fetched as FetchedPropertyElement: fetchedMismatch(carried, fetched, use)
        default: nil
        }
    }

    // MARK: Attributes

    private func attributeMismatch(_ carried: CarriedType, _ attribute: AttributeElement) -> String? {
        guard let accepted = Self.accepted[attribute.type] else {
            // A transformable attribute can have any type that its transformer creates, except
            // managed objects.
            switch carried.meaning {
            case .object, .objectSet, .objectList: return "the class of its values"
            default: return nil
            }
        }
        let name: String? =
            switch carried.meaning {
            case .system(let name): Self.aliases[name] ?? name
            case .rawEnumeration(let raw): raw
            // The runtime checks the type of the raw value.
            case .opaque(_, hasRawValue: true): accepted[0]
            case .opaque, .object, .objectSet, .objectList: nil
            }
        if let name, accepted.contains(name) { return nil }
        return accepted.map { "'\($0)'" }.joined(separator: " or ")
    }

    static let aliases = ["TimeInterval": "Double", "Float32": "Float", "Float64": "Double"]

    /// The types as which an attribute of each type can be declared. Transformable and undefined
    /// attributes, which have no entry, can have any.
    ///
    /// An integer fits every type that is at least as wide, as on Apple's platforms.
    static let accepted: [AttributeType: [String]] = [
        .integer16: ["Int16", "Int32", "Int64", "Int", "NSNumber"],
        .integer32: ["Int32", "Int64", "Int", "NSNumber"],
        .integer64: ["Int64", "Int", "NSNumber"],
        .double: ["Double", "NSNumber"],
        .float: ["Float", "Double", "NSNumber"],
        .boolean: ["Bool", "NSNumber"],
        .decimal: ["NSDecimalNumber", "Decimal", "NSNumber"],
        .string: ["String", "NSString"],
        .date: ["Date", "NSDate", "Double"],
        .binary: ["Data", "NSData"],
        .uuid: ["UUID", "NSUUID"],
        .uri: ["URL", "NSURL"],
        .objectID: ["NSManagedObjectID"],
        .composite: ["[String: Any]"],
    ]

    // MARK: Relationships

    private func relationshipMismatch(
        _ carried: CarriedType, _ relationship: RelationshipElement, _ use: ModelIndex.Use
    ) -> String? {
        let destination = relationship.destinationEntity.flatMap(use.model.entity(named:))
        let name = destination?.className ?? "NSManagedObject"
        guard relationship.isToMany else {
            guard case .object(let managed) = carried.meaning, fits(managed, destination, use) else {
                return "'\(name)?'"
            }
            return nil
        }
        switch carried.meaning {
        case .objectSet(let element) where !relationship.isOrdered && fits(element, destination, use): return nil
        case .system(let type) where !relationship.isOrdered && ["NSSet", "NSMutableSet"].contains(type): return nil
        case .system(let type) where relationship.isOrdered && ["NSOrderedSet", "NSMutableOrderedSet"].contains(type): return nil
        default: return relationship.isOrdered ? "'NSOrderedSet'" : "'Set<\(name)>' or 'NSSet'"
        }
    }

    private func fetchedMismatch(_ carried: CarriedType, _ fetched: FetchedPropertyElement, _ use: ModelIndex.Use) -> String? {
        let destination = fetched.fetchRequest?.entity.flatMap(use.model.entity(named:))
        if case .objectList(let element) = carried.meaning, fits(element, destination, use) { return nil }
        if case .system("NSArray") = carried.meaning { return nil }
        return "'[\(destination?.className ?? "NSManagedObject")]'"
    }

    /// Whether an entity's objects are of a class or a subclass of it.
    private func fits(_ managed: CarriedType.ManagedClass, _ entity: EntityElement?, _ use: ModelIndex.Use) -> Bool {
        guard let declaration = managed.declaration, let entity else { return true }
        // Ignored: `ModelIndex` resolved the superentities, so this cannot throw.
        let line = [entity] + ((try? use.model.superentities(of: entity)) ?? [])
        if line.contains(where: { $0.className == declaration.name }) { return true }
        // The class may be a superclass without an entity.
        guard let name = entity.className, let found = resolver.declaration(of: [name], in: declaration.scope) else {
            return false
        }
        return resolver.superclasses(of: found).classes.contains { $0.qualifiedName == declaration.qualifiedName }
    }

    private static func describe(_ property: any PropertyElement) -> String {
        switch property {
        case let attribute as AttributeElement: "an attribute of type \(attribute.type.rawValue)"
        case let relationship as RelationshipElement:
            "\(relationship.isOrdered ? "an ordered " : "a ")\(relationship.isToMany ? "to-many" : "to-one") relationship to "
                + (relationship.destinationEntity ?? "no entity")
        case let fetched as FetchedPropertyElement: "a fetched property of \(fetched.fetchRequest?.entity ?? "no entity")"
        default: "a property"
        }
    }
}
