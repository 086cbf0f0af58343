import StrataModelFormat

extension ModelChecker {
    /// The maximum number of properties of an entity; Apple's compiler warns beyond it.
    private static let mostProperties = 100

    mutating func check(_ entity: EntityElement) {
        checkName(of: entity, kind: .entity)
        if entity.name.first?.isLowercase == true {
            warn(.entity, entity, "\(entity.name) should begin with an upper case letter")
        }
        if entity.properties.count > Self.mostProperties {
            warn(.entity, entity, "\(entity.name) has more than \(Self.mostProperties) properties")
        }
        let inherited = checkInheritance(of: entity)
        for attribute in entity.attributes {
            checkPropertyName(of: attribute, in: entity)
            check(attribute, of: entity.name)
            checkDepth(of: attribute, in: entity)
        }
        for relationship in entity.relationships {
            checkPropertyName(of: relationship, in: entity)
            check(relationship, of: entity)
        }
        for property in entity.fetchedProperties {
            checkPropertyName(of: property, in: entity)
            check(property, of: entity)
        }
        checkRenaming(entity.properties, of: entity.name)
        checkLists(of: entity, inherited: inherited)
        checkExpression(
            entity.coreSpotlightDisplayNameExpression, .entity, at: entity.location, of: "\(entity.name)'s name in Spotlight")
    }

    /// Checks that the superentities exist, and that the entity has no property of an inherited
    /// one's name, with which no store can be created.
    ///
    /// - Returns: The inherited properties; empty if a superentity is missing or inherits from
    ///   itself.
    private mutating func checkInheritance(of entity: EntityElement) -> [any PropertyElement] {
        let parents: [EntityElement]
        do {
            parents = try model.superentities(of: entity)
        } catch {
            // Reports the error only at the entity where the cycle or the missing superentity is,
            // and not again at each of its subentities.
            if error.location == entity.location {
                report(.error, .entity, at: error.location, error.message)
            }
            return []
        }
        for property in entity.properties {
            guard let parent = parents.first(where: { $0.properties.contains { $0.name == property.name } }),
                let original = parent.properties.first(where: { $0.name == property.name })
            else { continue }
            let reason = Self.isSameKind(property, original) ? "which \(entity.name) inherits" : "which is of another type"
            let message = "\(entity.name).\(property.name) overrides \(parent.name).\(property.name), \(reason)"
            report(.error, .property, at: property.location, message)
        }
        return parents.flatMap(\.properties)
    }

    private static func isSameKind(_ property: any PropertyElement, _ original: any PropertyElement) -> Bool {
        switch (property, original) {
        case (let attribute as AttributeElement, let original as AttributeElement): attribute.type == original.type
        case (let relationship as RelationshipElement, let original as RelationshipElement):
            relationship.isToMany == original.isToMany
        case (is FetchedPropertyElement, is FetchedPropertyElement): true
        default: false
        }
    }
}
