internal import Foundation
internal import Predicates

// What a context does for its children, on its own queue.
extension NSManagedObjectContext {
    /// The rows as they are here, unsaved changes included; nothing for those that are deleted or not there.
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

    /// A row as its object here has it, which may have been read earlier.
    func current(_ row: NumberedRow) -> NumberedRow {
        guard let object = registry[RowKey(row.row.layout, row.number)], let known = object.row,
            !object.isInaccessible
        else { return row }
        return NumberedRow(number: row.number, row: known)
    }

    /// The members of an object's relationship as they are here.
    func currentMembers(of number: Int64, _ layout: EntityLayout, _ slot: Int) -> [ObjectReference] {
        propagateDeletions()
        guard let owner = related(ObjectReference(layout, permanentNumbers.current(number))), !owner.isDeleted else { return [] }
        return Array(owner.members(at: slot).references)
    }

    /// The objects, by number, that changed here or above in one of some properties; in any for nil.
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

    /// Hears from above which objects have permanent numbers by now.
    func takePermanentNumbers() { parentSource?.takePermanentNumbers() }

    /// Names objects, and what refers to them, by the numbers they got above.
    func take(_ numbers: ArraySlice<PermanentNumbers.Entry>) {
        guard !numbers.isEmpty else { return }
        numbersTaken += numbers.count
        renumber(numbers)
    }

    /// Names objects anew in everything that this context holds, and tells the children when they ask next.
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

    /// Has the children ask for new numbers: at once where their queue is at hand, otherwise soon.
    func tellChildrenOfNumbers() {
        for child in children.living { child.takePermanentNumbersSoon() }
    }

    private func takePermanentNumbersSoon() {
        if queue.isCurrent { takePermanentNumbers() } else { queue.asyncIfQueued { [weak self] in self?.takePermanentNumbers() } }
    }
}

extension NSManagedObject {
    /// Refers to objects by the numbers they have now.
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
