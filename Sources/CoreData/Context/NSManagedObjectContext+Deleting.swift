internal import Foundation

extension NSManagedObjectContext {
    /// Carries out the delete rules of what was deleted since changes were last processed.
    ///
    /// Related objects of a nullifying relationship no longer refer to the deleted one, those of a cascading one are deleted too,
    /// with all that follows. A denying relationship is looked at when the save validates.
    func propagateDeletions() {
        while let object = unpropagatedDeletions.popLast() {
            for slot in object.layout.toOneSlots + object.layout.toManySlots { propagateDeletion(of: object, at: slot) }
        }
    }

    private func propagateDeletion(of object: NSManagedObject, at slot: Int) {
        let rule = object.layout.relationship(slot).deleteRule
        switch rule {
        case .noActionDeleteRule:
            return
        // What was never saved can always be deleted: no save looks at it.
        case .denyDeleteRule where !object.isInserted:
            return
        case .cascadeDeleteRule:
            for related in object.allRelated(at: slot) { delete(related) }
        case .nullifyDeleteRule, .denyDeleteRule:
            break
        }
        guard let inverse = object.layout.inverseSlot(slot) else { return }
        for related in object.allRelated(at: slot) where !related.isDeleted && !related.state.contains(.inaccessible) {
            related.drop(object, at: inverse)
        }
    }
}

extension NSManagedObject {
    /// The objects that a relationship of either kind refers to.
    final func allRelated(at slot: Int) -> [NSManagedObject] {
        layout.kinds[slot].isToMany ? memberObjects(at: slot) : related(at: slot).map { [$0] } ?? []
    }
}
