extension ModelElement {
    /// The superentities of an entity, nearest first.
    ///
    /// - Throws: `ModelFileError` where a superentity is not in the model, or an entity is its own superentity; the message names the cycle.
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
                throw ModelFileError(at: last.location, "The parent entities form a cycle: \(cycle). Remove one of the parents.")
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
}
