extension ModelElement {
    /// The maximum number of superentities: more than any model has, and few enough to check every
    /// entity quickly.
    private static let mostSuperentities = 100

    /// Returns the superentities of an entity, nearest first.
    ///
    /// - Throws: `ModelFileError` if a superentity is missing, if there are more than a hundred, or
    ///   if an entity is its own superentity; the message names the cycle.
    package func superentities(of entity: EntityElement) throws(ModelFileError) -> [EntityElement] {
        var line = [entity]
        while let name = line[line.count - 1].parentEntity, !name.isEmpty {
            let last = line[line.count - 1]
            guard let parent = self.entity(named: name) else {
                throw ModelFileError(
                    at: last.location,
                    "The parent entity “\(name)” of \(last.name) is not in the model. Add it or choose another.")
            }
            line.append(parent)
            if line.dropLast().contains(where: { $0.name == name }) {
                let cycle = line.drop { $0.name != name }.map(\.name).joined(separator: " → ")
                throw ModelFileError(
                    at: parent.location, "The parent entities form a cycle: \(cycle). Remove one of the parents.")
            }
            guard line.count - 1 <= Self.mostSuperentities else {
                throw ModelFileError(
                    at: entity.location, "\(entity.name) has more than \(Self.mostSuperentities) parents above it.")
            }
        }
        return Array(line.dropFirst())
    }

    /// Returns every attribute, relationship and fetched property of an entity's objects, inherited
    /// ones first.
    ///
    /// - Throws: The errors of `superentities(of:)`.
    package func allProperties(of entity: EntityElement) throws(ModelFileError) -> [any PropertyElement] {
        try superentities(of: entity).reversed().flatMap(\.properties) + entity.properties
    }

    /// Returns the properties of an entity by slot: those of superentities first and in their
    /// order, then the entity's own by name. A property that overrides an inherited one keeps the
    /// inherited slot, so that a superclass's accessors work on objects of every subentity.
    ///
    /// - Throws: The errors of `superentities(of:)`.
    package func slots(of entity: EntityElement) throws(ModelFileError) -> [any PropertyElement] {
        var slots: [any PropertyElement] = []
        for entity in try superentities(of: entity).reversed() + [entity] {
            for property in entity.properties.sorted(by: { $0.name < $1.name }) {
                if let inherited = slots.firstIndex(where: { $0.name == property.name }) {
                    slots[inherited] = property
                } else {
                    slots.append(property)
                }
            }
        }
        return slots
    }
}
