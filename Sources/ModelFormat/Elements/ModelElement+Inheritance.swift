extension ModelElement {
    /// Deeper than any model, and few enough for a check of every entity to end soon.
    private static let mostSuperentities = 100

    /// The superentities of an entity, nearest first.
    ///
    /// - Throws: `ModelFileError` where a superentity is not in the model, where there are more than a hundred, or where an entity is its own
    ///   superentity; the message names the cycle.
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

    /// Every attribute, relationship and fetched property that objects of an entity have, inherited ones first.
    ///
    /// - Throws: As `superentities(of:)`.
    package func allProperties(of entity: EntityElement) throws(ModelFileError) -> [any PropertyElement] {
        try superentities(of: entity).reversed().flatMap(\.properties) + entity.properties
    }

    /// The properties of an entity by their slots: those of superentities first and in their order, then the entity's own by name. What overrides
    /// an inherited property has its slot, so that a superclass's accessors work on objects of every subentity.
    ///
    /// - Throws: As `superentities(of:)`.
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
