internal import CoreData

/// The managed object model of a schema, with the layout of each model class.
struct ManagedModel {
    let model: NSManagedObjectModel
    /// The layouts by model class.
    let layouts: [ObjectIdentifier: ModelLayout]
    /// The name of the model's configuration for each store; nil for a store of all entities.
    let configurationNames: [String?]

    /// Creates the managed model of a schema.
    ///
    /// - Parameters:
    ///   - configurations: The names and schemas of the stores. Each that has a schema gets a
    ///     configuration of the model with the entities of its schema.
    ///   - version: The version that new stores name; nil for that of the schema.
    init(_ schema: Schema, configurations: [(name: String, schema: Schema?)] = [], version: Schema.Version? = nil) {
        let model = ManagedModelBuilder.model(of: schema)
        if let version { model.versionIdentifiers = [version.description] }
        var taken: Set<String> = []
        configurationNames = configurations.map { configuration in
            guard let stored = configuration.schema else { return nil }
            let name = Self.unused(configuration.name, &taken)
            let names = Set(stored.entities.map(\.name))
            model.setEntities(model.entities.filter { names.contains($0.name ?? "") }, forConfigurationName: name)
            return name
        }
        var layouts: [ObjectIdentifier: ModelLayout] = [:]
        for entity in model.entities {
            guard let type = schema.entitiesByName[entity.name ?? ""]?.modelType else { continue }
            let modelClass = ModelClass.of(type)
            let layout = ModelLayout(modelClass, entity, modelClass.valueKinds)
            entity.setLayer(_ModelObject.self, layout)
            layouts[ObjectIdentifier(type)] = layout
        }
        self.model = model
        self.layouts = layouts
    }

    /// Returns the name, with a number appended if another store has it.
    private static func unused(_ name: String, _ taken: inout Set<String>) -> String {
        var free = name
        var number = 2
        while !taken.insert(free).inserted {
            free = "\(name) \(number)"
            number += 1
        }
        return free
    }
}
