extension NSEntityDescription {
    /// The attributes by name, including inherited ones.
    public var attributesByName: [String: NSAttributeDescription] { byName(NSAttributeDescription.self) }

    /// The relationships by name, including inherited ones.
    public var relationshipsByName: [String: NSRelationshipDescription] { byName(NSRelationshipDescription.self) }

    /// The properties by name, including inherited ones.
    public var propertiesByName: [String: NSPropertyDescription] { byName(NSPropertyDescription.self) }

    private func byName<Property: NSPropertyDescription>(_ type: Property.Type) -> [String: Property] {
        Dictionary(
            properties.compactMap { property in (property as? Property).map { ($0.name, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the relationships whose destination is `entity` itself. Omits relationships to its
    /// superentities or subentities.
    public func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
    }
}

extension NSEntityDescription {
    /// The direct subentities by name.
    public var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether this entity is `entity` or one of its subentities.
    public func isKindOf(entity: NSEntityDescription) -> Bool {
        self === entity || superentity?.isKindOf(entity: entity) == true
    }
}

extension NSEntityDescription {
    /// Whether two entities are equal in all their parts. Related entities are compared by name.
    func saysTheSame(as other: NSEntityDescription) -> Bool {
        name == other.name
            && managedObjectClassName == other.managedObjectClassName
            && isAbstract == other.isAbstract
            && superentity?.name == other.superentity?.name
            && Set(subentities.map(\.name)) == Set(other.subentities.map(\.name))
            && versionHashModifier == other.versionHashModifier
            && renamingIdentifier == other.renamingIdentifier
            && Self.names(uniquenessConstraints) == Self.names(other.uniquenessConstraints)
            && Self.names(compoundIndexes) == Self.names(other.compoundIndexes)
            && indexes == other.indexes
            && coreSpotlightDisplayNameExpression == other.coreSpotlightDisplayNameExpression
            && areEqual(userInfo ?? [:], other.userInfo ?? [:])
            && ownProperties.count == other.ownProperties.count
            && Set(ownProperties) == Set(other.ownProperties)
    }

    /// Returns the property names in constraints or indexes, which contain names or descriptions.
    static func names(_ lists: [[Any]]) -> [[String]] {
        lists.map { $0.map { ($0 as? NSPropertyDescription)?.name ?? $0 as? String ?? "\($0)" } }
    }
}
