internal import StrataTraps

extension NSManagedObjectModel {
    /// Apple's name for the configuration of all entities.
    static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

    /// The names of all configurations, sorted. The default configuration, which contains every
    /// entity, has no name.
    public var configurations: [String] { namesByConfiguration.keys.sorted() }

    /// Returns the entities of a configuration, or all entities for nil and for the name that a store
    /// of all entities has as its `configurationName`. Returns nil for an unknown name.
    public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration, configuration != Self.defaultConfiguration else { return entities }
        guard let names = namesByConfiguration[configuration] else { return nil }
        let entities = entitiesByName
        return names.compactMap { entities[$0] }
    }

    /// Returns the entities in a store of a configuration: those of the configuration and their
    /// superentities, whose tables they share. Returns nil for nil and for the default
    /// configuration, which contain the whole model.
    ///
    /// - Throws: An error for an unknown name, and for a relationship whose destination is not in
    ///   the configuration, since the destination's objects would be in another store.
    func entities(of configuration: String?) throws -> Set<NSEntityDescription>? {
        guard let configuration, configuration != Self.defaultConfiguration else { return nil }
        guard let entities = entities(forConfigurationName: configuration) else {
            throw NSError(
                code: NSCoreDataError,
                "The model has no configuration '\(configuration)'; it has \(configurations.isEmpty ? "none" : configurations.joined(separator: ", "))."
            )
        }
        let all = Set(entities.flatMap { sequence(first: $0, next: \.superentity) })
        for entity in all {
            for case let relationship as NSRelationshipDescription in entity.properties where !relationship.isTransient {
                guard let destination = relationship.destinationEntity, !all.contains(destination) else { continue }
                throw NSError(
                    code: NSPersistentStoreIncompatibleSchemaError,
                    """
                    The configuration '\(configuration)' has '\(entity.name ?? "")', whose relationship '\(relationship.name)' leads to \
                    '\(destination.name ?? "")', which it does not contain. Relationships cannot lead to other stores: add that entity \
                    to the configuration, or use a fetched property.
                    """,
                    [NSValidationKeyErrorKey: relationship.name])
            }
        }
        return all
    }

    /// Creates or replaces a configuration. Traps for an entity that is not in the model.
    public func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
        let known = entitiesByName
        namesByConfiguration[configuration] = entities.map { entity in
            guard let name = entity.name, known[name] === entity else {
                trap(
                    "The configuration '\(configuration)' cannot hold '\(entity.name ?? "")', an entity that is not in the model."
                )
            }
            return name
        }
    }
}
