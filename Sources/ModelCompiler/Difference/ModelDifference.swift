package import ModelFormat

/// What a lightweight migration would do from one version of a model to another, and what it cannot do.
package struct ModelDifference {
    let old: ModelElement
    let new: ModelElement
    let entities: Pairing<EntityElement>
    /// The changes, entity by entity in the order of the new version.
    package internal(set) var changes: [Change] = []

    /// Compares two models.
    ///
    /// - Throws: `ModelFileError` where a superentity is missing or the superentities form a cycle.
    package init(from old: ModelElement, to new: ModelElement) throws(ModelFileError) {
        self.old = old
        self.new = new
        entities = Pairing(old.entities, new.entities)
        for model in [old, new] {
            for entity in model.entities {
                _ = try model.superentities(of: entity)
            }
        }
        let moves = try Moves(self)
        for (before, after) in entities.pairs {
            try compare(before, after, moves)
        }
        compareHierarchies()
        for (before, after) in Pairing(old.composites, new.composites).pairs {
            compare(before, after)
        }
    }

    /// Whether a lightweight migration does all of it.
    package var isLightweight: Bool {
        changes.allSatisfy { $0.obstacle == nil }
    }

    /// The name that an entity of the old version has in the new one; nil if it was removed.
    func newName(of name: String) -> String? {
        entities.pairs.first { $0.old?.name == name }?.new?.name
    }

    /// Whether one of two entities inherits from the other, or they are the same.
    func isSameLine(_ name: String, _ other: String, in model: ModelElement) -> Bool {
        func line(_ name: String) -> [String] {
            guard let entity = model.entity(named: name) else { return [] }
            return [name] + ((try? model.superentities(of: entity)) ?? []).map(\.name)
        }
        return line(name).contains(other) || line(other).contains(name)
    }
}

extension ModelDifference: CustomStringConvertible {
    /// The changes in lines, and the verdict.
    package var description: String {
        guard !changes.isEmpty else { return "The versions do not differ." }
        let verdict =
            isLightweight
            ? "A lightweight migration does all of this."
            : "A lightweight migration cannot do what is marked with !. It takes a custom migration, or a step in between."
        return changes.map { "\($0)\n" }.joined() + "\n" + verdict
    }
}
