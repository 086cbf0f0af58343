package import ModelFormat

extension ModelElement {
    /// The names of all properties of an entity, each at its slot.
    ///
    /// The superentity's slots come first, in its own order, then what the entity adds, sorted by name: an accessor of a
    /// superclass finds its slot in objects of every subentity. A property that the entity declares again keeps the slot it has.
    ///
    /// - Throws: `ModelFileError` where a superentity is not in the model or the superentities form a cycle.
    package func slots(of entity: EntityElement) throws(ModelFileError) -> [String] {
        var slots: [String] = []
        for ancestor in try superentities(of: entity).reversed() + [entity] {
            let inherited = Set(slots)
            slots += Set(ancestor.properties.map(\.name)).subtracting(inherited).sorted()
        }
        return slots
    }
}
