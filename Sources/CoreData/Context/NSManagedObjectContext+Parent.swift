internal import Foundation
internal import Predicates

// Requests of child contexts, answered on the parent's queue, and permanent IDs for both
//
// A child may use an object that its parent inserted, by its temporary ID. When the root context
// saves, the object gets a permanent ID, and every context below must exchange it: in registered
// objects, in references of rows and snapshots, in to-many relationships and in live results.
//
// `permanentNumbers` keeps the IDs in the order in which they were assigned. Each answer of a
// parent comes with the entries that the child has not applied yet (`ParentContext.ask`), and the
// child renumbers its objects before it uses the answer. The invariant: a child never knows one
// object under two IDs at once. After a save, the parent also asks its children to fetch new IDs
// soon, so that they do not keep temporary IDs while they are idle.
extension NSManagedObjectContext {
    /// Returns the rows as this context has them, unsaved changes included. Omits rows that are
    /// deleted or missing.
    func currentRows(_ layout: EntityLayout, _ numbers: some Collection<Int64>, maxAge: TimeInterval = -1) throws -> [Int64: Row]
    {
        propagateDeletions()
        var rows = Dictionary<Int64, Row>(minimumCapacity: numbers.count)
        var others: [Int64: Int64] = [:]
        for number in numbers {
            let current = permanentNumbers.current(number)
            guard let object = registry[RowKey(layout, current)], let row = object.row, !object.isInaccessible
            else {
                others[current] = number
                continue
            }
            if !object.isDeleted { rows[number] = row }
        }
        guard !others.isEmpty else { return rows }
        for (current, row) in try source.rows(layout, others.keys, maxAge: maxAge) { rows[others[current] ?? current] = row }
        return rows
    }

    /// Returns a row as its object in this context has it, which may have been read earlier.
    func current(_ row: NumberedRow) -> NumberedRow {
        guard let object = registry[RowKey(row.row.layout, row.number)], let known = object.row,
            !object.isInaccessible
        else { return row }
        return NumberedRow(number: row.number, row: known)
    }

    /// Returns the members of an object's relationship as this context has them.
    func currentMembers(of number: Int64, _ layout: EntityLayout, _ slot: Int) -> [ObjectReference] {
        propagateDeletions()
        guard let owner = related(ObjectReference(layout, permanentNumbers.current(number))), !owner.isDeleted else { return [] }
        return Array(owner.members(at: slot).references)
    }

    /// Returns the IDs of the objects with unsaved changes, in this context or above, of some
    /// properties; of any property for nil.
    func changedNumbers(_ layout: EntityLayout, _ slots: Set<Int>?) -> [Int64] {
        var numbers = parentSource?.changedNumbers(layout, slots) ?? []
        for objects in [inserted.objects, updated.objects, deleted.objects] {
            for object in objects where object.layout.isKind(of: layout) && slots.map(object.isChanged) ?? true {
                numbers.append(object.number)
            }
        }
        return numbers
    }

    // MARK: Permanent numbers

    /// Fetches new permanent IDs from the parent and applies them.
    func takePermanentNumbers() { parentSource?.takePermanentNumbers() }

    /// Applies permanent IDs from the parent to objects and references.
    func take(_ numbers: ArraySlice<PermanentNumbers.Entry>) {
        guard !numbers.isEmpty else { return }
        numbersTaken += numbers.count
        renumber(numbers)
    }

    /// Replaces temporary IDs by permanent ones in everything that this context holds, and notifies
    /// its children.
    func renumber(_ numbers: some Sequence<PermanentNumbers.Entry>) {
        permanentNumbers.add(numbers)
        let stores = coordinator.stores
        for object in registry.living {
            if object.number < 0 {
                let number = permanentNumbers.current(object.number)
                if number > 0 {
                    registry.remove(object.key)
                    object.identify(as: number, in: stores.store(of: number)?.reference)
                    registry.add(object, as: object.key)
                }
            }
            object.renumberReferences(permanentNumbers)
        }
        liveResults.reopenRenamed()
        tellChildrenOfNumbers()
    }

    /// Makes the children fetch new permanent IDs: at once if the caller is on their queue,
    /// otherwise later.
    func tellChildrenOfNumbers() {
        for child in children.living { child.takePermanentNumbersSoon() }
    }

    private func takePermanentNumbersSoon() {
        if queue.isCurrent { takePermanentNumbers() } else { queue.asyncIfQueued { [weak self] in self?.takePermanentNumbers() } }
    }
}

extension NSManagedObject {
    /// Replaces temporary IDs by permanent ones in this object's relationships.
    fileprivate final func renumberReferences(_ numbers: PermanentNumbers) {
        func current(_ reference: ObjectReference) -> ObjectReference {
            reference.number < 0 ? ObjectReference(reference.layout, numbers.current(reference.number)) : reference
        }
        for slot in layout.toOneSlots {
            if case .object(let reference)? = row?.values[slot], reference.number < 0 {
                row?.values[slot] = .object(current(reference))
            }
            if case .object(let reference)? = snapshot?.values[slot], reference.number < 0 {
                snapshot?.values[slot] = .object(current(reference))
            }
        }
        for related in related.values { related.renumber(current) }
    }
}
