internal import CoreData

/// The managed object model of a schema, with the layout of each model class.
struct ManagedModel {
    let model: NSManagedObjectModel
    /// The layouts by model class.
    let layouts: [ObjectIdentifier: ModelLayout]

    /// Creates the managed model of a schema.
    ///
    /// - Parameter configurations: The stores. If there are several, each gets a configuration of
    ///   the model with the entities of its schema.
    init(_ schema: Schema, configurations: [ModelConfiguration] = []) {
        let model = ManagedModelBuilder.model(of: schema)
        if configurations.count > 1 {
            for (index, configuration) in configurations.enumerated() {
                let names = Set((configuration.schema ?? schema).entities.map(\.name))
                model.setEntities(
                    model.entities.filter { names.contains($0.name ?? "") }, forConfigurationName: Self.configurationName(index))
            }
        }
        var layouts: [ObjectIdentifier: ModelLayout] = [:]
        for entity in model.entities {
            guard let type = schema.entitiesByName[entity.name ?? ""]?.modelType else { continue }
            let modelClass = ModelClass.of(type)
            let layout = ModelLayout(modelClass, entity, modelClass.valueKinds)
            entity.modelLayout = layout
            layouts[ObjectIdentifier(type)] = layout
        }
        self.model = model
        self.layouts = layouts
    }

    /// Returns the name of the model's configuration for one of several stores.
    static func configurationName(_ index: Int) -> String { "Store \(index + 1)" }
}
