internal import Foundation
internal import StrataPredicates
internal import Synchronization

// # How a result opens
//
// In a context that reads the store directly, the result runs one statement for row IDs, sort
// prefixes and section values (`openKeys`). Objects with unsaved changes are then placed by their
// values in memory, just as a later change would place them (`placeAtOpening`). If another
// connection commits between the two, and a row was compared with others to place it, the list may
// mix two states of the store. Then the result starts over. After three attempts it reads whole
// rows, all in one statement.
//
// In a context with a parent or a pinned generation, the result reads whole rows from that source
// (`openObjects`).
extension LiveResults {
    /// Runs the query, or restores the result from the cache, and applies unsaved changes.
    ///
    /// - Parameters:
    ///   - known: The known section values, by row ID. The objects of these rows do not compute
    ///     theirs again.
    ///   - cache: A cache that may make the query unnecessary, and that keeps the result.
    func open(known: [RowID: Value] = [:], cache: ResultsCache? = nil) throws {
        clear()
        isOpening = true
        defer { isOpening = false }
        let place = cache.flatMap(place)
        let position = try place?.store.currentPosition()
        let isCached = try place.map(openCached) ?? false
        if !isCached {
            if context.readsStoreDirectly { try openRows() } else { try openObjects() }
        }
        fetchRange = FetchRange(query)
        if let range = fetchRange?.range(of: placed) {
            fetchRange?.fill(from: placed)
            cutSections(range)
        }
        if context.hasLostRows { restoreObjects() }
        if section?.isComputed == true { try context.throwingFailedReads { try askSections(known) } }
        warnOfDivision()
        warnOfUncalledGetter()
        if let place, let position, !isCached { try keep(in: place, position) }
    }

    /// Empties the result, before it is opened again or after the last store was removed.
    ///
    /// Records the feed's revision before anything is read, so that no later commit is missed.
    func clear() {
        feedRevision = context.coordinator.feed.revision
        writesUnknown = context.coordinator.writesUnknown.load(ordering: .acquiring)
        placed = KeyList()
        members = RowIDSet(placed)
        isComplete = true
        unsaved = [:]
        fetchRange = nil
        sections = SectionRuns()
    }

    /// Reads the keys from the store, then places the rows with unsaved changes.
    private func openRows() throws {
        for _ in 0..<3 {
            let affected = try context.affectedRowIDs(query)
            try openKeys(pending: affected.count)
            members = RowIDSet(placed)
            if try affected.isEmpty || placeAtOpening(AffectedRows(own: affected)) { return }
            clear()
        }
        // Other connections keep committing. One statement sees one state of the store.
        try openObjects()
    }

    /// Places rows by their present values. Returns false if rows were compared with others and a
    /// commit since the query may have moved these.
    func placeAtOpening(_ touched: AffectedRows, _ stored: ChangeSet = ChangeSet()) throws -> Bool {
        var changes = stored
        changes.recordRowsBefore(among: touched.own.compactMap { context.registry[RowKey(query.layout, $0)] })
        try place(touched, changes)
        if !isPlacedByPrefixes { context.coordinator.pullExternalChanges() }
        return isPlacedByPrefixes || context.coordinator.feed.revision == feedRevision
    }

    /// Reads the row IDs, sort prefixes and sections. With a limit, also reads a margin behind the
    /// fetch range, and one more row for each pending one, since any of these may leave the range.
    private func openKeys(pending: Int) throws {
        var query = query.whole
        if let fetchRange = FetchRange(self.query), let end = fetchRange.end { query.limit = end + fetchRange.margin + pending }
        let keys = KeyQuery(query, section: section)
        var collector = KeyCollector(sortsAlike: keys.leavesTies, hasSections: keys.section != nil)
        try context.coordinator.requireStores().fetchKeys(keys, into: &collector)
        collector.finish()
        placed = collector.keys
        sections = collector.sections
        isComplete = query.limit == 0 || placed.count < query.limit
    }

    /// Reads whole rows, in order, from the context's source: its parent, its pinned generation or
    /// the store.
    private func openObjects() throws {
        var whole = query.whole
        if let end = FetchRange(query)?.end { whole.limit = end }
        let rows = try context.sortedRows(matching: whole)
        isComplete = whole.limit == 0 || rows.count < whole.limit
        // In other contexts, no row is placed later: the query runs again.
        let changed = context.readsStoreDirectly ? try context.affectedRowIDs(query) : []
        for row in rows {
            placed.append(row.rowID, query.sortPrefix(row))
            if changed.contains(row.rowID) { unsaved[row.rowID] = row }
            if let section, !section.isComputed { sections.append(storedSection(row)) }
        }
        members = RowIDSet(placed)
    }

    /// Turns those inaccessible objects back into faults whose rows the query has found.
    private func restoreObjects() {
        let gone = context.registry.living.filter {
            $0.isInaccessible && members.mayContain($0.rowID) && query.covers($0.layout)
        }
        if gone.isEmpty { return }
        let rowIDs = rowIDs
        let found = Set(rowIDs.positions(of: Set(gone.map(\.rowID))).map { rowIDs[$0] })
        for object in gone where found.contains(object.rowID) { context.restoreInaccessible(object, nil) }
    }

    /// Reduces the sections to those of the rows in the fetch range.
    private func cutSections(_ range: Range<Int>) {
        let whole = sections
        sections = SectionRuns()
        for section in whole {
            for _ in section.range.clamped(to: range) { sections.append(section.value) }
        }
    }

    // MARK: Sections

    /// Returns the section value that a row or the query supplies; null if sections are computed.
    func storedSection(_ row: SortedRow) -> Value {
        switch section?.source {
        case .slot(let slot): row.row.row.values[slot]
        case .path: row.section
        case .computed, nil: .null
        }
    }

    /// Computes the section of each row from its object, except for the rows in `known`.
    private func askSections(_ known: [RowID: Value]) throws {
        guard case .computed(let reader)? = section?.source else { return }
        let value = reader()
        let rowIDs = rowIDs
        var objects = ObjectsInTurn(context)
        for start in stride(from: 0, to: rowIDs.count, by: 512) {
            let page = rowIDs[start..<min(start + 512, rowIDs.count)]
            let unread = page.filter { rowID in
                known[rowID] == nil && context.registry[RowKey(query.layout, rowID)]?.slots == nil
            }
            // Bypasses the row cache, which has no room for the rows of a whole result.
            var rows =
                try context.readsStoreDirectly
                ? context.coordinator.requireStores().rows(query.layout, inOrder: unread) : stored(unread)
            var next = 0
            for rowID in page {
                var row: Row?
                if next < unread.count, unread[next] == rowID {
                    row = rows[next].take()
                    next += 1
                }
                sections.append(known[rowID] ?? objects.with(query.layout, rowID, row, value))
            }
        }
    }

    /// Returns the rows with these IDs in this order, from the context's source.
    private func stored(_ rowIDs: [RowID]) throws -> [Row?] {
        let rows = try rows(rowIDs)
        return rowIDs.map { rows[$0] }
    }

    /// Returns the sections by row ID, without those of some rows.
    func sectionsKept(except touched: Set<RowID>) -> [RowID: Value] {
        var kept: [RowID: Value] = [:]
        let rowIDs = rowIDs
        for section in sections {
            for position in section.range where !touched.contains(rowIDs[position]) { kept[rowIDs[position]] = section.value }
        }
        return kept
    }

    private static let warned = Mutex<Set<String>>([])

    /// Logs, once for each attribute, that a transient attribute by whose name the rows are divided is
    /// nil in all of them.
    private func warnOfUncalledGetter() {
        guard let name = section?.uncalledGetter(of: query.layout), let first = sections.first(where: { _ in true }),
            first.value.isNull, first.range.count == rowIDs.count
        else { return }
        let attribute = "\(query.layout.managedObjectClass).\(name)"
        guard Self.warned.withLock({ $0.insert(attribute).inserted }) else { return }
        CoreDataLog.warning(
            """
            The rows of \(query.layout.name) are in one section, because the transient attribute '\(name)' is nil in all of them. If \
            the class has a getter that computes it, key-value coding does not find it on Linux: divide by the key path \
            \\\(attribute) in place of the name, or override value(forKey:).
            """)
    }

    /// Logs, once for each request, that the sort order splits a section into several.
    private func warnOfDivision() {
        guard let section, !section.agrees(with: query.sorts) else { return }
        var values: Set<Value> = []
        guard let again = sections.first(where: { !values.insert($0.value).inserted }) else { return }
        let sorts = query.sorts.map { "\($0.keyPath.joined(separator: ".")) \($0.ascending ? "ascending" : "descending")" }
        let request = """
            the request for \(query.layout.name) where \(query.predicate.format), sorted by \
            \(sorts.isEmpty ? "nothing" : sorts.joined(separator: ", ")), is divided into sections by '\(section.text)'
            """
        guard Self.warned.withLock({ $0.insert(request).inserted }) else { return }
        CoreDataLog.warning(
            """
            The rows of a section are not consecutive: \(request), and the section '\(section.name(of: again.value))' occurs more than \
            once. Put a sort descriptor for '\(section.text)', or for a key that keeps equal values together, first.
            """)
    }
}

extension ChangeSet {
    /// Adds objects with unsaved changes, and the values that the store has for them.
    fileprivate mutating func recordRowsBefore(among objects: [NSManagedObject]) {
        for object in objects { record(.updated, object.entity, object.rowID) }
        recordRowsBefore(
            objects.compactMap { object in (object.original ?? object.snapshot ?? object.row).map { (object.rowID, $0) } })
    }
}
