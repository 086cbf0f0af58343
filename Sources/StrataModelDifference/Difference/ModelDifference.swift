package import StrataModelFormat

/// The changes that a lightweight migration makes from one version of a model to another, and those
/// that it cannot make.
package struct ModelDifference {
    let old: ModelElement
    let new: ModelElement
    let entities: Pairing<EntityElement>
    let composites: Pairing<CompositeElement>
    let moves: Moves
    /// The changes, entity by entity in the order of the new version.
    package internal(set) var changes: [Change] = []

    /// Compares two models.
    ///
    /// - Throws: `ModelFileError` if a superentity is missing or the superentities form a cycle.
    package init(from old: ModelElement, to new: ModelElement) throws(ModelFileError) {
        self.old = old
        self.new = new
        for model in [old, new] {
            for entity in model.entities {
                _ = try model.superentities(of: entity)
            }
        }
        entities = Pairing(old.entities, new.entities)
        composites = Pairing(old.composites, new.composites)
        moves = try Moves(old, new, entities)
        for (before, after) in entities.pairs {
            try compare(before, after)
        }
        compareHierarchies()
        for (before, after) in composites.pairs {
            compare(before, after)
        }
    }

    /// Whether a lightweight migration makes all of the changes, whatever is stored.
    package var isLightweight: Bool {
        changes.allSatisfy { $0.obstacle == nil }
    }

    /// Returns the new name of an entity of the old version; nil if it was removed.
    package func newName(of name: String) -> String? {
        entities.pairs.first { $0.old?.name == name }?.new?.name
    }

    /// Returns the old name of an entity of the new version; nil if it was added.
    package func oldName(of name: String) -> String? {
        entities.pairs.first { $0.new?.name == name }?.old?.name
    }

    /// The names of the entities that the old version has and the new one lacks.
    package var removedEntities: [String] {
        entities.pairs.compactMap { $0.new == nil ? $0.old?.name : nil }
    }

    /// Returns the properties of an entity's objects in the new version, inherited ones included,
    /// by name, with the names of the properties of the old version whose values they keep. Omits
    /// properties without values to keep. Empty for an added entity.
    package func oldNames(ofPropertiesOf entity: String) -> [String: String] {
        guard let element = new.entity(named: entity) else { return [:] }
        var names: [String: String] = [:]
        // Ignored: `init` found the superentities of each entity.
        for declaring in [element] + ((try? new.superentities(of: element)) ?? []) {
            for property in declaring.properties {
                names[property.name] = moves.origin(of: property, in: declaring, forObjectsOf: entity)?.property.name
            }
        }
        return names
    }

    /// Returns the old names of the elements of a composite attribute, by name. Omits new elements.
    package static func oldNames(ofElements new: [AttributeElement], in old: [AttributeElement]) -> [String: String] {
        var names: [String: String] = [:]
        for pair in Pairing(old, new).pairs {
            if let old = pair.old, let new = pair.new { names[new.name] = old.name }
        }
        return names
    }

    /// Whether two entities are the same, or one inherits from the other.
    func isSameLine(_ name: String, _ other: String, in model: ModelElement) -> Bool {
        func line(_ name: String) -> [String] {
            guard let entity = model.entity(named: name) else { return [] }
            // Ignored: an entity without a resolved line is compared by itself.
            return [name] + ((try? model.superentities(of: entity)) ?? []).map(\.name)
        }
        return line(name).contains(other) || line(other).contains(name)
    }
}

extension ModelDifference: CustomStringConvertible {
    /// The changes, one a line, followed by a conclusion.
    package var description: String {
        guard !changes.isEmpty else { return "The versions do not differ." }
        let obstacles = changes.compactMap(\.obstacle)
        let verdict =
            if obstacles.isEmpty {
                "A lightweight migration does all of this."
            } else if obstacles.allSatisfy({ $0.condition != nil }) {
                "A lightweight migration does all of this, if the stored objects have what is marked with ?."
            } else {
                "A lightweight migration cannot do what is marked with !. It takes a custom migration, or a step in between."
            }
        return changes.map { "\($0)\n" }.joined() + "\n" + verdict
    }
}
