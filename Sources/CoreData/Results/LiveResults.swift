package import Predicates

/// The result of a fetch, kept up to date without fetching again.
///
/// Holds the primary keys of all matching rows in order, each with eight bytes of its first sort key, and the runs of equal section
/// values; objects are made, and rows read, when somebody looks at them. Each change of the context (an edit, a save, a merge) is applied by
/// reading the changed rows only, testing the predicate in memory and placing each row by binary search.
///
/// Belongs to its context's queue.
package final class LiveResults {
    /// Rows that follow each other and share a section value.
    package struct Section: Hashable, Sendable {
        package let value: Value
        package let range: Range<Int>
    }

    let query: StoreQuery
    let sectionSlot: Int?
    // The context's pool holds its results weakly; a result is of no use without its context.
    let context: NSManagedObjectContext

    /// The keys in order, with the marks of their rows; negative for objects that were not saved yet.
    var numbers = KeyList()
    /// Which keys these are.
    var members = NumberSet(KeyList())
    /// Rows that were placed by values which are not saved.
    var unsavedRows: [Int64: Row] = [:]
    package private(set) var sections = SectionRuns()
    /// How far in the coordinator's changes `numbers` is; see `ChangeFeed`.
    var sequence: UInt64 = 0
    var subscribers: [Int: (LiveResults, Change) -> Void] = [:]
    var lastSubscriber = 0

    /// The rows that a page of the display reads at once.
    static let pageSize = 64

    /// Opens the result: one statement, stepped once. Throws what the store reports.
    init(_ query: StoreQuery, sectionSlot: Int?, in context: NSManagedObjectContext) throws {
        self.query = query
        self.sectionSlot = sectionSlot
        self.context = context
        try open()
    }

    /// The live result for a request, the same one for equal requests of one context while anybody holds it.
    ///
    /// - Parameter sectionKey: the attribute whose equal neighbouring values make a section.
    /// - Throws: what the store reports, and an error for a predicate with a pattern that is no regular expression.
    package static func shared(
        entity: NSEntityDescription, predicate: NSPredicate?, sortDescriptors: [NSSortDescriptor], sectionKey: String?,
        fetchLimit: Int = 0, fetchOffset: Int = 0, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        let layout = (context.model.entitiesByName[entity.name ?? ""] ?? entity).layout
        let query = try StoreQuery(
            layout, predicate: predicate, sortDescriptors: sortDescriptors, limit: fetchLimit, offset: fetchOffset
        )
        return try context.liveResults.shared(query, sectionSlot: sectionKey.map(layout.requiredSlot(of:)), in: context)
    }

    /// The live result for a fetch request; see the other form.
    package static func shared<T>(
        request: NSFetchRequest<T>, sectionKey: String?, in context: NSManagedObjectContext
    ) throws -> LiveResults {
        let query = try request.query(in: context)
        return try context.liveResults.shared(
            query, sectionSlot: sectionKey.map(query.layout.requiredSlot(of:)), in: context
        )
    }

    // MARK: Reading

    /// How many rows match.
    package var count: Int { numbers.count }

    /// The object at a position. Where its row was not read yet, the page around it is read in one go.
    package func object(at position: Int) -> NSManagedObject { object(at: position, among: numbers) }

    /// The object at a position of this result, or of an earlier state of it.
    func object(at position: Int, among numbers: KeyList) -> NSManagedObject {
        let number = numbers[position]
        let key = RowKey(query.layout, number)
        if let object = context.registry[key], object.row != nil { return object }
        if context.readsStoreDirectly, let row = context.coordinator.cache[key] {
            return context.object(query.layout, number, row: row)
        }
        let start = position - position % Self.pageSize
        let rows = rows(numbers[start..<min(start + Self.pageSize, numbers.count)])
        return context.object(query.layout, number, row: rows[number])
    }

    /// Stored rows by key. Traps where the store cannot be read: what shows a result has no way to throw.
    func rows(_ numbers: some Collection<Int64>) -> [Int64: Row] {
        do {
            return try context.source.rows(query.layout, numbers, maxAge: context.stalenessInterval)
        } catch {
            preconditionFailure("Rows of \(query.layout.name) could not be read: \(error.localizedDescription)")
        }
    }

    // MARK: Opening

    func open() throws {
        clear()
        defer { members = NumberSet(numbers) }
        guard query.isRowLocal, context.readsStoreDirectly else { return try openObjects() }
        try openKeys()
        let pending = pendingRows
        guard !pending.isEmpty else { return }
        members = NumberSet(numbers)
        var changes = ChangeSet()
        for (number, row) in pending { changes.note(.updated, row.layout.entity, number) }
        changes.noteBefore(pending.map { ($0, $1) })
        place(Set(pending.keys), changes)
        cutWindow()
    }

    /// Leaves nothing in the result: it is opened anew, or the last store is gone.
    func clear() {
        sequence = context.coordinator.feed.sequence
        numbers = KeyList()
        members = NumberSet(numbers)
        unsavedRows = [:]
        sections = SectionRuns()
    }

    private func openKeys() throws {
        let sort = query.markSort
        var slots = sectionSlot.map { [$0] } ?? []
        var markIndex: Int?
        if case .slot(let slot)? = sort?.column {
            markIndex = slots.firstIndex(of: slot) ?? slots.count
            if markIndex == slots.count { slots.append(slot) }
        }
        try context.coordinator.requireStores().fetchKeys(windowedQuery, slots) { number, value in
            let key = markIndex.map(value) ?? .object(ObjectReference(query.layout, number))
            numbers.append(number, sort.map { SortMark(key, ascending: $0.ascending) } ?? .undecided)
            if sectionSlot != nil { sections.append(value(0)) }
        }
    }

    /// Opens a query that follows relationships: rows cannot be placed one by one, so unsaved changes are laid over by a fetch.
    private func openObjects() throws {
        let affected = try context.objectsAffected(query)
        if affected.isEmpty, context.readsStoreDirectly { return try openKeys() }
        for row in try context.rows(matching: query, pending: true) {
            numbers.append(row.number, query.mark(row))
            if let sectionSlot { sections.append(row.row.values[sectionSlot]) }
        }
    }

    /// The query; without its window where unsaved changes have to be laid over first.
    private var windowedQuery: StoreQuery {
        guard hasWindow, !pendingRows.isEmpty else { return query }
        return query.whole
    }

    var hasWindow: Bool { query.limit > 0 || query.offset > 0 }

    private func cutWindow() {
        guard hasWindow else { return }
        let start = min(query.offset, count)
        let window = start..<(query.limit > 0 ? min(count, start + query.limit) : count)
        let whole = (numbers: numbers, sections: sections)
        numbers = KeyList()
        sections = SectionRuns()
        for position in window { numbers.append(whole.numbers[position], whole.numbers.mark(at: position)) }
        for section in whole.sections {
            for _ in section.range.clamped(to: window) { sections.append(section.value) }
        }
    }

    /// The rows of this entity's objects with unsaved changes, as they were read.
    private var pendingRows: [Int64: Row] {
        var rows: [Int64: Row] = [:]
        for objects in [context.inserted.objects, context.updated.objects, context.deleted.objects] {
            for object in objects where query.covers(object.layout) { rows[object.number] = object.snapshot ?? object.row }
        }
        return rows
    }

    // MARK: Changing

    /// Puts a row in.
    func insert(_ row: NumberedRow, at position: Int) {
        numbers.insert(row.number, query.mark(row), at: position)
        members.insert(row.number)
        if let sectionSlot { sections.insert(row.row.values[sectionSlot], at: position) }
    }

    /// Takes a row out.
    func remove(at position: Int) {
        members.remove(numbers[position])
        numbers.remove(at: position)
        if sectionSlot != nil { sections.remove(at: position) }
    }
}
