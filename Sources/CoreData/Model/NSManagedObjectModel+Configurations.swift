extension NSManagedObjectModel {
    /// The names of all configurations, sorted; the default one, which holds every entity, has no name.
    public var configurations: [String] { namesByConfiguration.keys.sorted() }

    /// The entities of a configuration, all entities for nil; nil for a name that is none.
    public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration else { return entities }
        guard let names = namesByConfiguration[configuration] else { return nil }
        let entities = entitiesByName
        return names.compactMap { entities[$0] }
    }

    /// Makes or replaces a configuration. Traps for an entity that is not in the model.
    public func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
        let known = entitiesByName
        namesByConfiguration[configuration] = entities.map { entity in
            guard let name = entity.name, known[name] === entity else {
                preconditionFailure(
                    "The configuration '\(configuration)' cannot hold '\(entity.name ?? "")', an entity that is not in the model."
                )
            }
            return name
        }
    }
}
