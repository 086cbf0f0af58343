internal import StrataTraps

/// The reason why models contradict each other.
struct SchemaContradiction: Error {
    let reason: String
}

/// Creates the entities of a schema from model classes.
///
/// An old version of a schema may name a class of today, whose relationships refer to today's
/// classes. So a class that is listed takes the place of one of its name that is reached.
struct SchemaBuilder {
    /// A model class with the descriptions of its own properties.
    private struct Model {
        let modelClass: ModelClass
        let properties: [ModelProperty]
    }

    private var models: [Model] = []
    private var known: Set<ObjectIdentifier> = []
    /// The classes that are listed, and their superclasses, by name.
    private var listed: [String: ModelClass] = [:]

    /// Returns the entities of models and of all models that they reach: the given ones in their
    /// order, each after its superclass, and then those that they refer to, in the order of their
    /// properties.
    ///
    /// - Throws: A `SchemaContradiction` for two models of one name, and for an inverse that is not a
    ///   relationship of the destination. Traps for properties that no schema can have.
    static func entities(of types: [any PersistentModel.Type]) throws -> [Schema.Entity] {
        var builder = SchemaBuilder()
        builder.collect(types)
        if let name = builder.repeatedName { throw SchemaContradiction(reason: Schema.sentence(ofTwoModelsNamed: name)) }
        return try builder.makeEntities()
    }

    // MARK: Classes

    private mutating func collect(_ types: [any PersistentModel.Type]) {
        for type in types.map(ModelClass.of) where listed[type.name] == nil { listed[type.name] = type }
        for type in types { add(ModelClass.of(type)) }
        for model in models where listed[model.modelClass.name] == nil { listed[model.modelClass.name] = model.modelClass }
        // The list grows while it is read.
        var index = 0
        while index < models.count {
            for property in models[index].properties {
                guard case .relationship(_, let target) = property.content else { continue }
                add(present(ModelClass.of(target.type)))
            }
            index += 1
        }
    }

    /// Returns the class of the schema that a class stands for: the listed one of its name.
    private func present(_ modelClass: ModelClass) -> ModelClass { listed[modelClass.name] ?? modelClass }

    /// A name that two of the classes have.
    private var repeatedName: String? {
        var names: Set<String> = []
        return models.first { !names.insert($0.modelClass.name).inserted }?.modelClass.name
    }

    private mutating func add(_ modelClass: ModelClass) {
        guard !known.contains(ObjectIdentifier(modelClass)) else { return }
        if let superclass = modelClass.superclass { add(present(superclass)) }
        known.insert(ObjectIdentifier(modelClass))
        let properties = modelClass.ownProperties.map { ModelProperty($0, of: modelClass.name) }
        models.append(Model(modelClass: modelClass, properties: properties))
    }

    // MARK: Entities

    private func makeEntities() throws -> [Schema.Entity] {
        var entities: [ObjectIdentifier: Schema.Entity] = [:]
        var inverses = InverseResolver()
        let ordered = models.map { model in
            let modelClass = model.modelClass
            let properties = model.properties.map { property -> any SchemaProperty in
                switch property.content {
                case .attribute(let attribute, _): return attribute
                case .relationship(let relationship, let target):
                    inverses.add(relationship, of: modelClass, to: present(ModelClass.of(target.type)))
                    return relationship
                }
            }
            let entity = Schema.Entity(name: modelClass.name, subentities: [], properties: properties)
            entity.modelType = modelClass.type
            entity.addConstraints(of: modelClass)
            entities[ObjectIdentifier(modelClass)] = entity
            return entity
        }
        for (model, entity) in zip(models, ordered) {
            guard let superclass = model.modelClass.superclass else { continue }
            entity.superentity = entities[ObjectIdentifier(present(superclass))]
        }
        try inverses.resolve()
        return ordered
    }
}

extension Schema.Entity {
    /// Adds the uniqueness constraints and indexes that a class declares with `#Unique` and
    /// `#Index`.
    fileprivate func addConstraints(of modelClass: ModelClass) {
        func names(_ keyPaths: [AnyKeyPath], in macro: String) -> [String]? {
            var names: [String] = []
            for keyPath in keyPaths {
                guard let path = modelClass.declaredPath(of: keyPath) else {
                    if modelClass.isSubclass, ModelClass.isDescribing { return nil }
                    trap(
                        """
                        \(macro) of '\(name)' contains \(keyPath), which is not a persisted property. List stored properties \
                        of the class, or stored properties of a structure among them.
                        """)
                }
                names.append(path.joined(separator: "."))
            }
            return names
        }
        for keyPaths in modelClass.uniqueKeyPaths {
            guard let constraint = names(keyPaths, in: "#Unique") else { continue }
            if !uniquenessConstraints.contains(constraint) { uniquenessConstraints.append(constraint) }
        }
        for declared in modelClass.indexKeyPaths {
            guard let names = names(declared.keyPaths, in: "#Index") else { continue }
            let index = Schema.IndexDescription(kind: declared.kind, names: names)
            if !indexes.contains(index) { indexes.append(index) }
        }
    }
}
