import StrataModelFormat

extension ModelDifference {
    mutating func compare(_ before: EntityElement?, _ after: EntityElement?) throws(ModelFileError) {
        guard let after else {
            guard let before else { return }
            changes.append(
                Change(kind: .removed, subject: before.name, summary: before.isAbstract ? "abstract entity" : "with its objects"))
            return
        }
        guard let before else {
            changes.append(Change(kind: .added, subject: after.name, summary: "new entity"))
            for property in after.properties {
                compare(nil, property, in: nil, after)
            }
            return
        }
        compareHeads(before, after)
        try compareProperties(before, after)
        compareLists(before, after)
    }

    private mutating func compareHeads(_ before: EntityElement, _ after: EntityElement) {
        if before.name != after.name {
            changes.append(Change(kind: .changed, subject: after.name, summary: "renamed from \(before.name)"))
        }
        let parent = before.parentEntity.flatMap(newName)
        if parent != after.parentEntity {
            let summary = "parent \(before.parentEntity ?? "none") became \(after.parentEntity ?? "none")"
            changes.append(Change(kind: .changed, subject: after.name, summary: summary))
        }
        let (old, new) = (ModelOutline.entityNotes(on: before.unnamed), ModelOutline.entityNotes(on: after.unnamed))
        for difference in PropertyOutline.differences(from: old, to: new) {
            changes.append(Change(kind: .changed, subject: after.name, summary: difference))
        }
    }

    private mutating func compareLists(_ before: EntityElement, _ after: EntityElement) {
        let (old, new) = (ModelOutline.listLines(of: before), ModelOutline.listLines(of: after))
        for line in new where !old.contains(line) {
            let note = line.hasPrefix("unique") ? ", fails where stored objects are alike in it" : ""
            changes.append(Change(kind: .added, subject: after.name, summary: line + note))
        }
        for line in old where !new.contains(line) {
            changes.append(Change(kind: .removed, subject: after.name, summary: line))
        }
    }

    /// Reports entities that share a root entity but did not in the old version. Each hierarchy has
    /// its own table, and no migration merges two tables.
    mutating func compareHierarchies() {
        var roots: [String: EntityElement] = [:]
        for (before, after) in entities.pairs {
            guard let before, let after, let oldRoot = root(of: before, in: old), let newRoot = root(of: after, in: new) else {
                continue
            }
            guard let other = roots[newRoot] else {
                roots[newRoot] = before
                continue
            }
            guard let otherRoot = root(of: other, in: old), otherRoot != oldRoot else { continue }
            let summary = "now has \(newRoot) as its top entity, as \(newName(of: other.name) ?? other.name) has"
            let obstacle = Change.Obstacle(
                "Their tables were \(oldRoot)'s and \(otherRoot)'s. Two hierarchies cannot be merged.")
            changes.append(Change(kind: .changed, subject: after.name, summary: summary, obstacle: obstacle))
        }
    }

    private func root(of entity: EntityElement, in model: ModelElement) -> String? {
        // Ignored: an entity without a resolved line has no root to compare.
        guard let line = try? model.superentities(of: entity) else { return nil }
        return (line.last ?? entity).name
    }
}

extension AnnotatedElement {
    /// The element without its renaming identifier, which describes its history and not its state.
    var unnamed: Self {
        var copy = self
        copy.renamingIdentifier = nil
        return copy
    }
}
