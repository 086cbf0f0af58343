package import StrataModelFormat

/// The changes that a lightweight migration makes from one version of a model to another, and those
/// that it cannot make.
package struct ModelDifference {
    let old: ModelElement
    let new: ModelElement
    let entities: Pairing<EntityElement>
    /// The changes, entity by entity in the order of the new version.
    package internal(set) var changes: [Change] = []

    /// Compares two models.
    ///
    /// - Throws: `ModelFileError` if a superentity is missing or the superentities form a cycle.
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

    /// Whether a lightweight migration makes all of the changes.
    package var isLightweight: Bool {
        changes.allSatisfy { $0.obstacle == nil }
    }

    /// Returns the new name of an entity of the old version; nil if it was removed.
    func newName(of name: String) -> String? {
        entities.pairs.first { $0.old?.name == name }?.new?.name
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
        let verdict =
            isLightweight
            ? "A lightweight migration does all of this."
            : "A lightweight migration cannot do what is marked with !. It takes a custom migration, or a step in between."
        return changes.map { "\($0)\n" }.joined() + "\n" + verdict
    }
}
