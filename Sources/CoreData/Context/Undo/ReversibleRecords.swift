internal import StrataPredicates

/// The part of a step that is reversed beside what others have saved since, or what was changed
/// without being registered.
///
/// An attribute gets its former value in any case. A relationship is reversed only where it is
/// still as the step has left it: what others have related since stays. An insertion is reversed
/// only if that deletes no object of others, and leaves none without a required owner. Otherwise
/// the object stays, with the objects of the step that it owns and those that own it.
struct ReversibleRecords {
    /// The records of changes and deletions, without what stays as it is.
    private(set) var changes: [UndoRecord]
    /// The objects that are deleted.
    private(set) var insertions: [NSManagedObject]
    /// The to-one relationships that get another destination.
    private var moved: Set<Side> = []
    private let context: NSManagedObjectContext

    private struct Side: Hashable {
        let object: ObjectIdentifier
        let slot: Int

        init(_ object: NSManagedObject, _ slot: Int) {
            self.object = ObjectIdentifier(object)
            self.slot = slot
        }
    }

    /// - Parameter records: The records of a step, whose objects exist.
    init(_ records: [UndoRecord], in context: NSManagedObjectContext) {
        self.context = context
        changes = records.filter { $0.kind != .insertion }
        insertions = records.filter { $0.kind == .insertion }.map(\.object)
        for index in changes.indices where changes[index].kind == .change {
            let object = changes[index].object
            changes[index].destinations.removeAll { !Self.isUnchanged($0, of: object, in: context) }
        }
        for record in changes { moved.formUnion(record.destinations.lazy.map { Side(record.object, $0.slot) }) }
        keepNeededInsertions()
    }

    /// Whether a relationship still has the destination that the step has left. If others have deleted
    /// that, it has none.
    private static func isUnchanged(
        _ destination: UndoRecord.Destination, of object: NSManagedObject, in context: NSManagedObjectContext
    ) -> Bool {
        guard let now = object.reference(at: destination.slot) else {
            return destination.new.map { !context.isPresent($0) } ?? true
        }
        return now == destination.new?.reference
    }

    /// Whether others have related an object, which a to-one relationship is to have again, to a third
    /// one that is the only one to have it.
    func isTaken(_ object: NSManagedObject, by owner: NSManagedObject, at slot: Int) -> Bool {
        guard let inverse = owner.layout.toOneInverse(slot), owner.layout.kinds[slot] == .toOne,
            owner.layout.relationship(slot).isOptional, let other = object.reference(at: inverse), other != owner.reference,
            !moved.contains(Side(object, inverse))
        else { return false }
        return context.related(other).map(context.isPresent) ?? false
    }

    // MARK: Insertions

    private mutating func keepNeededInsertions() {
        let new = Set(insertions.lazy.map { ObjectIdentifier($0) })
        var rest = insertions.filter { isNeeded($0, new) }
        if rest.isEmpty { return }
        let linked = links(new)
        var kept = Set(rest.lazy.map { ObjectIdentifier($0) })
        while let object = rest.popLast() {
            for other in linked[ObjectIdentifier(object)] ?? [] where kept.insert(ObjectIdentifier(other)).inserted {
                rest.append(other)
            }
        }
        func isKept(_ object: NSManagedObject?) -> Bool { object.map { kept.contains(ObjectIdentifier($0)) } ?? false }
        insertions.removeAll(where: isKept)
        for index in changes.indices {
            changes[index].destinations.removeAll { isKept($0.new) }
            changes[index].members = changes[index].members.map {
                UndoRecord.Members(slot: $0.slot, added: $0.added.filter { !isKept($0) }, removed: $0.removed, order: $0.order)
            }
        }
    }

    /// Whether the deletion of an object would delete, or leave without a required owner, an object
    /// that is no part of the step.
    private func isNeeded(_ object: NSManagedObject, _ new: Set<ObjectIdentifier>) -> Bool {
        object.layout.owningSlots.contains { slot in
            guard let inverse = object.layout.toOneInverse(slot) else { return false }
            return related(to: object, at: slot).contains { other in
                !new.contains(ObjectIdentifier(other)) && !moved.contains(Side(other, inverse)) && context.isPresent(other)
            }
        }
    }

    /// Returns, for each new object, the new objects that stay with it: those that it owns, and those
    /// that own it.
    private func links(_ new: Set<ObjectIdentifier>) -> [ObjectIdentifier: [NSManagedObject]] {
        var links: [ObjectIdentifier: [NSManagedObject]] = [:]
        for object in insertions {
            for slot in object.layout.owningSlots {
                for other in related(to: object, at: slot) where new.contains(ObjectIdentifier(other)) {
                    links[ObjectIdentifier(other), default: []].append(object)
                    if object.layout.cascades(slot) { links[ObjectIdentifier(object), default: []].append(other) }
                }
            }
        }
        return links
    }

    private func related(to object: NSManagedObject, at slot: Int) -> [NSManagedObject] {
        guard object.layout.kinds[slot].isToMany else { return object.related(at: slot).map { [$0] } ?? [] }
        return context.readMembers(of: object, at: slot)?.members.references.compactMap(context.related) ?? []
    }
}

extension EntityLayout {
    /// The inverse of a relationship if that is a to-one relationship; otherwise nil.
    func toOneInverse(_ slot: Int) -> Int? {
        inverseSlot(slot).flatMap { destination(slot).kinds[$0] == .toOne ? $0 : nil }
    }

    /// Whether the deletion of an object deletes those of a relationship.
    func cascades(_ slot: Int) -> Bool { relationship(slot).deleteRule == .cascadeDeleteRule }

    /// The relationships whose objects cannot be without an object of this entity: they would be
    /// deleted with it, forbid its deletion, or lack a required destination.
    fileprivate var owningSlots: [Int] {
        (toOneSlots + toManySlots).filter { slot in
            switch relationship(slot).deleteRule {
            case .cascadeDeleteRule, .denyDeleteRule: true
            case .nullifyDeleteRule:
                toOneInverse(slot).map { !destination(slot).relationship($0).isOptional } ?? false
            case .noActionDeleteRule: false
            }
        }
    }
}
