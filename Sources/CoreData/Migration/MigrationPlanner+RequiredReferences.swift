internal import Foundation
internal import StrataModelDifference

// Required to-one relationships whose object a migration takes away.
extension MigrationPlanner {
    /// Whether a required to-one relationship may lose its only member: it was of an entity that is
    /// gone, or another object got it as the members were stored differently.
    func mayBecomeEmpty(_ layout: EntityLayout, _ slot: Int) -> Bool {
        let relationship = layout.relationship(slot)
        guard !relationship.isToMany, !relationship.isOptional,
            !required.contains(where: { Self.slot($0, new).map { $0.layout === layout && $0.slot == slot } ?? false })
        else { return false }
        if losesObjects(layout, slot) || isConverted(layout, slot) { return true }
        guard let inverse = relationship.inverseRelationship, let owner = inverse.owner?.layout,
            let back = owner.slot(of: inverse.name)
        else { return false }
        return isConverted(owner, back)
    }

    private func isConverted(_ layout: EntityLayout, _ slot: Int) -> Bool {
        if case .convertRelationship? = continuation(layout, slot) { true } else { false }
    }

    /// Returns the change of a required relationship some of whose members are gone.
    func emptied(_ relationship: NSRelationshipDescription, of layout: EntityLayout) -> Change {
        Change(
            kind: .changed, subject: "\(layout.name).\(relationship.name)",
            summary: "→ \(relationship.destinationEntity?.name ?? "?")",
            obstacle: Change.Obstacle(
                """
                It is required, and the migration takes away the object at the other end for some stored objects. Make it optional, \
                or give these objects another one with the old version.
                """, isMissingValue: true))
    }
}
