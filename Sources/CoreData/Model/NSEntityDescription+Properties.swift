extension NSEntityDescription {
    /// All attributes by name, inherited ones too.
    public var attributesByName: [String: NSAttributeDescription] { byName(NSAttributeDescription.self) }

    /// All relationships by name, inherited ones too.
    public var relationshipsByName: [String: NSRelationshipDescription] { byName(NSRelationshipDescription.self) }

    /// All properties by name, inherited ones too.
    public var propertiesByName: [String: NSPropertyDescription] { byName(NSPropertyDescription.self) }

    private func byName<Property: NSPropertyDescription>(_ type: Property.Type) -> [String: Property] {
        Dictionary(
            properties.compactMap { property in (property as? Property).map { ($0.name, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// The relationships that lead to `entity`: exactly to it, not to an entity above or below it.
    public func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
    }
}

extension NSEntityDescription {
    /// The entities right below this one, by name.
    public var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether this is `entity` or below it.
    public func isKindOf(entity: NSEntityDescription) -> Bool {
        self === entity || superentity?.isKindOf(entity: entity) == true
    }
}

extension NSEntityDescription {
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

    /// What constraints and indexes name, by names or by descriptions.
    static func names(_ lists: [[Any]]) -> [[String]] {
        lists.map { $0.map { ($0 as? NSPropertyDescription)?.name ?? $0 as? String ?? "\($0)" } }
    }
}
